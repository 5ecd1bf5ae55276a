/// One soak: its run and the trends of its series.
package struct SoakResult: ResultContent {
    package static var kind: String { "soak" }

    /// The run, with its `series`.
    package var run: RunResult
    package var soak: SoakTrends

    package init(run: RunResult, bounds: SoakBounds) {
        self.run = run
        soak = SoakTrends(run.series ?? [], bounds: bounds)
    }
}
