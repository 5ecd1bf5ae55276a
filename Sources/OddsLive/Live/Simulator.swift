import Foundation

/// `emsim` as a child process, which ends when this one does, however that
/// comes.
final class Simulator {
    /// What it prints once it serves.
    struct Addresses: Decodable {
        let ws: String
        let control: String
    }

    let addresses: Addresses
    private let process: Process
    /// Its end is what tells the child.
    private let input = Pipe()

    /// Starts it and waits until it serves.
    init(_ arguments: [String]) throws {
        process = Process()
        process.executableURL = try Self.program()
        process.arguments = arguments + ["--stop-at-end-of-input"]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
            else {
                process.waitUntilExit()
                throw BenchFailure(.childDied, "the simulator ended before it served, see above")
            }
            line += byte
        }
        addresses = try JSONDecoder().decode(Addresses.self, from: line)
    }

    deinit { stop() }

    /// Ends it, with GOODBYE to all.
    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    private static func program() throws -> URL {
        let program = try ChildProcess.ownProgram().resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "emsim")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw BenchFailure(
                .noSuchFile,
                """
                \(program.path): no such program; build it with `swift build -c release \
                --product emsim`, or name a server with --connect
                """)
        }
        return program
    }
}
