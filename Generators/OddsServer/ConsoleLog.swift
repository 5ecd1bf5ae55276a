import Logging
import OddsConsole

/// The log of a server on standard error. What clients send is shown in it, so that control
/// characters are escaped.
package struct ConsoleLog: TextOutputStream, Sendable {
    /// Makes it the log of this process.
    package static func bootstrap() {
        LoggingSystem.bootstrap { StreamLogHandler(label: $0, stream: ConsoleLog()) }
    }

    /// Writes an entry, which ends with a line break.
    package mutating func write(_ entry: String) {
        StandardError.print(entry.hasSuffix("\n") ? String(entry.dropLast()) : entry)
    }
}
