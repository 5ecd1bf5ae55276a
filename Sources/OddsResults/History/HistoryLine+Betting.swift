extension HistoryLine {
    /// The lines of a result of `bench betting`: for each strategy and each `--sync` with valid
    /// runs, one of its tickets, one of its feed with tickets and one without.
    ///
    /// - Throws: `HistoryRefusal` for a result that says nothing about its commit.
    package static func lines(
        of result: ResultEnvelope<BettingResult>
    ) throws(HistoryRefusal) -> [HistoryLine] {
        if let reason = result.cutShort { throw .cutShort(reason) }
        let environment = result.environment
        guard environment.buildMode == "release" else { throw .debugBuild }
        guard let commit = environment.commit else { throw .noCommit }
        guard result.runs.contains(where: \.isValid) else {
            throw .noValidRun(result.runs.lazy.compactMap(\.reason).first)
        }
        return result.result.comparableGroups.flatMap { name, all -> [HistoryLine] in
            let runs = all.filter(\.isValid)
            return BettingSubject.allCases.compactMap { subject -> HistoryLine? in
                let figures = figures(of: subject, in: runs)
                guard !figures.isEmpty else { return nil }
                return HistoryLine(
                    commit: commit, startedAt: environment.startedAt,
                    machine: environment.machine, toolchain: environment.toolchain,
                    allocator: environment.allocator, command: comparable(result.command),
                    strategy: "\(name) \(subject.rawValue)", runCount: runs.count,
                    figures: figures)
            }
        }
    }

    private static func figures(
        of subject: BettingSubject, in runs: [BettingRun]
    ) -> [String: Double] {
        let isSaturated = runs.contains { $0.status == .saturated }
        var figures: [String: Double] = [:]
        for path in subject.metricPaths {
            let values = runs.compactMap { $0[subject, path] }
            let grows = MetricRegistry[path]?.growsWithBacklog ?? false
            guard values.count == runs.count, !(isSaturated && grows),
                !runs.contains(where: { $0.isLowerBound(subject, path) })
            else { continue }
            figures[path] = Spread(values)?.median
        }
        return figures
    }
}
