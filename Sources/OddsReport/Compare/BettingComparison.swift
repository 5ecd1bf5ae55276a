import OddsResults

/// What two results of `bench betting` are compared by.
enum BettingComparison {
    /// The tickets and the feed of each strategy and each `--sync`, of valid runs alone.
    static func subjects(of result: BettingResult) -> [ComparedSubject] {
        result.comparableGroups.flatMap { group, all in
            let runs = all.filter(\.isValid)
            return BettingSubject.allCases.map { subject in
                ComparedSubject(
                    name: "\(group), \(BettingTable.name(subject))",
                    figures: figures(of: subject, in: runs))
            } + [curve(group, runs)]
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
    private static func curve(_ group: String, _ runs: [BettingRun]) -> ComparedSubject {
        let delays = runs.flatMap(\.curve).map(\.delayNanoseconds).uniqued()
        return ComparedSubject(
            name: "\(group), odds changed",
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
