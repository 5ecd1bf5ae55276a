import Foundation
import OddsExperiments

/// A program that a calibration starts, and that ends with this process, even if that crashes.
final class CalibrationChild: @unchecked Sendable {
    // Unchecked, because `Process` is only used to start it and to wait for its end.

    /// What messages call it.
    let name: String
    private let process = Process()
    /// Its end is what the program ends with.
    private let input = Pipe()
    private let output = Pipe()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: Its file and its options. It ends with its standard input, and says on
    ///     standard output what others need to know of it.
    ///   - name: What messages call it.
    /// - Throws: `ExperimentFailure` if it cannot be started.
    init(_ words: [String], called name: String) throws {
        self.name = name
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        // No other program may hold this one's input open.
        for pipe in [input.fileHandleForWriting, output.fileHandleForReading] {
            _ = fcntl(pipe.fileDescriptor, F_SETFD, FD_CLOEXEC)
        }
        do {
            try process.run()
        } catch {
            throw ExperimentFailure(.childDied, "\(name) cannot be started: \(words[0]): \(error)")
        }
    }

    /// The first line that it says.
    ///
    /// - Throws: `ExperimentFailure` if it ends before.
    func firstLine() async throws -> String {
        let line = try await BlockingWork.run { [output] in
            var bytes = Data()
            while !bytes.contains(UInt8(ascii: "\n")) {
                let more = output.fileHandleForReading.availableData
                guard !more.isEmpty else { break }
                bytes += more
            }
            return bytes.contains(UInt8(ascii: "\n"))
                ? String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) : nil
        }
        guard let line else {
            throw ExperimentFailure(.childDied, "\(name) failed to start, see above")
        }
        return line
    }

    /// The number of its process.
    var identifier: Int32 { process.processIdentifier }

    /// Ends it, and waits until it has ended.
    func stop() async {
        try? input.fileHandleForWriting.close()
        process.terminate()
        _ = try? await BlockingWork.run { [process] in process.waitUntilExit() }
    }
}
