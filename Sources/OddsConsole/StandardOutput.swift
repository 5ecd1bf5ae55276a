import Foundation

/// What a command is run for.
package enum StandardOutput {
    /// Writes one line, in which control characters are escaped.
    package static func print(_ line: String) throws(OutputError) {
        try Self.print(lines: [line])
    }

    /// Writes lines, in which control characters are escaped.
    package static func print(lines: [String]) throws(OutputError) {
        try write(Array(lines.map { ConsoleText.escaped($0) + "\n" }.joined().utf8))
    }

    /// Writes bytes as they are.
    package static func write(_ bytes: some ContiguousBytes) throws(OutputError) {
        let code = bytes.withUnsafeBytes { bytes -> Int32? in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(STDOUT_FILENO, part.baseAddress, part.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
        if let code { throw OutputError(code: code) }
    }
}

/// Why standard output cannot be written.
package struct OutputError: Error, CustomStringConvertible {
    /// `EX_IOERR` of `sysexits.h`, with which all programs end.
    package static let exitStatus: Int32 = 74

    /// `errno` of the call.
    let code: Int32

    package var description: String {
        "standard output: cannot be written: \(String(cString: strerror(code)))"
    }
}
