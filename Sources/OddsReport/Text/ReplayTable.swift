import OddsResults

/// A replay as text: one table per channel, then the digest of each strategy.
package enum ReplayTable {
    package static func lines(_ reports: [ReplayReport]) -> [String] {
        var lines: [String] = []
        for channel in reports.first?.channels ?? [] {
            lines += self.lines(channel)
            lines.append("")
        }
        if let socket = reports.first?.socket {
            lines += self.lines(socket)
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
        if let early = counters.changesBeforeRefreshed {
            table.add(["before it was whole", "", "\(early)"])
        }
        if let ignored = counters.changesIgnored {
            table.add(["ignored changes", "", "\(ignored)"])
        }
        var lines = ["channel \(channel.channel)"]
        lines.append("version \(channel.version ?? "none"), \(channel.eventCount) events")
        return lines + table.lines + self.lines(channel.rejects)
    }

    private static func lines(_ socket: SocketReport) -> [String] {
        let counts = socket.counts
        var table = TextTable(header: ["", "frames", "elements"])
        table.add(["rejected", "\(counts.socketFramesRejected)", "\(counts.elementsRejected)"])
        table.add(["ignored", "\(socket.framesIgnored)", "\(counts.changesIgnored)"])
        table.add(["before their content was whole", "", "\(counts.changesBeforeRefreshed)"])
        for (type, count) in counts.errors { table.add(["error \(type)", "\(count)"]) }
        return ["socket"] + table.lines + lines(socket.rejects)
    }

    private static func lines(_ rejects: [RejectedFrame]) -> [String] {
        rejects.map { "frame \($0.frame) rejected at byte \($0.byteOffset): \($0.reason)" }
    }
}
