import Logging
import NIOConcurrencyHelpers

/// Collects what is logged at any level.
final class LogCollector: Sendable {
    private let collected = NIOLockedValueBox<[String]>([])

    var lines: [String] { collected.withLockedValue { $0 } }

    var logger: Logger {
        TellingLogHandler.logger { [collected] line in
            collected.withLockedValue { $0.append(line) }
        }
    }
}
