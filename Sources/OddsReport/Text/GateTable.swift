import Foundation
import OddsResults

/// A gate for people: a row a figure.
package enum GateTable {
    package static func lines(_ result: ResultEnvelope<GateResult>) -> [String] {
        var table = TextTable(
            header: [
                "", "baseline", "candidate", "change", "interval", "threshold", "floor", "verdict",
            ])
        for judgement in result.judgements {
            table.add([judgement.name] + GateFigures(judgement).cells)
        }
        let reasons = result.judgements.compactMap { judgement in
            judgement.reason.map { "\(judgement.name): \($0)" }
        }
        return [title(result), design(result), ""]
            + (result.judgements.isEmpty ? [] : table.lines)
            + reasons + result.notes.map { "note: \($0)" }
            + ["\(result.verdict.rawValue)\(result.reason.map { ": \($0)" } ?? "")"]
    }

    static func title(_ result: ResultEnvelope<GateResult>) -> String {
        let sides = [result.candidate, result.baseline].map { side in
            side.commit.map { "\(side.name) (\($0.prefix(12)))" } ?? side.name
        }
        let injected = result.design.injectedSlowdown.map {
            ", slowed on purpose by \(FigureFormat.percent($0))"
        }
        return "gate of \(sides[0])\(injected ?? "") against \(sides[1])"
    }

    static func design(_ result: ResultEnvelope<GateResult>) -> String {
        let pairs = result.runs.map(\.pair).max() ?? 0
        let looks = result.design.looks.map(String.init).joined(separator: " and ")
        return """
            \(pairs) \(result.design.isInterleaved ? "pairs of runs in turns" : "runs of each"), \
            judged after \(looks); each interval's end that raises alarms has a confidence of \
            \(confidence(result.design.alarmConfidence)), the other \
            \(confidence(result.design.passConfidence)): at most \
            \(FigureFormat.percent(result.design.falseAlarmProbabilityMax)) false alarms together
            """
    }

    /// Confidences near 1 differ in what is left.
    private static func confidence(_ share: Double) -> String {
        String(format: "%.4g%%", share * 100)
    }
}

extension MetricJudgement {
    /// What it is about, for people.
    var name: String { "\(strategy) \(metric)" }
}

/// The figures of a judgement for people, the same in all forms.
package struct GateFigures: Sendable {
    /// Baseline, candidate, change, interval, threshold, floor, verdict.
    package let cells: [String]

    /// In one line.
    package var sentence: String {
        """
        \(cells[6]): \(cells[0]) to \(cells[1]), change \(cells[2]) \(cells[3]), threshold \
        \(cells[4]), noise floor \(cells[5])
        """
    }

    package init(_ judgement: MetricJudgement) {
        let metric = judgement.metric
        func figure(_ value: Double?) -> String {
            value.map { Self.figure($0, of: metric) } ?? FigureFormat.missing
        }
        func change(_ value: Double?) -> String {
            guard let value else { return FigureFormat.missing }
            let sign = value > 0 ? "+" : value < 0 ? "−" : ""
            return sign
                + (judgement.isExact
                    ? Self.figure(abs(value), of: metric) : FigureFormat.percent(abs(value)))
        }
        let interval = judgement.change.map { "[\(change($0.low)), \(change($0.high))]" }
        cells = [
            figure(judgement.baseline), figure(judgement.candidate),
            change(judgement.change?.value), interval ?? FigureFormat.missing,
            judgement.isExact ? "0" : FigureFormat.percent(judgement.threshold),
            FigureFormat.percent(judgement.floor), judgement.verdict.rawValue,
        ]
    }

    /// A figure in the unit of its metric.
    static func figure(_ value: Double, of metric: String) -> String {
        (MetricRegistry[metric]?.unit ?? .number).text(value)
    }
}
