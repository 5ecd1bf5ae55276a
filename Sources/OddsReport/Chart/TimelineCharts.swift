import OddsMeasurement
import OddsResults

/// The sum of the timelines of several runs of one strategy on one schedule.
struct TimelineSum {
    let intervalSeconds: Double
    /// The number of frames by interval and by step of `LatencyTimeline`.
    private(set) var counts: [[Double]]
    /// The updates due by interval, averaged over the runs.
    private(set) var due: [Double]
    private(set) var served: [Double]

    /// `nil` if a run lacks a timeline, or if timelines have different shapes.
    init?(_ runs: [RunResult]) {
        let timelines = runs.compactMap(\.timeline)
        guard let first = timelines.first, timelines.count == runs.count else { return nil }
        let length = first.responseTimes.count
        guard (1...1_000).contains(length), first.intervalNanoseconds > 0,
            timelines.allSatisfy({ $0.intervalNanoseconds == first.intervalNanoseconds }),
            timelines.allSatisfy({
                $0.responseTimes.count == length && $0.updatesDue.count == length
                    && $0.updatesServed.count == length
            })
        else { return nil }
        intervalSeconds = Double(first.intervalNanoseconds) / 1e9
        counts = Array(
            repeating: Array(repeating: 0, count: LatencyTimeline.stepCount), count: length)
        due = Array(repeating: 0, count: length)
        served = due
        let share = 1 / Double(timelines.count)
        for timeline in timelines {
            for interval in 0..<length {
                for (step, count) in timeline.responseTimeCounts(interval: interval) {
                    counts[interval][step] += Double(count)
                }
                due[interval] += Double(timeline.updatesDue[interval]) * share
                served[interval] += Double(timeline.updatesServed[interval]) * share
            }
        }
    }

    /// The middle of an interval, in seconds since the window opened.
    func middle(_ interval: Int) -> Double { (Double(interval) + 0.5) * intervalSeconds }

    /// The upper end of the step that contains the percentile; `nil` if the
    /// interval has too few frames for it.
    func value(at percentile: Percentile, interval: Int) -> Double? {
        let total = counts[interval].reduce(0, +)
        guard total >= Double(percentile.sampleCountMin) else { return nil }
        var sum = 0.0
        for (step, count) in counts[interval].enumerated() {
            sum += count
            if sum >= total * percentile.fraction {
                return Double(LatencyTimeline.lowestNanoseconds(ofStep: step + 1))
            }
        }
        return nil
    }
}

enum TimelineCharts {
    static func timeAxis(_ sum: TimelineSum) -> Chart.Axis {
        Chart.Axis(
            title: "time since the window opened", unit: .seconds, min: 0,
            max: Double(sum.counts.count) * sum.intervalSeconds)
    }

    /// Response times over time.
    static func heatMap(_ strategy: StrategyRuns.Strategy) -> Chart? {
        guard let sum = TimelineSum(strategy.drawn) else { return nil }
        let intervals = sum.counts.indices
        let cells = intervals.flatMap { interval in
            sum.counts[interval].enumerated().compactMap { step, count in
                // A logarithmic axis cannot show 0.
                count > 0 && step > 0
                    ? Chart.Heat.Cell(
                        column: interval,
                        low: Double(LatencyTimeline.lowestNanoseconds(ofStep: step)),
                        high: Double(LatencyTimeline.lowestNanoseconds(ofStep: step + 1)),
                        count: count) : nil
            }
        }
        let lines = [Percentile.p50, .p99].enumerated().map { position, percentile in
            Chart.Series(
                name: percentile.label, color: Palette.ink,
                stroke: position == 0 ? .solid : .dashed,
                points: intervals.compactMap { interval in
                    sum.value(at: percentile, interval: interval)
                        .map { .init(sum.middle(interval), $0) }
                }, isNoise: strategy.isNoise)
        }
        return Chart(
            title: "\(strategy.name): response time over time",
            explanation: "Distribution of the response times of the frames due in each interval.",
            x: timeAxis(sum), y: LatencyCharts.latencyAxis("response time"),
            series: lines,
            heat: Chart.Heat(
                columnWidth: sum.intervalSeconds, columnCount: sum.counts.count, cells: cells))
    }

    /// The offered rate, and the rate that each strategy served.
    static func throughput(_ runs: StrategyRuns) -> Chart? {
        let sums = runs.strategies.compactMap { strategy in
            TimelineSum(strategy.drawn).map { (strategy, $0) }
        }
        guard let (_, first) = sums.first, sums.count == runs.strategies.count else { return nil }
        func points(_ updates: [Double], _ sum: TimelineSum) -> [Chart.Series.Point] {
            updates.indices.map { .init(sum.middle($0), updates[$0] / sum.intervalSeconds) }
        }
        let offered = Chart.Series(
            name: "offered", color: Palette.ink, stroke: .dotted,
            points: points(first.due, first))
        return Chart(
            title: "Throughput",
            explanation: """
                BETTING_OFFER updates per second that were due, and that were served. Strategies \
                that kept up lie on each other: the first are wider.
                """,
            x: timeAxis(first), y: Chart.Axis(title: "updates/s", unit: .rate, min: 0),
            series: (sums.map { strategy, sum in
                strategy.series(points: points(sum.served, sum))
            } + [offered]).nested)
    }
}
