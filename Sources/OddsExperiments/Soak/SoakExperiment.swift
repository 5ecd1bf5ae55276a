import Foundation
import OddsResults

/// One long run of one strategy, whose latency, memory and heap are tested for
/// trends.
package struct SoakExperiment {
    package var plan: RunPlan
    package var bounds: SoakBounds
    /// Updates per second, for display.
    package var offeredRate: Double?
    private let progress: ExperimentProgress

    /// The number of samples: enough for narrow confidence intervals, and few
    /// enough for each sample to have a p99 even in a short soak.
    private static let sampleCount: UInt64 = 120

    /// - Parameters:
    ///   - plan: The run; the default interval of its series is a 120th of its
    ///     duration.
    ///   - bounds: The largest rise of each figure.
    ///   - progress: Where it is shown.
    package init(plan: RunPlan, bounds: SoakBounds, progress: ExperimentProgress = .silent) {
        self.progress = progress
        self.plan = plan
        self.bounds = bounds
        if plan.seriesIntervalNanoseconds == nil {
            self.plan.seriesIntervalNanoseconds = plan.durationNanoseconds / Self.sampleCount
        }
    }

    package struct Outcome: Sendable {
        package var result: SoakResult
        /// `nil` for a soak that was cut short.
        package var trafficDigest: String?
        /// Why the soak is shorter than planned; `nil` if it is not.
        package var cutShort: String?
    }

    /// - Throws: `ExperimentFailure` after an interruption before anything was
    ///   measured, besides what runs throw.
    package func run() async throws -> Outcome {
        defer { progress.clear() }
        var step = ExperimentProgress.Step(
            position: "soak", strategy: plan.strategy.text,
            scheduledSeconds: Double(plan.window.endNanoseconds) / 1e9)
        step.offeredRate = offeredRate
        progress.begin(step)
        do {
            let outcome = try await RunSession(plan: plan, progress: progress).run()
            return Outcome(
                result: SoakResult(run: outcome.result, bounds: bounds),
                trafficDigest: outcome.trafficDigest, cutShort: cutShort(outcome.result))
        } catch is RunSession.CutShort {
            throw ExperimentFailure(interruptedBy: Interruption.current.signal ?? SIGINT)
        }
    }

    private func cutShort(_ run: RunResult) -> String? {
        guard let measured = run.cutShortNanoseconds, let signal = Interruption.current.signal
        else { return nil }
        return """
            \(SignalName.text(signal)) after \(ClockText.text(seconds: Double(measured) / 1e9)) of \
            \(DurationText.text(nanoseconds: plan.durationNanoseconds))
            """
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
