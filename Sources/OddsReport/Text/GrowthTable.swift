import OddsResults

/// Growth curves as text tables, with one row per size and the fits below.
package enum GrowthTable {
    /// What was asked, the answer, and what the machine did, in eighty columns.
    ///
    /// - Parameters:
    ///   - result: The curves.
    ///   - title: A line that says what was measured.
    package static func summary(
        _ result: ResultEnvelope<GrowthResult>, title: String
    ) -> [String] {
        let curves = result.curves.flatMap { curve -> [String] in
            var table = TextTable(
                header: [
                    "\(curve.strategy), \(result.scale)", "service p50", "p99", "response p99",
                    "heap", "status",
                ])
            for point in curve.points {
                let figures = ["serviceTime.p50", "serviceTime.p99", "responseTime.p99"]
                table.add(
                    [FigureFormat.count(Double(point.size))]
                        + figures.map { FigureText.figure($0, of: [point.run]) }
                        + [
                            FigureText.bytes(point.run.memory.allocatedBytes),
                            point.run.status.rawValue,
                        ])
            }
            return table.lines
                + curve.fits.flatMap { TextWrap.lines(fit(result.scale, $0) + ".") } + [""]
        }
        return TextWrap.lines(title, indent: "") + [""] + curves
            + ResultSentences.lines(result, runs: result.curves.flatMap { $0.points.map(\.run) })
    }

    /// All figures, in lines as long as they need.
    package static func lines(_ result: ResultEnvelope<GrowthResult>) -> [String] {
        result.curves.flatMap { curve -> [String] in
            var table = TextTable(
                header: [
                    "\(curve.strategy), \(result.scale)", "service p50", "service p99",
                    "response p50", "response p99", "heap allocated", "status",
                ])
            for point in curve.points {
                let run = point.run
                table.add([
                    FigureFormat.count(Double(point.size)),
                    FigureText.figure("serviceTime.p50", of: [run]),
                    FigureText.figure("serviceTime.p99", of: [run]),
                    FigureText.figure("responseTime.p50", of: [run]),
                    FigureText.figure("responseTime.p99", of: [run]),
                    FigureText.bytes(run.memory.allocatedBytes),
                    run.status.rawValue,
                ])
            }
            return table.lines + curve.fits.map { fit(result.scale, $0) } + [""]
        } + result.environment.missing.map { "note: \($0)" }
    }

    private static func fit(_ scale: String, _ fit: GrowthFit) -> String {
        let exponent = fit.exponent
        return "\(fit.metric) grows as \(scale)^\(number(exponent.value)) "
            + "[\(number(exponent.low)), \(number(exponent.high))], "
            + "R² \(number(fit.determination))"
    }

    private static func number(_ value: Double) -> String { FigureFormat.number(value) }
}
