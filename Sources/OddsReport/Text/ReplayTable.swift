import Crypto
import OddsHarness
import OddsReconstruction

/// What `bench replay` prints: the document `oddsbench.replay/1`.
struct ReplaySummary: Encodable {
    struct Strategy: Encodable {
        let strategy: String
        /// SHA-256 of the canonical snapshot.
        let digest: String
    }

    var schema = "oddsbench.replay/1"
    let files: [String]
    let channels: [ChannelReport]
    let strategies: [Strategy]

    init(files: [String], _ reports: [ReplayReport]) {
        self.files = files
        channels = reports.first?.channels ?? []
        strategies = reports.map(Self.strategy)
    }

    private static func strategy(_ report: ReplayReport) -> Strategy {
        Strategy(
            strategy: report.strategy, digest: hexadecimal(SHA256.hash(data: report.snapshot)))
    }

    static func lines(_ reports: [ReplayReport]) -> [String] {
        var lines: [String] = []
        for channel in reports.first?.channels ?? [] {
            lines += self.lines(channel)
            lines.append("")
        }
        for report in reports {
            let strategy = strategy(report)
            lines.append("snapshot of \(strategy.strategy): \(strategy.digest)")
        }
        return lines
    }

    private static func lines(_ channel: ChannelReport) -> [String] {
        let counters = channel.counters
        var table = TextTable(header: ["", "frames", "records"])
        table.add(["applied", "\(counters.framesApplied)", "\(counters.recordsApplied)"])
        table.add(["rejected", "\(counters.framesRejected)", "\(counters.recordsRejected)"])
        table.add(["stale", "\(counters.framesStale)"])
        table.add(["held at the end", "\(counters.framesHeld)"])
        table.add(["held and dropped", "\(counters.framesHeldDropped)"])
        table.add(["orphan updates", "", "\(counters.orphanUpdates)"])
        table.add(["orphan deletes", "", "\(counters.orphanDeletes)"])
        var lines = ["channel \(channel.channel)"]
        lines.append("version \(channel.version ?? "none"), \(channel.eventCount) events")
        lines += table.lines
        for reject in channel.rejects {
            lines.append(
                "frame \(reject.frame) rejected at byte \(reject.byteOffset): \(reject.reason)")
        }
        let rest = counters.framesRejected - channel.rejects.count
        if rest > 0 { lines.append("and \(rest) more") }
        return lines
    }
}
