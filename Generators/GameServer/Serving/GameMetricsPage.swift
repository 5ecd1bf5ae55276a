/// What the server counts, in OpenMetrics 1.0.
struct GameMetricsPage: Sendable {
    /// The counts at one moment.
    struct Snapshot: Sendable {
        let metrics: GameMetrics
        /// `nil` without a platform.
        let platformIsConnected: Bool?
        let worlds: Int
        let sockets: Int
    }

    private let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    /// The answer of `GET /metrics`.
    var text: String {
        let metrics = snapshot.metrics
        var text = Self.family(
            "requests", "Requests of pages.", label: "kind",
            RequestKind.allCases.map { ($0.rawValue, metrics.requests[$0] ?? 0) })
        text += Self.family(
            "refusals", "Requests that were refused.", label: "reason",
            Refusal.Reason.allCases.map { ($0.rawValue, metrics.refusals[$0] ?? 0) })
        text += Self.family(
            "socket_closes", "Sockets that have ended.", label: "code",
            metrics.closes.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) })
        for (name, help, value) in [
            ("sockets_opened", "Sockets that were opened.", metrics.socketsOpened),
            ("messages", "Messages to pages.", metrics.messages),
            ("updates", "Changes of odds in those messages.", metrics.updates),
            ("message_bytes", "Bytes of text of those messages.", metrics.bytes),
            ("stray_messages", "Messages of pages that were no pings.", metrics.strayMessages),
            (
                "stream_restarts", "Streams that began again after the server stood still.",
                metrics.restarts
            ),
            ("platform_changes", "Changes of the platform's odds.", metrics.platformChanges),
            ("platform_lists", "Changes of the platform's list.", metrics.platformLists),
            ("worlds_made", "Worlds that were made.", metrics.worldsMade),
            ("worlds_forgotten", "Worlds that nobody had asked for.", metrics.worldsForgotten),
        ] {
            text += Self.head(name, "counter", help) + "game_\(name)_total \(value)\n"
        }
        text += Self.head("worlds", "gauge", "Worlds that are there.")
        text += "game_worlds \(snapshot.worlds)\n"
        text += Self.head("sockets", "gauge", "Sockets that are open.")
        text += "game_sockets \(snapshot.sockets)\n"
        if let isConnected = snapshot.platformIsConnected {
            text += Self.head("platform_connected", "gauge", "Whether the platform is connected.")
            text += "game_platform_connected \(isConnected ? 1 : 0)\n"
        }
        return text + lateness + "# EOF\n"
    }

    private var lateness: String {
        let name = "game_message_lateness_seconds"
        let histogram = snapshot.metrics.lateness
        var text = "# TYPE \(name) histogram\n# UNIT \(name) seconds\n"
        text += "# HELP \(name) From when a message was due until it was handed to the socket.\n"
        let bounds = LatenessHistogram.bounds.map { "\(Double($0) / 1e6)" } + ["+Inf"]
        var count = 0
        for (bound, inBucket) in zip(bounds, histogram.counts) {
            count += inBucket
            text += #"\#(name)_bucket{le="\#(bound)"} \#(count)"# + "\n"
        }
        let sum = Double(histogram.sumMicroseconds) / 1e6
        return text + "\(name)_count \(count)\n\(name)_sum \(sum)\n"
    }

    private static func family(
        _ name: String, _ help: String, label: String, _ values: [(String, Int)]
    ) -> String {
        head(name, "counter", help)
            + values.map { #"game_\#(name)_total{\#(label)="\#($0)"} \#($1)"# + "\n" }.joined()
    }

    private static func head(_ name: String, _ type: String, _ help: String) -> String {
        "# TYPE game_\(name) \(type)\n# HELP game_\(name) \(help)\n"
    }
}
