extension HistoryLine {
    /// The lines of a result of `bench game`: one for each way to draw at each rate with valid
    /// runs, and one for the server of many pages.
    ///
    /// A history knows the metrics of runs. The response time is that of an update, from when it
    /// was due until it is painted; the service time is the main thread's in a frame.
    ///
    /// - Throws: `HistoryRefusal` for a result that says nothing about its commit.
    package static func lines(
        of result: ResultEnvelope<GameResult>
    ) throws(HistoryRefusal) -> [HistoryLine] {
        if let reason = result.cutShort { throw .cutShort(reason) }
        let environment = result.environment
        guard environment.buildMode == "release" else { throw .debugBuild }
        guard let commit = environment.commit else { throw .noCommit }
        let loads = (result.loads ?? []).filter(\.isValid)
        let subjects = result.result.groups.map { group in
            let valid = group.runs.filter(\.isValid)
            let name = "\(group.render.rawValue), \(group.rate)/s"
            return (name: name, count: valid.count, figures: figures(of: valid))
        } + [(name: "pages", count: loads.count, figures: figures(of: loads))]
        let known = subjects.filter { !$0.figures.isEmpty }
        guard !known.isEmpty else {
            let reasons = result.runs.map(\.reason) + (result.loads ?? []).map(\.reason)
            throw .noValidRun(reasons.lazy.compactMap(\.self).first)
        }
        return known.map { name, count, figures in
            HistoryLine(
                commit: commit, startedAt: environment.startedAt, machine: environment.machine,
                toolchain: environment.toolchain, allocator: environment.allocator,
                command: comparable(result.command), strategy: name, runCount: count,
                figures: figures)
        }
    }

    private static func figures(of runs: [GameRun]) -> [String: Double] {
        var figures: [String: Double] = [:]
        for (path, subject) in [("responseTime", GameSubject.paint), ("serviceTime", .mainThread)]
        where !runs.contains(where: { $0.isLowerBound(subject) }) {
            for metric in subject.metricPaths {
                let values = runs.compactMap { $0[subject, metric] }
                guard values.count == runs.count else { continue }
                figures["\(path).\(metric)"] = Spread(values)?.median
            }
        }
        return figures
    }

    private static func figures(of loads: [GameLoad]) -> [String: Double] {
        let figures: [(String, (GameLoad) -> Double?)] = [
            ("responseTime.p50", { $0.delay.p50.map { Double($0) } }),
            ("responseTime.p99", { $0.delay.p99.map { Double($0) } }),
            ("achievedRate", { $0.updatesPerSecond }),
            ("memory.residentBytesPeak", { $0.server.residentBytesPeak.map { Double($0) } }),
        ]
        var known: [String: Double] = [:]
        for (path, figure) in figures {
            let values = loads.compactMap(figure)
            if values.count == loads.count { known[path] = Spread(values)?.median }
        }
        return known
    }
}
