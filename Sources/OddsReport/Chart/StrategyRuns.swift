import OddsResults

/// Runs by strategy, in order of appearance, with a colour for each strategy.
struct StrategyRuns {
    struct Strategy {
        let name: String
        let color: Int
        let runs: [RunResult]
    }

    let strategies: [Strategy]

    init(_ runs: [RunResult]) {
        strategies = runs.map(\.strategy).uniqued().enumerated().map { color, name in
            Strategy(name: name, color: color, runs: runs.filter { $0.strategy == name })
        }
    }
}
