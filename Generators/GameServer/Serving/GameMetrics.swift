/// What the server counts.
struct GameMetrics: Sendable {
    /// Requests, by kind.
    var requests: [RequestKind: Int] = [:]
    /// Refusals, by reason.
    var refusals: [Refusal.Reason: Int] = [:]
    /// Sockets that were opened.
    var socketsOpened = 0
    /// Sockets that have ended, by the code.
    var closes: [Int: Int] = [:]
    /// Messages and updates, each counted once for a socket.
    var messages = 0
    var updates = 0
    /// Bytes of text of those messages.
    var bytes = 0
    /// Messages of pages that were no pings.
    var strayMessages = 0
    /// Streams that began again, as the server had stood still.
    var restarts = 0
    /// Changes of the platform's odds that pages see, and times its list was another one.
    var platformChanges = 0
    var platformLists = 0
    var worldsMade = 0
    var worldsForgotten = 0
    /// From when a message was due until it was handed to the socket.
    var lateness = LatenessHistogram()
}

/// How late messages are.
struct LatenessHistogram: Sendable {
    /// The upper bounds of all buckets but the last, in microseconds.
    static let bounds: [Int64] = [
        50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000,
    ]

    private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    private(set) var sumMicroseconds: Int64 = 0

    mutating func record(_ lateness: GameInterval) {
        let bucket = Self.bounds.firstIndex { lateness.microseconds <= $0 } ?? Self.bounds.count
        counts[bucket] += 1
        sumMicroseconds += lateness.microseconds
    }
}

extension GameWorlds {
    /// The counts of now.
    var snapshot: GameMetricsPage.Snapshot {
        GameMetricsPage.Snapshot(
            metrics: metrics, platformIsConnected: platform?.isConnected, worlds: worlds.count,
            sockets: worlds.values.reduce(0) { $0 + $1.sockets.count })
    }
}
