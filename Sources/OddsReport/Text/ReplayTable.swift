import OddsResults

/// A replay as text: one table per channel, then the digest of each strategy.
package enum ReplayTable {
    package static func lines(_ reports: [ReplayReport]) -> [String] {
        var lines: [String] = []
        for channel in reports.first?.channels ?? [] {
            lines += self.lines(channel)
            lines.append("")
        }
        return lines + reports.map { "snapshot of \($0.strategy): \($0.digest)" }
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
