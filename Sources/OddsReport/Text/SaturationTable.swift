import OddsResults

/// Saturation curves as text tables, with one row per run and the sustained
/// rate below.
package enum SaturationTable {
    package static func lines(_ result: ResultEnvelope<SaturationResult>) -> [String] {
        result.curves.flatMap { curve -> [String] in
            var table = TextTable(header: [curve.strategy] + header(result.result))
            for point in curve.points {
                table.add([FigureText.rate(Double(point.rate))] + cells(point))
            }
            return table.lines + [conclusion(curve, result.result), ""]
        } + result.environment.missing.map { "note: \($0)" }
            + (result.verified.map { [$0.text] } ?? [])
    }

    /// The header of `cells`.
    static func header(_ result: SaturationResult) -> [String] {
        [
            "achieved \(result.runRateUnit)", "response p50", "p99", "p99.9", "service p50", "p99",
            "status", result.objective,
        ]
    }

    private static let figures = [
        "responseTime.p50", "responseTime.p99", "responseTime.p999", "serviceTime.p50",
        "serviceTime.p99",
    ]

    /// The figures of one run, without its rate.
    static func cells(_ point: SaturationPoint) -> [String] {
        let run = point.run
        return [
            FigureFormat.count(run.achievedRate),
        ] + figures.map { FigureText.figure($0, of: [run]) } + [
            run.status.rawValue,
            // An invalid run says nothing about the objective.
            run.status == .invalid
                ? FigureFormat.missing
                : point.holds.map { $0 ? "holds" : "broken" } ?? FigureFormat.missing,
        ]
    }

    /// What a strategy without a sustained rate does.
    private static func failure(_ curve: SaturationCurve) -> String {
        curve.points.contains { $0.holds == nil && $0.run.status != .invalid }
            ? "is not shown to sustain" : "does not sustain"
    }

    static func conclusion(
        _ curve: SaturationCurve, _ result: SaturationResult
    ) -> String {
        guard let sustained = curve.sustainedRate else {
            return curve.failureToJudge
                ?? "\(curve.strategy) \(failure(curve)) the objective at any rate tried"
        }
        return "\(curve.strategy) sustains \(FigureFormat.count(Double(sustained))) updates/s"
            + (result.achieved(by: curve).map { ", that is \($0)" } ?? "")
            + (curve.limitation.map { "; \($0)" } ?? "")
    }
}
