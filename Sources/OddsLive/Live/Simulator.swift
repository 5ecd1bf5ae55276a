import Foundation
import OddsExperiments
import OddsLauncher

/// `emsim` as a child process, which ends when this one does, however that
/// comes.
package final class Simulator {
    /// What it prints once it serves.
    package struct Addresses: Decodable {
        package let ws: String
        package let control: String
    }

    package let addresses: Addresses
    private let process: Process
    /// Its end is what tells the child.
    private let input = Pipe()

    /// Starts it and waits until it serves.
    package init(_ arguments: [String]) throws {
        process = Process()
        process.executableURL = try Launcher().executable(.simulator)
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
                throw ExperimentFailure(
                    .childDied, "the simulator ended before it served, see above")
            }
            line += byte
        }
        addresses = try JSONDecoder().decode(Addresses.self, from: line)
    }

    deinit { stop() }

    /// Ends it, with GOODBYE to all.
    package func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
