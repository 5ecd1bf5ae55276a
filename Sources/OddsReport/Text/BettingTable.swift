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
        for run in result.runs {
            lines += TextWrap.lines(head(run, of: result.result), indent: "") + [""]
            lines += timeTable(run).lines + [""] + curveTable(run.curve).lines + [""]
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
            var ages = TextTable(header: ageHeader)
            for point in run.curve { ages.add(ageRow(point)) }
            var exchanges = TextTable(header: PlatformTable.exchangeHeader)
            for exchange in run.exchanges { exchanges.add(PlatformTable.exchangeRow(exchange)) }
            lines += [""] + ages.lines + [""] + exchanges.lines + [""]
            for check in run.checks {
                lines.append("\(check.isOK ? "ok" : "WRONG"): \(check.name): \(check.detail)")
            }
        }
        return lines
    }

    /// `graph: OK: 2,000 tickets/s of 2,000; …`.
    private static func head(_ run: BettingRun, of result: BettingResult) -> String {
        """
        \(name(run, of: result)): \(run.status.rawValue): \
        \(FigureFormat.count(run.tickets.achievedRate)) tickets/s of \
        \(FigureFormat.count(run.tickets.offeredRate)); \
        \(FigureFormat.counted(result.players, "player")), sync \(result.sync), policy \
        \(result.policy)
        """
    }

    /// The strategy, with the number of the run where it has several.
    static func name(_ run: BettingRun, of result: BettingResult) -> String {
        let hasSeveral = result.runs.contains { $0.repetition > 1 }
        return run.strategy + (hasSeveral ? ", run \(run.repetition)" : "")
    }

    static let header = ["response time", "achieved", "p50", "p99", "p99.9", "max"]

    /// The name of a subject in tables.
    static func name(_ subject: BettingSubject) -> String {
        switch subject {
        case .tickets: "tickets"
        case .feed: "feed with tickets"
        case .feedAlone: "feed alone"
        }
    }

    static func row(_ subject: BettingSubject, of run: BettingRun) -> [String] {
        [name(subject), FigureText.rate(run[subject, "achievedRate"] ?? 0)]
            + ["p50", "p99", "p999", "max"].map { cell(subject, "responseTime.\($0)", of: run) }
    }

    private static func timeTable(_ run: BettingRun) -> TextTable {
        var table = TextTable(header: header)
        for subject in BettingSubject.allCases { table.add(row(subject, of: run)) }
        return table
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

    private static func curveTable(_ curve: [OddsChangePoint]) -> TextTable {
        var table = TextTable(header: curveHeader)
        for point in curve { table.add(curveRow(point)) }
        return table
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
