import OddsResults

/// A step of a ramp in all runs of one strategy. Its figures are medians.
struct RampRow {
    private let steps: [RampStep]

    /// Those that all runs have, in order; none without a ramp.
    static func rows(_ runs: [RunResult]) -> [RampRow] {
        let steps = runs.map { $0.steps ?? [] }
        return (0..<(steps.map(\.count).min() ?? 0)).map { index in
            RampRow(steps: steps.map { $0[index] })
        }
    }

    /// The median; `nil` if a run lacks the figure.
    func median(_ figure: (RampStep) -> UInt64?) -> Double? {
        let values = steps.compactMap(figure).map { Double($0) }
        return values.count == steps.count ? Spread(values)?.median : nil
    }

    var offeredRate: Double { Spread(steps.map(\.offeredRate))?.median ?? 0 }

    var achievedRate: Double { Spread(steps.map(\.achievedRate))?.median ?? 0 }

    /// How many runs are saturated in the step.
    private var saturatedCount: Int { steps.count { $0.status == .saturated } }

    /// Whether more than half of the runs are.
    var isSaturated: Bool { 2 * saturatedCount > steps.count }

    /// Frames that were not served count in the response times with their age.
    var hasLowerBounds: Bool { steps.contains { $0.unserved.frames > 0 } }

    /// `OK`, `SATURATED`, or how many runs are saturated: `SATURATED 1/3`.
    private var status: String {
        guard saturatedCount > 0 else { return RunResult.Status.ok.rawValue }
        let text = RunResult.Status.saturated.rawValue
        return saturatedCount == steps.count ? text : "\(text) \(saturatedCount)/\(steps.count)"
    }

    /// The header of `cells`.
    static let header = [
        "step", "offered", "achieved", "response p50", "p99", "service p50", "status",
    ]

    /// - Parameter isInvalid: Whether a run is INVALID, and with it all of its steps.
    func cells(number: Int, isInvalid: Bool = false) -> [String] {
        func text(_ figure: (RampStep) -> UInt64?, mark: String = "") -> String {
            median(figure).map { mark + FigureText.duration($0) } ?? FigureFormat.missing
        }
        let mark = hasLowerBounds ? RunBound.lower.mark : ""
        return [
            "\(number)", FigureFormat.count(offeredRate), FigureFormat.count(achievedRate),
            text(\.responseTime.p50, mark: mark), text(\.responseTime.p99, mark: mark),
            text(\.serviceTime.p50), isInvalid ? RunResult.Status.invalid.rawValue : status,
        ]
    }
}

/// The steps of a ramp as text in eighty columns, with one row per step.
enum RampTable {
    /// A table for each strategy; none without a ramp.
    static func lines(_ runs: [RunResult]) -> [String] {
        StrategyRuns(runs).strategies.flatMap { strategy -> [String] in
            let rows = RampRow.rows(strategy.runs)
            guard !rows.isEmpty else { return [] }
            var table = TextTable(header: RampRow.header)
            let isInvalid = strategy.runs.contains { $0.status == .invalid }
            for (index, row) in rows.enumerated() {
                table.add(row.cells(number: index + 1, isInvalid: isInvalid))
            }
            return ["", "Steps of \(strategy.name), in updates/s:"] + table.lines
                + TextWrap.lines(conclusion(strategy, rows))
        }
    }

    /// From where on the rate is too high. A step that is saturated before one that is
    /// not had a burst.
    static func conclusion(_ strategy: StrategyRuns.Strategy, _ rows: [RampRow]) -> String {
        let name = strategy.name
        guard !strategy.runs.contains(where: { $0.status == .invalid }) else {
            return "\(name) is INVALID, and so are its steps: the machine has a part in them."
        }
        let first = (rows.lastIndex { !$0.isSaturated } ?? -1) + 1
        let rate = { FigureFormat.count(rows[$0].offeredRate) + " updates/s" }
        guard first < rows.count else {
            return "\(name) sustains all steps, up to \(rate(rows.count - 1))."
        }
        let before = first == 0 ? "" : "; it sustains step \(first), \(rate(first - 1))"
        return "\(name) is SATURATED from step \(first + 1) on, \(rate(first))\(before)."
    }
}
