import OddsResults

/// Formats optional figures for cells and findings; a missing one is `n/a`.
enum FigureText {
    static func duration(_ nanoseconds: UInt64?) -> String {
        nanoseconds.map { duration(Double($0)) } ?? FigureFormat.missing
    }

    static func duration(_ nanoseconds: Double) -> String {
        FigureFormat.duration(nanoseconds: nanoseconds)
    }

    static func bytes(_ bytes: Int?) -> String {
        bytes.map { FigureFormat.bytes(Double($0)) } ?? FigureFormat.missing
    }

    static func rate(_ rate: Double) -> String { FigureFormat.count(rate) + "/s" }

    /// The format of a trend's values.
    static func format(of trend: SoakTrend) -> (Double) -> String {
        if trend.isRatio { return FigureFormat.number }
        if trend.metric.hasSuffix("Bytes") { return FigureFormat.bytes }
        return { FigureFormat.duration(nanoseconds: $0) }
    }

    /// What a trend's bound says about it: `ok` if the whole interval is below, `open` if
    /// it reaches beyond; empty for one that is not judged.
    static func judgement(of trend: SoakTrend) -> String {
        guard let riseMax = trend.riseMax else { return "" }
        return trend.isBroken ? "RISING" : trend.rise.high > riseMax ? "open" : "ok"
    }

    /// The median of a figure of some runs, marked where it is a bound; `n/a` if a run
    /// lacks it, or if it is a bound from both sides.
    static func figure(_ path: String, of runs: [RunResult]) -> String {
        guard let metric = MetricRegistry[path] else { return FigureFormat.missing }
        return figure(metric, of: runs) ?? FigureFormat.missing
    }

    /// The same; `nil` for `n/a`.
    static func figure(_ metric: Metric, of runs: [RunResult]) -> String? {
        let values = runs.compactMap(metric.value)
        let bound = RunBound.of(metric, runs)
        guard values.count == runs.count, bound != .unbounded, let spread = Spread(values) else {
            return nil
        }
        return bound.mark + metric.unit.text(spread.median)
    }

    /// The worst status of some runs, with its reason, if it has one.
    static func status(_ runs: [RunResult]) -> String {
        guard let worst = worst(runs) else { return FigureFormat.missing }
        return worst.status.rawValue + (worst.reasonInShort.map { ": \($0)" } ?? "")
    }

    /// The first INVALID run, or else the first INCOMPLETE or SATURATED one, or else any.
    private static func worst(_ runs: [RunResult]) -> RunResult? {
        [.invalid, .incomplete, .saturated].lazy.compactMap { status in
            runs.first { $0.status == status }
        }.first ?? runs.first
    }

    /// That of the worst status of some runs; of INVALID runs alone, that their figures are
    /// noise.
    static func tone(of runs: [RunResult]) -> ReportSection.Finding.Tone {
        tone(of: runs.map(\.status))
    }

    static func tone(of statuses: [RunResult.Status]) -> ReportSection.Finding.Tone {
        if statuses.isEmpty { return .neutral }
        if statuses.allSatisfy({ $0 == .invalid }) { return .invalid }
        if !statuses.allSatisfy(\.isValid) { return .bad }
        return statuses.contains(.saturated) ? .neutral : .good
    }

    /// Why runs are INVALID or INCOMPLETE, for the notes of a table that has their statuses.
    static func invalidReasons(_ runs: [(name: String, run: RunResult)]) -> [String] {
        runs.compactMap { name, run in
            guard !run.status.isValid else { return nil }
            return "\(name): \(run.status.rawValue)\(run.reason.map { ": \($0)" } ?? "")"
        }.uniqued()
    }

    static func tone(_ status: RunResult.Status) -> ReportSection.Finding.Tone {
        tone(of: [status])
    }

    /// The value of an option in a command's words; empty if it is absent.
    static func option(_ name: String, in words: [String]) -> String {
        guard let index = words.firstIndex(of: name), index + 1 < words.count else { return "" }
        return words[index + 1]
    }

    /// The traffic of a command, in one line.
    static func traffic(_ words: [String]) -> String {
        let capture = option("--capture", in: words)
        guard capture.isEmpty else { return "capture \(capture)" }
        let sizes = ["--events", "--markets", "--outcomes"].map { option($0, in: words) }
        guard sizes.allSatisfy({ !$0.isEmpty }) else { return "" }
        return """
            \(option("--scenario", in: words)), \(sizes[0]) events × \(sizes[1]) markets × \
            \(sizes[2]) outcomes
            """
    }
}
