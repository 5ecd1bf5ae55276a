extension HistoryLine {
    /// The lines of a result of `bench platform`: one for each route that has a figure in
    /// a valid run, and one for the service.
    ///
    /// - Throws: `HistoryRefusal` for a result that says nothing about its commit.
    package static func lines(
        of result: ResultEnvelope<PlatformResult>
    ) throws(HistoryRefusal) -> [HistoryLine] {
        if let reason = result.cutShort { throw .cutShort(reason) }
        let environment = result.environment
        guard environment.buildMode == "release" else { throw .debugBuild }
        guard let commit = environment.commit else { throw .noCommit }
        let valid = result.runs.filter(\.isValid)
        guard !valid.isEmpty else { throw .noValidRun(result.runs.lazy.compactMap(\.reason).first) }
        let subjects = PlatformRoute.allCases.map { ($0.rawValue, figures(of: $0, in: valid)) }
            + [("service", serviceFigures(of: valid))]
        return subjects.filter { !$0.1.isEmpty }.map { name, figures in
            HistoryLine(
                commit: commit, startedAt: environment.startedAt, machine: environment.machine,
                toolchain: environment.toolchain, allocator: environment.allocator,
                command: comparable(result.command), strategy: name, runCount: valid.count,
                figures: figures)
        }
    }

    private static func figures(
        of route: PlatformRoute, in runs: [PlatformRun]
    ) -> [String: Double] {
        let isSaturated = runs.contains { $0.status == .saturated }
        var figures: [String: Double] = [:]
        for path in PlatformRouteFigures.metricPaths {
            let all = runs.compactMap { $0[route] }
            let values = all.compactMap { $0[path] }
            let grows = MetricRegistry[path]?.growsWithBacklog ?? false
            guard values.count == runs.count, !(isSaturated && grows),
                !all.contains(where: { $0.isLowerBound(path) })
            else { continue }
            figures[path] = Spread(values)?.median
        }
        return figures
    }

    private static func serviceFigures(of runs: [PlatformRun]) -> [String: Double] {
        let paths: [(String, KeyPath<PlatformProcess, Int?>)] = [
            ("memory.residentBytesPeak", \.residentBytesPeak),
            ("memory.residentBytesAfter", \.residentBytesAfter),
        ]
        var figures: [String: Double] = [:]
        for (name, path) in paths {
            let values = runs.compactMap { $0.service?[keyPath: path] }.map { Double($0) }
            if values.count == runs.count { figures[name] = Spread(values)?.median }
        }
        return figures
    }
}
