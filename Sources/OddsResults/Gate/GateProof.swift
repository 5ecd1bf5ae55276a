import OddsMeasurement

/// Many gates of a program against itself, half of them with a deliberately
/// slowed candidate.
package struct GateProof: ResultContent {
    package static var kind: String { "gateproof" }

    package var design: GateDesign
    /// The extra service time of slowed candidates, as a share.
    package var injectedSlowdown: Double
    /// The metric in which the slowdown has to be detected.
    package var slowedMetric: String
    /// The noise by the calibration that the floors came from.
    package var noise: [MetricNoise]
    /// The gates in order of execution, alternately with equal sides and with a
    /// slowed candidate.
    package var gates: [Gate]

    /// One gate, without its runs.
    package struct Gate: Codable, Equatable, Sendable {
        package var isSlowed: Bool
        package var verdict: GateVerdict
        package var reason: String?
        package var seconds: Double
        package var judgements: [MetricJudgement]

        package init(_ result: GateResult, isSlowed: Bool, seconds: Double) {
            self.isSlowed = isSlowed
            self.seconds = seconds
            verdict = result.verdict
            reason = result.reason
            judgements = result.judgements
        }
    }

    package init(
        design: GateDesign, injectedSlowdown: Double, slowedMetric: String,
        noise: [MetricNoise], gates: [Gate]
    ) {
        self.design = design
        self.injectedSlowdown = injectedSlowdown
        self.slowedMetric = slowedMetric
        self.noise = noise
        self.gates = gates
    }
}

extension GateProof {
    /// A rate with its 95% confidence interval by Clopper and Pearson.
    package struct Rate: Equatable, Sendable {
        package let count: Int
        package let total: Int

        package init(count: Int, total: Int) {
            self.count = count
            self.total = total
        }

        /// `nil` if `total` is 0.
        package var interval: ClosedRange<Double>? {
            total == 0 ? nil : ClopperPearson.interval95(successes: count, trials: total)
        }

        package var text: String {
            guard let interval else { return FigureFormat.missing }
            func percent(_ share: Double) -> String { FigureFormat.percent(share) }
            return """
                \(count) of \(total), \(percent(Double(count) / Double(total))) \
                [\(percent(interval.lowerBound)), \(percent(interval.upperBound))]
                """
        }
    }

    /// The rate of gates that `isCounted` accepts, among all slowed gates or
    /// among all others.
    package func rate(isSlowed: Bool, _ isCounted: (Gate) -> Bool) -> Rate {
        let own = gates.filter { $0.isSlowed == isSlowed }
        return Rate(count: own.count(where: isCounted), total: own.count)
    }

    /// The false-alarm rate: gates of equal sides with a regression in any
    /// figure.
    package var falseAlarms: Rate { rate(isSlowed: false) { $0.verdict == .regression } }

    /// The detection rate: slowed gates with a regression in `slowedMetric`.
    /// Gates without a verdict count as misses.
    package var detections: Rate { slowedMetricRegressions(isSlowed: true) }

    /// Gates with a regression in `slowedMetric`.
    package func slowedMetricRegressions(isSlowed: Bool) -> Rate {
        rate(isSlowed: isSlowed) { gate in
            gate.judgements.contains {
                $0.metric == slowedMetric && $0.verdict == .regression
            }
        }
    }

    package func inconclusive(isSlowed: Bool) -> Rate {
        rate(isSlowed: isSlowed) { $0.verdict == .inconclusive }
    }

    package func invalid(isSlowed: Bool) -> Rate {
        rate(isSlowed: isSlowed) { $0.verdict == .invalid }
    }
}
