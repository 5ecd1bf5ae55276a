import Foundation

/// Runs programs of the system by name.
package enum Tool {
    /// The first line of a program's output; `nil` if there is none, or if the
    /// program fails or is not installed.
    package static func firstLine(of command: [String]) -> String? {
        guard let data = output(of: command) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.first.map(String.init)
    }

    /// A program's whole output; `nil` if it fails or is not installed.
    ///
    /// - Parameters:
    ///   - command: The program's name and its arguments.
    ///   - input: The file for its standard input; `nil` for none.
    package static func output(of command: [String], input: URL? = nil) -> Data? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        if let input {
            guard let file = try? FileHandle(forReadingFrom: input) else { return nil }
            process.standardInput = file
        }
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }
}
