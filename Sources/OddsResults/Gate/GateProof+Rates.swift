import OddsMeasurement

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

        /// Such as `1 of 200 [0.0127%, 2.75%]`.
        package var text: String {
            guard let interval else { return FigureFormat.missing }
            func percent(_ share: Double) -> String { FigureFormat.percent(share) }
            return """
                \(count) of \(total) \
                [\(percent(interval.lowerBound)), \(percent(interval.upperBound))]
                """
        }
    }

    /// How often the gates of an arm ended with a verdict.
    package func rate(arm: Int, _ verdict: GateVerdict) -> Rate {
        let own = gates.filter { $0.arm == arm }
        return Rate(count: own.count { $0.verdict == verdict }, total: own.count)
    }

    /// How often a figure got a verdict in the gates of an arm. Gates without a
    /// judgement count, too.
    package func rate(arm: Int, _ figure: Figure, _ verdict: MetricVerdict) -> Rate {
        let own = gates.filter { $0.arm == arm }
        let count = own.count { gate in
            gate.judgements.contains { figure.isOf($0) && $0.verdict == verdict }
        }
        return Rate(count: count, total: own.count)
    }
}

extension GateProof {
    /// What gates are designed for.
    package struct Goal: Equatable, Sendable {
        package enum Outcome: String, Sendable {
            case met, missed
            /// There are too few gates to show it.
            case open
        }

        package let text: String
        package let rate: Rate
        package let outcome: Outcome
    }

    /// At most one false alarm in 200 gates, by figure; at least nine of ten
    /// regressions found in the figure that shows all of them.
    package var goals: [Goal] {
        arms.enumerated().flatMap { number, arm -> [Goal] in
            guard arm.injection != nil else {
                return figures.map { figure in
                    let rate = rate(arm: number, figure, .regression)
                    let planned = max(arm.gateCount, 200)
                    return Goal(
                        text: "\(arm.text): \(figure.metric) REGRESSION at most 1 of 200",
                        rate: rate,
                        outcome: rate.count * 200 > planned
                            ? .missed : rate.total < planned ? .open : .met)
                }
            }
            return figures.filter { $0.metric == Self.tailMetric }.map { figure in
                let rate = rate(arm: number, figure, .regression)
                let planned = max(arm.gateCount, 100)
                return Goal(
                    text: "\(arm.text): \(figure.metric) REGRESSION at least 90 of 100",
                    rate: rate,
                    outcome: (rate.total - rate.count) * 10 > planned
                        ? .missed : rate.total < planned ? .open : .met)
            }
        }
    }

    private static let tailMetric = "responseTime.p99"
}
