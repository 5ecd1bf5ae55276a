import OddsResults

/// A run over sockets as text: its latencies by stage and its counts.
package enum LiveTable {
    /// The header of `rows`.
    package static let header = ["", "p50", "p90", "p99", "p99.9", "max"]

    /// The response time, its stages, then service time, jitter and lateness
    /// for comparison.
    package static func rows(_ run: RunResult, _ live: LiveFigures) -> [[String]] {
        var rows = [row("response", "responseTime", run)]
        if let undelayed = live.undelayedResponseTime {
            rows.append(row("  without lateness", undelayed))
        }
        rows += stages(live).map { row("  " + $0.name, $0.summary) }
        rows.append(row("service", "serviceTime", run))
        if let jitter = run.jitter { rows.append(row("jitter", jitter.wakeDelay)) }
        if let lateness = live.generatorLateness {
            rows.append(row("generator lateness", lateness))
        }
        if let storms = live.timeToConsistent { rows.append(row("time to consistent", storms)) }
        return rows
    }

    /// The stages of the response time, in order.
    package static func stages(
        _ live: LiveFigures
    ) -> [(name: String, summary: LatencySummary)] {
        [
            ("wire", live.wire), ("decode", live.decode), ("apply", live.apply),
            ("deliver", live.deliver),
        ]
    }

    /// Status, counts and memory, one line each.
    package static func facts(_ run: RunResult, _ live: LiveFigures) -> [String] {
        let count = { (value: Int) in FigureFormat.count(Double(value)) }
        var lines = [
            """
            \(run.status.rawValue): \(FigureFormat.count(run.achievedRate)) records/s of \
            \(FigureFormat.count(run.offeredRate)); \
            \(FigureFormat.counted(live.clients, "client")), \
            \(FigureFormat.counted(live.channels, "channel")); \
            \(count(Int(run.responseTime.count))) frames due
            """,
            """
            frames: \(count(live.counts.framesApplied)) applied, \
            \(count(live.counts.framesRejected)) rejected, \(count(live.counts.framesStale)) \
            stale; reconnects: \(count(live.counts.reconnects))\
            \(live.counts.dumps.map { "; dumps: \(count($0))" } ?? "")\
            \(live.counts.faults.map { "; faults: \(count($0))" } ?? "")
            """,
        ]
        if let socket = live.counts.socket { lines.append(self.socket(socket)) }
        if let account = live.account { lines.insert(contentsOf: amounts(account), at: 1) }
        if live.isDisrupted == true {
            lines.append("the response times include the storms and faults of the plan")
        }
        if let reason = run.reason { lines.append(reason) }
        let memory = [
            ("before", run.memory.residentBytesBefore), ("peak", run.memory.residentBytesPeak),
            ("after", run.memory.residentBytesAfter),
        ].map { "\($0) \(FigureText.bytes($1))" }
        lines.append("resident: " + memory.joined(separator: ", "))
        return lines + ["truth: " + truth(run, live)]
    }

    /// What the sockets of contents counted.
    private static func socket(_ counts: SocketCounts) -> String {
        let count = { (value: Int) in FigureFormat.count(Double(value)) }
        let errors = counts.errors.map { "; \($0.type): \(count($0.count))" }.joined()
        return """
            sockets: \(count(counts.socketFramesRejected)) frames and \
            \(count(counts.elementsRejected)) elements rejected; changes: \
            \(count(counts.changesIgnored)) ignored, \(count(counts.changesBeforeRefreshed)) \
            before their content was whole\(errors)
            """
    }

    /// What became of the frames that were due.
    private static func amounts(_ account: LiveFigures.Account) -> [String] {
        func text(_ name: String, _ amount: LiveFigures.Account.Amount) -> String {
            let share = Double(amount.frames) / Double(max(account.offered.frames, 1))
            return """
                \(name): \(FigureFormat.count(Double(amount.frames))) frames \
                (\(FigureFormat.percent(share))), \
                \(FigureFormat.count(Double(amount.records))) records
                """
        }
        var lines = [
            text("seen", account.seen),
            text("superseded by a dump or a complete reading", account.superseded),
        ]
        let unseen = text("unseen when the window closed", account.unseen)
        lines.append(unseen + (account.unseen.frames > 0 ? ", counted with their age (≥)" : ""))
        if account.staleFrames > 0 {
            let count = FigureFormat.count(Double(account.staleFrames))
            lines.append("not offered: \(count) frames older than their topic's state")
        }
        return lines
    }

    private static func truth(_ run: RunResult, _ live: LiveFigures) -> String {
        guard let truth = live.truth else {
            return run.fleet == nil
                ? "not compared: the server has no control"
                : "not compared: no coordinator held the world"
        }
        let equal = "\(truth.channels - truth.differing) of \(truth.channels) channels equal"
        return equal + (truth.reason.map { "; \($0)" } ?? "")
    }

    /// The table with the facts below it, in eighty columns.
    package static func lines(_ run: RunResult, _ live: LiveFigures) -> [String] {
        var table = TextTable(header: header)
        for row in rows(run, live) { table.add(row) }
        let facts = facts(run, live).map { TextWrap.lines($0) }
        return (facts.first ?? []) + [""] + table.lines + [""] + facts.dropFirst().joined()
    }

    private static func row(_ name: String, _ summary: LatencySummary) -> [String] {
        let values = [summary.p50, summary.p90, summary.p99, summary.p999, summary.max]
        return [name] + values.map { FigureText.duration($0) }
    }

    /// A distribution of the run, whose figures may be bounds.
    private static func row(_ name: String, _ path: String, _ run: RunResult) -> [String] {
        [name]
            + ["p50", "p90", "p99", "p999", "max"].map {
                FigureText.figure("\(path).\($0)", of: [run])
            }
    }
}
