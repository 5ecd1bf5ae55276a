import Foundation
import OddsResults

/// The section of `bench saturate --scale`.
enum GrowthSection {
    static func section(_ result: ResultEnvelope<GrowthResult>) -> ReportSection {
        var section = ReportSection(
            kind: "Growth",
            summary: "growing \(result.scale), from \(FigureText.traffic(result.command))",
            findings: result.curves.compactMap { finding($0, scale: result.scale) },
            sentences: ResultSentences.all(
                result, runs: result.curves.flatMap { $0.points.map(\.run) }),
            provenance: Provenance(result))
        section.add(
            chart(
                result, title: "Growth: service time p50", metric: "serviceTime.p50",
                y: Chart.Axis(title: "service p50", scale: .logarithmic, unit: .nanoseconds)
            ) { $0.serviceTime.p50.map { Double($0) } })
        section.add(
            chart(
                result, title: "Growth: service time p99", metric: "serviceTime.p99",
                y: Chart.Axis(title: "service p99", scale: .logarithmic, unit: .nanoseconds)
            ) { $0.serviceTime.p99.map { Double($0) } })
        section.add(
            chart(
                result, title: "Growth: live heap", metric: "memory.allocatedBytes",
                y: Chart.Axis(title: "live heap", scale: .logarithmic, unit: .bytes)
            ) { $0.memory.allocatedBytes.map { Double($0) } })
        section.add(fits(result))
        section.add(sizes(result))
        return section
    }

    private static func finding(
        _ curve: GrowthCurve, scale: String
    ) -> ReportSection.Finding? {
        curve.fits.first.map { fit in
            ReportSection.Finding(
                label: "\(curve.strategy) · \(fit.metric)",
                value: "\(scale)^\(FigureFormat.number(fit.exponent.value))",
                detail: interval(fit))
        }
    }

    private static func interval(_ fit: GrowthFit) -> String {
        let (low, high) = (fit.exponent.low, fit.exponent.high)
        return "[\(FigureFormat.number(low)), \(FigureFormat.number(high))]"
    }

    /// The runs as points, and the fitted power law as a dashed line.
    private static func chart(
        _ result: ResultEnvelope<GrowthResult>, title: String, metric: String, y: Chart.Axis,
        value: (RunResult) -> Double?
    ) -> Chart {
        var series: [Chart.Series] = []
        let colors = Palette.colors(of: result.curves.map(\.strategy))
        for curve in result.curves {
            let color = colors[curve.strategy] ?? 0
            let points = curve.points.compactMap { point in
                value(point.run).map { Chart.Series.Point(Double(point.size), $0) }
            }
            series.append(
                Chart.Series(name: curve.strategy, color: color, stroke: .none, points: points))
            guard let fit = curve.fits.first(where: { $0.metric == metric }) else { continue }
            let line = points.map { point in
                Chart.Series.Point(point.x, fit.factor * pow(point.x, fit.exponent.value))
            }
            series.append(
                Chart.Series(
                    name: "\(curve.strategy), fit", color: color, stroke: .dashed,
                    points: line.filter(\.y.isFinite)))
        }
        return Chart(
            title: title,
            explanation: "Both axes are logarithmic, so the slope is the exponent.",
            x: Chart.Axis(title: result.scale, scale: .logarithmic, unit: .count), y: y,
            series: series)
    }

    private static func fits(_ result: ResultEnvelope<GrowthResult>) -> ReportTable {
        ReportTable(
            title: "Power laws",
            header: ["figure", "strategy", "exponent", "95% interval", "R²"],
            rows: result.curves.flatMap { curve in
                curve.fits.map { fit in
                    [
                        fit.metric, curve.strategy, FigureFormat.number(fit.exponent.value),
                        interval(fit), FigureFormat.number(fit.determination),
                    ]
                }
            })
    }

    private static func sizes(_ result: ResultEnvelope<GrowthResult>) -> ReportTable {
        ReportTable(
            title: "All sizes",
            header: [
                result.scale, "strategy", "service p50", "service p99", "response p99",
                "live heap", "status",
            ],
            rows: result.curves.flatMap { curve in
                curve.points.map { point in
                    [
                        FigureFormat.count(Double(point.size)), curve.strategy,
                        FigureText.figure("serviceTime.p50", of: [point.run]),
                        FigureText.figure("serviceTime.p99", of: [point.run]),
                        FigureText.figure("responseTime.p99", of: [point.run]),
                        FigureText.bytes(point.run.memory.allocatedBytes),
                        point.run.status.rawValue,
                    ]
                }
            },
            notes: FigureText.invalidReasons(
                result.curves.flatMap { curve in
                    curve.points.map {
                        ("\(curve.strategy), \($0.size) \(result.scale)", $0.run)
                    }
                }),
            isFolded: true)
    }
}
