import Foundation

/// Programs of the system, found by their names.
package enum Tool {
    /// The first line that a program prints; `nil` if it prints none, fails or
    /// is not there.
    package static func firstLine(of command: [String]) -> String? {
        guard let data = output(of: command) else { return nil }
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.first.map(String.init)
    }

    /// All that a program prints; `nil` if it fails or is not there.
    ///
    /// - Parameter input: A file to be its standard input.
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
