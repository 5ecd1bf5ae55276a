/// Kept runs that later runs are compared with.
package struct KeptBaseline: ResultContent {
    package static var kind: String { "baseline" }

    package var name: String
    /// The arguments of `bench run` in each run, without the strategy.
    package var arguments: [String]
    /// In order of execution.
    package var runs: [RunResult]

    package init(name: String, arguments: [String], runs: [RunResult]) {
        self.name = name
        self.arguments = arguments
        self.runs = runs
    }

    /// The runs as one side of a gate.
    package var gateRuns: [GateRun] {
        var counts: [String: Int] = [:]
        return runs.map { run in
            counts[run.strategy, default: 0] += 1
            return GateRun(side: .baseline, pair: counts[run.strategy] ?? 1, run: run)
        }
    }

    /// The number of runs per strategy, the smallest of them.
    package var runCount: Int {
        let strategies = Set(runs.map(\.strategy))
        return strategies.map { name in runs.count { $0.strategy == name } }.min() ?? 0
    }
}
