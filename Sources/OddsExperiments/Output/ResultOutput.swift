import Foundation
import OddsCapture

/// The output of a command: standard output, or a file that gets its name only
/// when it is complete. It is opened before the work begins, so that an hour of
/// measuring never ends with a file that cannot be written.
package struct ResultOutput {
    private let name: String
    private let file: OutputFile

    /// - Parameter path: `nil` for standard output.
    package init(path: String?) throws {
        name = path ?? "standard output"
        do {
            file = try path.map(OutputFile.init(path:))
                ?? OutputFile(descriptor: FileHandle.standardOutput.fileDescriptor)
        } catch let error as SystemError {
            throw Self.failure(name, error)
        }
    }

    package func write(_ data: some ContiguousBytes) throws {
        do {
            try data.withUnsafeBytes { try file.write($0) }
            try file.commit()
        } catch let error as SystemError {
            throw Self.failure(name, error)
        }
    }

    private static func failure(_ name: String, _ error: SystemError) -> ExperimentFailure {
        ExperimentFailure(.cannotWrite, "\(name): cannot be written: \(error.reason)")
    }

    package func write(lines: [String]) throws {
        try write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}
