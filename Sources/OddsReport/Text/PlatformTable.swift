import OddsResults

/// Requests to a platform as text.
package enum PlatformTable {
    /// What each run found and whether it can be believed, in eighty columns.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - title: What was measured.
    package static func summary(
        _ result: ResultEnvelope<PlatformResult>, title: String
    ) -> [String] {
        var lines = TextWrap.lines(title, indent: "") + [""]
        for run in result.runs {
            lines += TextWrap.lines(head(run, of: result.result), indent: "") + [""]
            lines += table(run).lines + [""]
            lines += PlatformSentences.all(run).flatMap { TextWrap.lines($0) } + [""]
        }
        if let hashing = PlatformSentences.hashing(result.result) {
            lines += TextWrap.lines(hashing)
        }
        return lines + ResultSentences.lines(result, runs: [])
    }

    /// All figures, in lines as long as they need.
    package static func details(
        _ result: ResultEnvelope<PlatformResult>, title: String
    ) -> [String] {
        var lines = summary(result, title: title)
        for run in result.runs {
            lines += [""] + serviceTable(run).lines + [""] + exchangeTable(run).lines + [""]
            for check in run.checks {
                lines.append("\(check.isOK ? "ok" : "WRONG"): \(check.name): \(check.detail)")
            }
        }
        return lines
    }

    /// `OK: 500 requests/s of 500; …`.
    private static func head(_ run: PlatformRun, of result: PlatformResult) -> String {
        let number = result.runs.count > 1 ? "run \(run.repetition): " : ""
        let cost = result.passwordCost.map { ", password cost \($0)" } ?? ""
        return """
            \(number)\(run.status.rawValue): \(FigureFormat.count(run.achievedRate)) requests/s \
            of \(FigureFormat.count(run.offeredRate)); \
            \(FigureFormat.counted(result.players, "player"))\(cost)
            """
    }

    static let header = ["response time", "answered", "p50", "p99", "p99.9", "max", "failed"]

    static func row(_ figures: PlatformRouteFigures) -> [String] {
        [figures.route.rawValue, FigureText.rate(figures.achievedRate)]
            + ["p50", "p99", "p999", "max"].map { cell(figures, "responseTime.\($0)") }
            + [FigureFormat.count(Double(figures.failed))]
    }

    private static func table(_ run: PlatformRun) -> TextTable {
        var table = TextTable(header: header)
        for figures in run.routes { table.add(row(figures)) }
        return table
    }

    static let serviceHeader = ["service time", "due", "p50", "p90", "p99", "p99.9", "max"]

    static func serviceRow(_ figures: PlatformRouteFigures) -> [String] {
        [figures.route.rawValue, FigureFormat.count(Double(figures.due))]
            + ["p50", "p90", "p99", "p999", "max"].map { cell(figures, "serviceTime.\($0)") }
    }

    private static func serviceTable(_ run: PlatformRun) -> TextTable {
        var table = TextTable(header: serviceHeader)
        for figures in run.routes { table.add(serviceRow(figures)) }
        return table
    }

    static let exchangeHeader = ["exchange", "status", "clients", "service"]

    static func exchangeRow(_ exchange: PlatformExchanges) -> [String] {
        [
            "\(exchange.method) \(exchange.route)", "\(exchange.status)",
            FigureFormat.count(Double(exchange.client)),
            FigureFormat.count(Double(exchange.server)),
        ]
    }

    private static func exchangeTable(_ run: PlatformRun) -> TextTable {
        var table = TextTable(header: exchangeHeader)
        for exchange in run.exchanges { table.add(exchangeRow(exchange)) }
        return table
    }

    /// A figure with the mark of a bound; `n/a` for too small a sample.
    static func cell(_ figures: PlatformRouteFigures, _ path: String) -> String {
        guard let value = figures[path] else { return FigureFormat.missing }
        let mark = figures.isLowerBound(path) ? "≥ " : ""
        return mark + FigureFormat.duration(nanoseconds: value)
    }
}
