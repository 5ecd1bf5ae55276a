import OddsResults

/// What a summary of runs says below its table.
struct RunSentences {
    typealias Column = (strategy: String, runs: [RunResult])

    private let columns: [Column]
    private let runs: [RunResult]

    init(_ columns: [Column]) {
        self.columns = columns
        runs = columns.flatMap(\.runs)
    }

    var all: [String] {
        let ratios = [
            ratios("serviceTime.p50", "Service p50"), ratios("responseTime.p99", "Response p99"),
        ].compactMap(\.self)
        let others = [ratios.isEmpty ? nil : intervals, spread, bounds].compactMap(\.self)
        return [programs].compactMap(\.self) + ratios + others
            + reasons.map(\.text)
    }

    /// The same, without those on runs that are INVALID or INCOMPLETE.
    var ofValidRuns: [String] {
        let unusable = reasons.filter { !$0.status.isValid }.map(\.text)
        return all.filter { !unusable.contains($0) }
    }

    /// What the columns of programs are made of; `nil` without any.
    private var programs: String? {
        let programs = runs.compactMap(\.program)
        guard programs.contains(where: { $0.level == nil }) else { return nil }
        let checked = programs.map(\.answersChecked).reduce(0, +)
        return """
            null answers nothing: its column is what asking a program costs, which is in the \
            columns of the others, too. All \(checked) answers of the others equal graph's.
            """
    }

    /// How many times the figure of the fastest strategy the others have.
    private func ratios(_ path: String, _ name: String) -> String? {
        guard let metric = MetricRegistry[path] else { return nil }
        let figures = columns.map { ($0.strategy, ComparedFigure(metric, of: $0.runs)) }
            .filter { $0.1.median != nil && !$0.1.measuresWindow }
        guard figures.count > 1,
            let base = figures.min(by: { $0.1.median ?? 0 < $1.1.median ?? 0 })
        else { return nil }
        let others = figures.filter { $0.0 != base.0 }.compactMap { name, figure in
            FigureChange(of: figure, to: base.1).map { change in
                [name, change.text, change.intervalText].compactMap(\.self).joined(separator: " ")
            }
        }
        guard !others.isEmpty else { return nil }
        return "\(name) against \(base.0), the fastest: \(others.joined(separator: ", "))."
    }

    /// What ratios lack, or what is in their brackets.
    private var intervals: String? {
        guard columns.count > 1 else { return nil }
        let needed = FigureChange.runsMin
        let few = columns.filter { Self.validCount($0.runs) < needed }
        if few.isEmpty {
            return "[low, high] is the ratio's 95% interval, from the spread between runs."
        }
        guard few.count < columns.count else {
            return "Ratios have intervals from \(needed) runs on (--repeat \(needed))."
        }
        // So many were asked for, and the machine spoilt some.
        let counts = few.map { "\($0.strategy) has \(Self.validCount($0.runs))" }
        return """
            Ratios have intervals where each strategy has \(needed) valid runs: \
            \(counts.joined(separator: ", ")).
            """
    }

    private static func validCount(_ runs: [RunResult]) -> Int {
        runs.count { $0.status.isValid }
    }

    private var spread: String? {
        let counts = columns.map(\.runs.count)
        guard let fewest = counts.min(), let most = counts.max(), most > 1 else { return nil }
        let count = fewest == most ? "\(most)" : "\(fewest) to \(most)"
        return "Figures are medians of \(count) runs ± half of their range."
    }

    private var bounds: String? {
        let marks = columns.flatMap { column in
            RunSummary.shown.compactMap { MetricRegistry[$0.0] }
                .map { RunBound.of($0, column.runs) }
        }
        let lower = marks.contains(.lower) || marks.contains(.unbounded)
            ? "≥: frames not served count with their age, a lower bound." : nil
        let upper = marks.contains(.upper) || marks.contains(.unbounded)
            ? "≤: more than a tenth may be the harness's own delay, an upper bound." : nil
        let texts = [lower, upper].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    /// Why runs have the status that they have, once for each strategy and status.
    var reasons: [(status: RunResult.Status, text: String)] {
        columns.flatMap { column in
            column.runs.map(\.status).uniqued().compactMap { status in
                let alike = column.runs.filter { $0.status == status && $0.reason != nil }
                let reason = alike.first?.reasonInShort.map { ": \($0)" }
                guard reason != nil || !status.isValid else { return nil }
                let others = alike.count - 1
                let more = others < 1 ? "" : ", and the like in \(others) more runs"
                return (status, "\(column.strategy) is \(status.rawValue)\(reason ?? "")\(more).")
            }
        }
    }
}
