import Foundation
import OddsResults

/// A gate as text tables in eighty columns: one for each strategy, with one row per
/// figure.
package enum GateTable {
    package static func lines(_ result: ResultEnvelope<GateResult>) -> [String] {
        let tables = result.judgements.map(\.strategy).uniqued().flatMap { strategy in
            table(strategy, result.judgements.filter { $0.strategy == strategy })
        }
        let reasons = result.judgements.compactMap { judgement in
            judgement.reason.map { "\(judgement.name): \($0)" }
        }
        let notes = reasons + result.notes.map { "note: \($0)" }
            + ["\(result.verdict.rawValue)\(result.reason.map { ": \($0)" } ?? "")"]
        return [title(result), design(result)].flatMap { TextWrap.lines($0) } + [""]
            + tables + notes.flatMap { TextWrap.lines($0) }
    }

    /// The interval stands for the change, which lies within.
    private static func table(_ strategy: String, _ judgements: [MetricJudgement]) -> [String] {
        var table = TextTable(
            header: [strategy, "baseline", "candidate", "change", "limit", "verdict"])
        for judgement in judgements {
            let figures = GateFigures(judgement)
            let label =
                judgement.metric == CountResult.metric
                ? "instructions" : MetricRegistry[judgement.metric]?.label ?? judgement.metric
            let change = judgement.isExact ? figures.cells[2] : figures.cells[3]
            table.add([label] + figures.cells[..<2] + [change] + figures.cells[4...])
        }
        return table.lines
    }

    static func title(_ result: ResultEnvelope<GateResult>) -> String {
        let sides = [result.candidate, result.baseline].map { side in
            side.commit.map { "\(side.name) (\($0.prefix(12)))" } ?? side.name
        }
        let injected = result.design.injection.map { ", deliberately \($0.text)," }
        return "gate of \(sides[0])\(injected ?? "") against \(sides[1])"
    }

    static func design(_ result: ResultEnvelope<GateResult>) -> String {
        let design = result.design
        let pairs = result.runs.map(\.pair).max() ?? 0
        let looks = design.looks.filter { $0 > 0 }.map(String.init).joined(separator: " and ")
        let layouts = design.layouts.map { ", each side in \($0) layouts of its code" } ?? ""
        let turns =
            design.turnNanoseconds.map {
                " in turns of \(FigureFormat.duration(nanoseconds: Double($0)))"
            } ?? ""
        guard pairs > 0 else { return "no pairs of runs\(layouts)" }
        let rate =
            design.falseAlarmProbabilityMax.map {
                "the overall false-alarm rate is at most \(FigureFormat.percent($0))"
            }
            ?? (design.isInterleaved
                ? "no rate of false alarms is known for one layout of the code"
                : "no rate of false alarms is known for runs of another time")
        return """
            \(design.isInterleaved
                ? FigureFormat.counted(pairs, "interleaved pair") + " of runs"
                : FigureFormat.counted(pairs, "run") + " of each")\
            \(turns)\(layouts)\(looks.isEmpty ? "" : ", judged after \(looks)"); the confidence is \
            at least \(confidence(design.alarmConfidence)) for the end of each interval that \
            raises alarms, \(confidence(design.passConfidence)) for the other: \(rate)\
            \(result.runs.allSatisfy { $0.run.harness != nil } ? "; \(undelayed)" : "")
            """
    }

    private static let undelayed = "latencies are without the harness's own delays"

    /// Confidences near 1 differ only in late digits.
    private static func confidence(_ share: Double) -> String {
        String(format: "%.4g%%", share * 100)
    }
}

extension MetricJudgement {
    /// The strategy and the metric, for tables and messages.
    var name: String { "\(strategy) \(metric)" }
}

/// The formatted figures of a judgement, for all output formats.
package struct GateFigures: Sendable {
    /// Baseline, candidate, change, interval, limit, verdict.
    package let cells: [String]

    /// All figures in one line.
    package var sentence: String {
        """
        \(cells[5]): \(cells[0]) to \(cells[1]), change \(cells[2]) \(cells[3]), limit \(cells[4])
        """
    }

    package init(_ judgement: MetricJudgement) {
        let metric = judgement.metric
        func figure(_ value: Double?) -> String {
            value.map { Self.figure($0, of: metric) } ?? FigureFormat.missing
        }
        func change(_ value: Double?) -> String {
            guard let value else { return FigureFormat.missing }
            guard judgement.isExact else { return FigureFormat.change(value) }
            let sign = value > 0 ? "+" : value < 0 ? "−" : ""
            return sign + Self.figure(abs(value), of: metric)
        }
        let interval = judgement.change.map { "[\(change($0.low)), \(change($0.high))]" }
        cells = [
            figure(judgement.baseline), figure(judgement.candidate),
            change(judgement.change?.value), interval ?? FigureFormat.missing,
            judgement.threshold == 0 ? "0" : FigureFormat.percent(judgement.threshold),
            judgement.verdict.rawValue,
        ]
    }

    /// A figure in the unit of its metric.
    static func figure(_ value: Double, of metric: String) -> String {
        (MetricRegistry[metric]?.unit ?? .number).text(value)
    }
}
