import OddsHarness
import OddsMeasurement

/// A live run for people.
enum LiveText {
    static func lines(_ run: RunResult, _ live: LiveFigures) -> [String] {
        var table = TextTable(header: ["", "p50", "p90", "p99", "p99.9", "max"])
        table.add(row("response", run.responseTime))
        table.add(row("  wire", live.wire))
        table.add(row("  decode", live.decode))
        table.add(row("  apply", live.apply))
        table.add(row("  deliver", live.deliver))
        table.add(row("service", run.serviceTime))
        if let jitter = run.jitter { table.add(row("jitter", jitter.wakeDelay)) }
        if let lateness = live.generatorLateness { table.add(row("generator lateness", lateness)) }
        if let storms = live.timeToConsistent { table.add(row("time to consistent", storms)) }
        return table.lines + facts(run, live)
    }

    private static func row(_ name: String, _ summary: LatencySummary) -> [String] {
        let values = [summary.p50, summary.p90, summary.p99, summary.p999, summary.max]
        return [name]
            + values.map { value in
                value.map { FigureFormat.duration(nanoseconds: Double($0)) } ?? FigureFormat.missing
            }
    }

    private static func facts(_ run: RunResult, _ live: LiveFigures) -> [String] {
        let count = { (value: Int) in FigureFormat.count(Double(value)) }
        var lines = [
            """
            \(run.status.rawValue): \(FigureFormat.count(run.achievedRate)) records/s of \
            \(FigureFormat.count(run.offeredRate)); \(count(live.clients)) clients, \
            \(count(live.channels)) channels; \(run.responseTime.count) frames measured
            """,
            """
            frames: \(count(live.counts.framesApplied)) applied, \
            \(count(live.counts.framesRejected)) rejected, \(count(live.counts.framesStale)) \
            stale; reconnects: \(count(live.counts.reconnects))\
            \(live.counts.dumps.map { "; dumps: \(count($0))" } ?? "")\
            \(live.counts.faults.map { "; faults: \(count($0))" } ?? "")
            """,
        ]
        if let reason = run.reason { lines.append(reason) }
        let memory = [
            ("before", run.memory.residentBytesBefore), ("peak", run.memory.residentBytesPeak),
            ("after", run.memory.residentBytesAfter),
        ].map { "\($0) \($1.map { FigureFormat.bytes(Double($0)) } ?? FigureFormat.missing)" }
        lines.append("resident: " + memory.joined(separator: ", "))
        if let truth = live.truth {
            lines.append(
                "truth: \(truth.channels - truth.differing) of \(truth.channels) channels equal")
        } else {
            lines.append("truth: not compared, as the server has no control")
        }
        return lines
    }
}
