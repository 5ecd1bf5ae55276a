import OddsResults

/// What two results of `bench game` are compared by.
enum GameComparison {
    /// Each way to draw at each rate, and the server of many pages; of valid runs alone.
    static func subjects(of result: GameResult) -> [ComparedSubject] {
        result.groups.map { group in
            let runs = group.runs.filter(\.isValid)
            return ComparedSubject(
                name: GameTable.name(group.render, group.rate),
                figures: GameSubject.allCases.flatMap { figures(of: $0, in: runs) }
                    + [heap(runs)])
        } + pages(result.loads ?? [])
    }

    private static func figures(of subject: GameSubject, in runs: [GameRun]) -> [ComparedFigure] {
        subject.metricPaths.compactMap { metric in
            guard let unit = subject.unit(of: metric) else { return nil }
            let values = runs.compactMap { $0[subject, metric] }
            let isBound = runs.contains { $0.isLowerBound(subject) }
            return ComparedFigure(
                metric: "\(subject.rawValue).\(metric)", unit: unit,
                values: values.count == runs.count ? values : [], isLowerBound: isBound,
                measuresWindow: isBound)
        }
    }

    private static func heap(_ runs: [GameRun]) -> ComparedFigure {
        let values = runs.compactMap(\.heapBytesAfter).map { Double($0) }
        return ComparedFigure(
            metric: "heapBytesAfter", unit: .bytes,
            values: values.count == runs.count ? values : [])
    }

    private static func pages(_ loads: [GameLoad]) -> [ComparedSubject] {
        guard !loads.isEmpty else { return [] }
        let runs = loads.filter(\.isValid)
        let figures: [(String, Metric.Unit, (GameLoad) -> Double?)] = [
            ("delay.p50", .nanoseconds, { $0.delay.p50.map { Double($0) } }),
            ("delay.p99", .nanoseconds, { $0.delay.p99.map { Double($0) } }),
            ("serverBytesPerPage", .bytes, { $0.serverBytesPerPage }),
            ("serverNanosecondsPerMessage", .nanoseconds, { $0.serverNanosecondsPerMessage }),
        ]
        return [
            ComparedSubject(
                name: FigureFormat.counted(loads[0].pages, "page"),
                figures: figures.map { metric, unit, value in
                    let values = runs.compactMap(value)
                    return ComparedFigure(
                        metric: metric, unit: unit,
                        values: values.count == runs.count ? values : [])
                })
        ]
    }
}
