import OddsResults

/// Saturation curves for people: a row a run, the found rate below.
package enum SaturationTable {
    package static func lines(_ result: ResultEnvelope<SaturationResult>) -> [String] {
        result.curves.flatMap { curve -> [String] in
            var table = TextTable(
                header: [
                    curve.strategy, "achieved \(result.runRateUnit)", "response p50", "p99",
                    "p99.9", "service p50", "p99", "status", result.objective,
                ])
            for point in curve.points {
                let run = point.run
                table.add([
                    FigureText.rate(Double(point.rate)), FigureFormat.count(run.achievedRate),
                    FigureText.response(run, run.responseTime.p50),
                    FigureText.response(run, run.responseTime.p99),
                    FigureText.response(run, run.responseTime.p999),
                    FigureText.duration(run.serviceTime.p50),
                    FigureText.duration(run.serviceTime.p99), run.status.rawValue,
                    point.holds.map { $0 ? "holds" : "broken" } ?? FigureFormat.missing,
                ])
            }
            return table.lines + [conclusion(curve, result.result), ""]
        } + result.environment.missing.map { "note: \($0)" }
    }

    private static func conclusion(
        _ curve: SaturationCurve, _ result: SaturationResult
    ) -> String {
        guard let sustained = curve.sustainedRate else {
            return "\(curve.strategy) holds the objective at no rate that was tried"
        }
        return "\(curve.strategy) holds \(FigureFormat.count(Double(sustained))) updates/s"
            + (result.achieved(by: curve).map { ", that is \($0)" } ?? "")
            + (curve.isHarnessLimit ? ", and the harness could offer no more" : "")
    }
}
