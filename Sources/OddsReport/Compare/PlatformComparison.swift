import OddsResults

/// What two results of `bench platform` are compared by.
enum PlatformComparison {
    /// The routes, and the service; of valid runs alone.
    static func subjects(of result: PlatformResult) -> [ComparedSubject] {
        let valid = result.runs.filter(\.isValid)
        let routes = PlatformRoute.allCases.filter { route in
            result.runs.contains { $0[route] != nil }
        }
        return routes.map { subject($0, of: valid) } + [service(of: valid)]
    }

    private static func subject(_ route: PlatformRoute, of runs: [PlatformRun]) -> ComparedSubject {
        let all = runs.compactMap { $0[route] }
        return ComparedSubject(
            name: route.rawValue,
            figures: PlatformRouteFigures.metricPaths.compactMap { path in
                guard let metric = MetricRegistry[path] else { return nil }
                let values = all.compactMap { $0[path] }
                return ComparedFigure(
                    metric: path, unit: metric.unit, isBetterHigher: metric.isHigherBetter,
                    values: values.count == runs.count ? values : [],
                    isLowerBound: all.contains { $0.isLowerBound(path) },
                    measuresWindow: metric.growsWithBacklog
                        && runs.contains { $0.status == .saturated })
            })
    }

    private static func service(of runs: [PlatformRun]) -> ComparedSubject {
        let processes = runs.compactMap(\.service)
        let figures: [(String, Metric.Unit, [Double])] = [
            (
                "residentBytesPeak", .bytes,
                processes.compactMap(\.residentBytesPeak).map { Double($0) }
            ),
            ("processorShare", .number, processes.compactMap(\.processorShare)),
        ]
        return ComparedSubject(
            name: "service",
            figures: figures.map { metric, unit, values in
                ComparedFigure(
                    metric: metric, unit: unit,
                    values: values.count == runs.count ? values : [])
            })
    }
}
