import Foundation
import Logging
import NIOConcurrencyHelpers

/// Keeps all that is logged, at any level, in a file.
final class LogFile: Sendable {
    let name: String
    private let url: URL
    private let file: NIOLockedValueBox<FileHandle?>

    init(_ name: String) {
        self.name = name
        url = FileManager.default.temporaryDirectory
            .appending(path: "\(name)-\(UUID().uuidString).log")
        _ = FileManager.default.createFile(
            atPath: url.path(percentEncoded: false), contents: nil)
        file = NIOLockedValueBox(try? FileHandle(forWritingTo: url))
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    var logger: Logger {
        TellingLogHandler.logger { [file] line in
            file.withLockedValue { try? $0?.write(contentsOf: Data((line + "\n").utf8)) }
        }
    }

    /// The number of lines, and those that have a secret. A secret is text of 32
    /// hexadecimal digits, as all are that the simulator makes.
    func lines(with secrets: Set<String>) throws -> (count: Int, found: [String]) {
        var (count, found) = (0, [String]())
        let data = try Data(contentsOf: url)
        for line in data.split(separator: UInt8(ascii: "\n")) {
            count += 1
            let words = line.split { !(0x30...0x39 ~= $0 || 0x61...0x66 ~= $0) }
            let isTold = words.contains {
                $0.count >= 32 && secrets.contains(String(decoding: $0.suffix(32), as: UTF8.self))
            }
            if isTold { found.append(String(decoding: line, as: UTF8.self)) }
        }
        return (count, found)
    }
}
