/// One soak: its run and the trends of its series.
package struct SoakResult: ResultContent {
    package static var kind: String { "soak" }

    /// The run, with its `series`.
    package var run: RunResult
    package var soak: SoakTrends

    package init(run: RunResult, bounds: SoakBounds) {
        self.init(run: run, SoakTrends(run.series ?? [], bounds: bounds))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            run: try container.decode(RunResult.self, forKey: .run),
            try container.decode(SoakTrends.self, forKey: .soak))
    }

    /// The trends of a run without valid figures are shown and not judged.
    private init(run: RunResult, _ trends: SoakTrends) {
        self.run = run
        soak = run.status.isValid ? trends : trends.unjudged("the run is \(run.status.rawValue)")
    }
}
