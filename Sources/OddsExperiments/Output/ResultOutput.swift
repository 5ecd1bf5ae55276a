import Foundation
import OddsCapture
import OddsConsole

/// The output of a command: standard output, or a file that gets its name only
/// when it is complete. It is opened before the work begins, so that an hour of
/// measuring never ends with a file that cannot be written.
package struct ResultOutput {
    private let name: String
    private let file: OutputFile
    private let isColored: Bool

    /// - Parameters:
    ///   - path: `nil` or `-` for standard output.
    ///   - isColored: Whether statuses in lines are coloured.
    package init(path: String?, isColored: Bool = false) throws {
        self.isColored = isColored
        let path = path ?? OutputFile.standardOutput
        name = path == OutputFile.standardOutput ? "standard output" : path
        do {
            file = try OutputFile(path: path)
        } catch {
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
        ExperimentFailure(.cannotWrite, "\(name): cannot be written: \(error.writingReason)")
    }

    /// Writes lines to be read, in which control characters are escaped.
    package func write(lines: [String]) throws {
        let shown = lines.map { ConsoleText.escaped($0) }
        let painted = isColored ? shown.map(StatusColor.painted) : shown
        try write(Array((painted.joined(separator: "\n") + "\n").utf8))
    }

    /// Writes a text to be read, in which control characters but line breaks are escaped.
    package func write(text: String) throws {
        try write(Array(ConsoleText.escapedLines(of: text).utf8))
    }
}
