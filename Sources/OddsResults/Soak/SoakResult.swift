/// One soak: its run, with the series that the trends come from.
package struct SoakResult: ResultContent {
    package static var kind: String { "soak" }

    /// With its `series`.
    package var run: RunResult
    package var soak: SoakTrends

    package init(run: RunResult, bounds: SoakBounds) {
        self.run = run
        soak = SoakTrends(run.series ?? [], bounds: bounds)
    }
}
