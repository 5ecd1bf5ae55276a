import Subprocess

/// Runs programs of the system by name.
package enum Tool {
    /// The first line of a program's output; `nil` if there is none, or if the
    /// program fails or is not installed.
    package static func firstLine(of command: [String]) async -> String? {
        guard let output = await output(of: command) else { return nil }
        let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.first.map(String.init)
    }

    /// A program's whole output; `nil` if it fails or is not installed.
    ///
    /// - Parameters:
    ///   - command: The program's name, or its absolute path, and its arguments.
    ///   - input: The path of the file for its standard input.
    package static func output(
        of command: [String], input: String = "/dev/null"
    ) async -> [UInt8]? {
        let result = try? await Subprocess.run(
            command[0].hasPrefix("/") ? .path(.init(command[0])) : .name(command[0]),
            arguments: Arguments(Array(command.dropFirst())), platformOptions: .graceful,
            input: .fileDescriptor(
                .open(input, .readOnly), closeAfterSpawningProcess: true),
            output: .bytes(limit: .max))
        guard let result, result.terminationStatus.isSuccess else { return nil }
        return result.standardOutput
    }
}
