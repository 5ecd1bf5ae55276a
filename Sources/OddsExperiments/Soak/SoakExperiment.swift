import OddsLauncher
import OddsResults

/// One long run of one strategy, whose latency, memory and heap are tested for
/// trends.
package struct SoakExperiment {
    package var plan: RunPlan
    package var bounds: SoakBounds

    /// The number of samples: enough for narrow confidence intervals, and few
    /// enough for each sample to have a p99 even in a short soak.
    private static let sampleCount: UInt64 = 120

    /// - Parameters:
    ///   - plan: The run; the default interval of its series is a 120th of its
    ///     duration.
    ///   - bounds: The largest rise of each figure.
    package init(plan: RunPlan, bounds: SoakBounds) {
        self.plan = plan
        self.bounds = bounds
        if plan.seriesIntervalNanoseconds == nil {
            self.plan.seriesIntervalNanoseconds = plan.durationNanoseconds / Self.sampleCount
        }
    }

    package func run() async throws -> (result: SoakResult, trafficDigest: String) {
        let outcome = try await RunSession(plan: plan, progress: ProgressLine(title: "soak")).run()
        return (SoakResult(run: outcome.result, bounds: bounds), outcome.trafficDigest)
    }

    /// Checks the run and its trends.
    ///
    /// - Throws: `ExperimentFailure` if the run is invalid, or if a figure
    ///   rises beyond its bound.
    package static func check(_ result: SoakResult) throws {
        try RunChecks(conditions: []).check([result.run])
        if let broken = result.soak.trends.first(where: \.isBroken), let bound = broken.riseMax {
            let rise = FigureFormat.number(broken.rise.value * 100)
            throw ExperimentFailure(
                .checkFailed,
                """
                \(broken.metric) rises by \(rise)% over the soak; the bound is \
                \(FigureFormat.number(bound * 100))%
                """)
        }
    }
}
