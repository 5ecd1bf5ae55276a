import OddsResults

/// Tickets against moving odds as text.
package enum BettingTable {
    /// What each run found and whether it can be believed, in eighty columns.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - title: What was measured.
    package static func summary(
        _ result: ResultEnvelope<BettingResult>, title: String
    ) -> [String] {
        var lines = TextWrap.lines(title, indent: "") + [""]
        let overview = BettingOverview.rows(result.result)
        if !overview.isEmpty { lines += table(BettingOverview.header, overview) + [""] }
        for run in result.runs {
            lines += TextWrap.lines(head(run, of: result.result), indent: "") + [""]
            lines += table(header, rows(run)) + [""]
            lines += table(curveHeader, run.curve.map(curveRow)) + [""]
            lines += BettingSentences.all(run).flatMap { TextWrap.lines($0) } + [""]
        }
        return lines + ResultSentences.lines(result, runs: [])
    }

    /// All figures, in lines as long as they need.
    package static func details(
        _ result: ResultEnvelope<BettingResult>, title: String
    ) -> [String] {
        var lines = summary(result, title: title)
        for run in result.runs {
            lines += [""] + table(ageHeader, run.curve.map(ageRow)) + [""]
            lines += table(
                PlatformTable.exchangeHeader, run.exchanges.map(PlatformTable.exchangeRow))
            lines.append("")
            for check in run.checks {
                lines.append("\(check.isOK ? "ok" : "WRONG"): \(check.name): \(check.detail)")
            }
        }
        return lines
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> [String] {
        var table = TextTable(header: header)
        for row in rows { table.add(row) }
        return table.lines
    }

    /// `graph: OK: 2,000 tickets/s of 2,000, 1,800 placed/s; …`.
    private static func head(_ run: BettingRun, of result: BettingResult) -> String {
        // Otherwise its name has it.
        let sync = result.syncs.count == 1 ? ", sync \(run.sync)" : ""
        return """
            \(name(run, of: result)): \(run.status.rawValue): \
            \(FigureFormat.count(run.tickets.achievedRate)) tickets/s of \
            \(FigureFormat.count(run.tickets.offeredRate)), \
            \(FigureFormat.count(run.tickets.placedRate)) placed/s; \
            \(FigureFormat.counted(result.players, "player"))\(sync), policy \(result.policy)
            """
    }

    /// What sets the run apart from the others of the result.
    static func name(_ run: BettingRun, of result: BettingResult) -> String {
        let hasSeveral = result.runs.contains { $0.repetition > 1 }
        return result.groupName(run) + (hasSeveral ? ", run \(run.repetition)" : "")
    }

    static let header = ["response time", "achieved", "placed", "p50", "p99", "p99.9", "max"]

    static func rows(_ run: BettingRun) -> [[String]] {
        BettingSubject.allCases.map { row($0, of: run) }
    }

    /// The name of a subject in tables.
    static func name(_ subject: BettingSubject) -> String {
        switch subject {
        case .tickets: "tickets"
        case .feed: "feed with tickets"
        case .feedAlone: "feed alone"
        }
    }

    private static func row(_ subject: BettingSubject, of run: BettingRun) -> [String] {
        [
            name(subject), FigureText.rate(run[subject, "achievedRate"] ?? 0),
            subject == .tickets ? FigureText.rate(run.tickets.placedRate) : "",
        ] + ["p50", "p99", "p999", "max"].map { cell(subject, "responseTime.\($0)", of: run) }
    }

    static let curveHeader = ["client delay", "tickets", "changed", "share", "95% interval"]

    static func curveRow(_ point: OddsChangePoint) -> [String] {
        let interval = point.shareLow.flatMap { low in
            point.shareHigh.map { "\(share(low)) to \(share($0))" }
        }
        return [
            FigureText.duration(point.delayNanoseconds),
            FigureFormat.count(Double(point.tickets)), FigureFormat.count(Double(point.changed)),
            point.share.map(share) ?? FigureFormat.missing, interval ?? FigureFormat.missing,
        ]
    }

    static let ageHeader = ["client delay", "age of price p50", "p90", "p99", "max"]

    static func ageRow(_ point: OddsChangePoint) -> [String] {
        let age = point.priceAge
        return [FigureText.duration(point.delayNanoseconds)]
            + [age.p50, age.p90, age.p99, age.max].map(FigureText.duration)
    }

    static func share(_ share: Double) -> String { FigureFormat.number(share * 100) + "%" }

    /// A figure with the mark of a bound; `n/a` for too small a sample.
    static func cell(_ subject: BettingSubject, _ path: String, of run: BettingRun) -> String {
        guard let value = run[subject, path] else { return FigureFormat.missing }
        let mark = run.isLowerBound(subject, path) ? "≥ " : ""
        return mark + FigureFormat.duration(nanoseconds: value)
    }
}
