import OddsReconstruction
import OddsResults
import OddsTraffic

/// The size that a sweep varies instead of the rate.
package enum ScaledSize: String, CaseIterable, Sendable {
    case events, markets, outcomes

    package var path: WritableKeyPath<TrafficConfiguration, Int> {
        switch self {
        case .events: \.events
        case .markets: \.markets
        case .outcomes: \.outcomes
        }
    }
}

/// One strategy at growing sizes, at a fixed rate.
package struct SizeSweep {
    let step: SaturationStep
    let scale: ScaledSize
    /// The number of sizes, each twice the previous one.
    let sizeCount: Int

    package init(step: SaturationStep, scale: ScaledSize, sizeCount: Int) {
        self.step = step
        self.scale = scale
        self.sizeCount = sizeCount
    }

    /// - Parameters:
    ///   - strategy: The strategy to measure.
    ///   - laterCount: The number of curves after this one.
    ///   - smallest: The traffic at the smallest size.
    ///   - check: Throws if the machine's memory cannot hold such traffic.
    /// - Returns: The curve, with the sizes that were measured until an interruption.
    package func curve(
        of strategy: StrategyName, laterCount: Int = 0, from smallest: TrafficConfiguration,
        check: (TrafficConfiguration) throws -> Void
    ) async throws -> GrowthCurve {
        var points: [GrowthCurve.Point] = []
        for position in 0..<sizeCount {
            var traffic = smallest
            traffic[keyPath: scale.path] <<= position
            do {
                try check(traffic)
            } catch {
                throw ExperimentFailure(.usage, "--steps \(sizeCount): \(error)")
            }
            let size = traffic[keyPath: scale.path]
            do {
                var run = try await step.measure(
                    strategy, traffic, position: "size \(position + 1) of \(sizeCount)",
                    laterCount: sizeCount - 1 - position + laterCount * sizeCount)
                run.removeDetail()
                points.append(GrowthCurve.Point(size: size, run: run))
            } catch is RunSession.CutShort {
                break
            }
        }
        return GrowthCurve(strategy: strategy.text, points: points)
    }
}
