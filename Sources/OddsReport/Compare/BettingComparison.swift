import OddsResults

/// What two results of `bench betting` are compared by.
enum BettingComparison {
    /// The tickets and the feed of each strategy; of valid runs alone.
    static func subjects(of result: BettingResult) -> [ComparedSubject] {
        let valid = result.runs.filter { $0.status != .invalid }
        return result.strategies.flatMap { strategy in
            let runs = valid.filter { $0.strategy == strategy }
            return BettingSubject.allCases.map { subject in
                ComparedSubject(
                    name: "\(strategy), \(BettingTable.name(subject))",
                    figures: figures(of: subject, in: runs))
            } + [curve(strategy, runs)]
        }
    }

    private static func figures(
        of subject: BettingSubject, in runs: [BettingRun]
    ) -> [ComparedFigure] {
        subject.metricPaths.compactMap { path in
            guard let metric = MetricRegistry[path] else { return nil }
            let values = runs.compactMap { $0[subject, path] }
            return ComparedFigure(
                metric: path, unit: metric.unit, isBetterHigher: metric.isHigherBetter,
                values: values.count == runs.count ? values : [],
                isLowerBound: runs.contains { $0.isLowerBound(subject, path) },
                measuresWindow: metric.growsWithBacklog
                    && runs.contains { $0.status == .saturated })
        }
    }

    /// The share of tickets that met changed odds, by delay of the client.
    private static func curve(_ strategy: String, _ runs: [BettingRun]) -> ComparedSubject {
        let delays = runs.flatMap(\.curve).map(\.delayNanoseconds).uniqued()
        return ComparedSubject(
            name: "\(strategy), odds changed",
            figures: delays.map { delay in
                let shares = runs.compactMap { run in
                    run.curve.first { $0.delayNanoseconds == delay }?.share
                }
                return ComparedFigure(
                    metric: "at \(FigureText.duration(delay))", unit: .share,
                    values: shares.count == runs.count ? shares : [])
            })
    }
}
