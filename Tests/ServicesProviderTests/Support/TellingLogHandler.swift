import Logging

/// Tells all that is logged, at any level, with its metadata.
struct TellingLogHandler: LogHandler {
    let tell: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        tell("\(event.message) \(metadata.merging(event.metadata ?? [:]) { $1 })")
    }

    /// A logger of that handler.
    static func logger(_ tell: @escaping @Sendable (String) -> Void) -> Logger {
        var logger = Logger(label: "test") { _ in TellingLogHandler(tell: tell) }
        logger.logLevel = .trace
        return logger
    }
}
