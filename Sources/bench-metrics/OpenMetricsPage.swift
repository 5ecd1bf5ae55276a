import OddsOptions
import OddsResults

/// The metrics of a running measurement, in the text format of OpenMetrics 1.0
/// (https://github.com/prometheus/OpenMetrics). The article on live metrics documents
/// the names.
struct OpenMetricsPage {
    private var latest: LiveSnapshot?
    private var counts: [Labels: Counts] = [:]

    private struct Labels: Hashable {
        var command: String
        var strategy: String

        var text: String { "command=\"\(command)\",strategy=\"\(strategy)\"" }
    }

    private struct Counts {
        var frames: UInt64 = 0
        var updates: UInt64 = 0
        /// Those of SportRadar's sockets, at the end of the latest interval.
        var socket: SocketCounts?
        /// The number of the latest interval of the present run that is in them; `nil`
        /// before the first.
        var latest: Int?
    }

    /// Takes a snapshot. An interval counts once, whether or not it was in the snapshot
    /// before. Each run has its own intervals from 0 on, and begins with a snapshot that
    /// has none; the steps of a search and runs that are made again all have the same
    /// repetition.
    mutating func take(_ snapshot: LiveSnapshot) {
        latest = snapshot
        let labels = Self.labels(snapshot)
        guard let interval = snapshot.interval else {
            counts[labels]?.latest = nil
            return
        }
        guard counts[labels]?.latest != interval.number else { return }
        counts[labels, default: Counts()].frames += interval.frames
        counts[labels, default: Counts()].updates += interval.updates
        counts[labels, default: Counts()].latest = interval.number
        counts[labels, default: Counts()].socket = interval.socket
    }

    private static func labels(_ snapshot: LiveSnapshot) -> Labels {
        Labels(command: escaped(snapshot.command), strategy: escaped(snapshot.strategy))
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }

    /// The page, which ends with `# EOF`.
    var text: String {
        (latest.map { text($0, Self.labels($0)) } ?? "") + counters + "# EOF\n"
    }

    private func text(_ snapshot: LiveSnapshot, _ labels: Labels) -> String {
        func gauge(_ name: String, _ unit: String, _ help: String, _ value: Double?) -> String {
            guard let value else { return "" }
            return Family(
                "oddsbench_\(name)", "gauge", unit: unit, help,
                samples: [("", labels.text, "\(value)")]
            ).text
        }
        func summary(_ name: String, _ help: String, _ p50: UInt64?, _ p99: UInt64?) -> String {
            let samples = [("0.5", p50), ("0.99", p99)].compactMap { quantile, value in
                value.map {
                    ("", "\(labels.text),quantile=\"\(quantile)\"", "\(Double($0) / 1e9)")
                }
            }
            guard !samples.isEmpty else { return "" }
            return Family(
                "oddsbench_\(name)_seconds", "summary", unit: "seconds", help, samples: samples
            ).text
        }
        let information = Family(
            "oddsbench", "info", "The command that measures, and the version of the program.",
            samples: [
                ("_info", """
                    command="\(Self.escaped(snapshot.command))",version="\(ReleaseNumber.text)"
                    """, "1")
            ]
        ).text
        let interval = snapshot.interval
        let total = max(snapshot.totalSeconds, .leastNonzeroMagnitude)
        return information + summary(
            "response_time", "From a frame's intended time to the end of service, in the latest"
                + " interval.", interval?.responseP50, interval?.responseP99)
            + gauge(
                "response_time_max_seconds", "seconds", "The largest of them.",
                interval?.responseMax.map { Double($0) / 1e9 })
            + summary(
                "service_time", "From the start to the end of service, in the latest interval.",
                interval?.serviceP50, interval?.serviceP99)
            + gauge(
                "updates_per_second", "", "Updates served per second of the latest interval.",
                interval.map { Double($0.updates) / max($0.seconds, .leastNonzeroMagnitude) })
            + gauge(
                "offered_updates_per_second", "", "Updates due per second.",
                snapshot.offeredRate)
            + gauge(
                "resident_memory_bytes", "bytes", "Resident set size of the measuring process.",
                interval?.residentBytes.map { Double($0) })
            + gauge(
                "heap_allocated_bytes", "bytes", "Live heap of the measuring process.",
                interval?.allocatedBytes.map { Double($0) })
            + gauge(
                "run_progress_ratio", "ratio", "How far the run is in its schedule.",
                min(snapshot.elapsedSeconds / total, 1))
            + gauge("run_repetition", "", "The number of the run.", Double(snapshot.repetition))
    }

    private var counters: String {
        let sorted = counts.sorted {
            ($0.key.command, $0.key.strategy) < ($1.key.command, $1.key.strategy)
        }
        func counter(_ name: String, _ help: String, _ count: (Counts) -> UInt64) -> String {
            guard !sorted.isEmpty else { return "" }
            return Family(
                "oddsbench_\(name)", "counter", help,
                samples: sorted.map { ("_total", $0.key.text, "\(count($0.value))") }
            ).text
        }
        return counter("frames", "Frames served in all intervals.", \.frames)
            + counter("updates", "Updates served in all intervals.", \.updates)
            + socketCounters(
                sorted.compactMap { labels, counts in counts.socket.map { (labels, $0) } })
    }

    /// What the sockets of SportRadar's contents counted (SR-N4).
    private func socketCounters(_ sockets: [(Labels, SocketCounts)]) -> String {
        func family(_ name: String, _ help: String, _ samples: [Family.Sample]) -> String {
            guard !samples.isEmpty else { return "" }
            return Family("oddsbench_\(name)", "counter", help, samples: samples).text
        }
        func counter(_ name: String, _ help: String, _ count: (SocketCounts) -> Int) -> String {
            family(name, help, sockets.map { ("_total", $0.0.text, "\(count($0.1))") })
        }
        let errors = sockets.flatMap { labels, counts in
            counts.errors.map { type, count -> Family.Sample in
                ("_total", "\(labels.text),error_type=\"\(Self.escaped(type))\"", "\(count)")
            }
        }
        return counter(
            "socket_frames_rejected", "Frames of sockets that are not legal.",
            \.socketFramesRejected)
            + family("error_frames", "Errors that servers sent on sockets.", errors)
            + counter(
                "elements_rejected", "Elements of frames that name no content.",
                \.elementsRejected)
            + counter("changes_ignored", "Changes that mean nothing.", \.changesIgnored)
            + counter(
                "changes_before_refreshed", "Changes of contents that were not yet whole.",
                \.changesBeforeRefreshed)
    }
}

/// One metric family.
private struct Family {
    typealias Sample = (suffix: String, labels: String, value: String)

    let text: String

    init(
        _ name: String, _ type: String, unit: String = "", _ help: String, samples: [Sample]
    ) {
        var lines = ["# TYPE \(name) \(type)"]
        if !unit.isEmpty { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(help)")
        lines += samples.map { "\(name)\($0.suffix){\($0.labels)} \($0.value)" }
        text = lines.map { $0 + "\n" }.joined()
    }
}
