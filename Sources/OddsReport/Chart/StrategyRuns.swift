import OddsResults

/// Runs by strategy, in order of appearance; each has its colour.
struct StrategyRuns {
    struct Strategy {
        let name: String
        let color: Int
        let runs: [RunResult]
    }

    let strategies: [Strategy]

    init(_ runs: [RunResult]) {
        var names: [String] = []
        for run in runs where !names.contains(run.strategy) { names.append(run.strategy) }
        strategies = names.enumerated().map { color, name in
            Strategy(name: name, color: color, runs: runs.filter { $0.strategy == name })
        }
    }
}
