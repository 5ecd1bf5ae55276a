/// Many gates of a program against a separate build of the same commit: with
/// equal sides, and with deliberate regressions.
package struct GateProof: ResultContent {
    package static var kind: String { "gateproof" }
    package static var version: Int { 3 }

    /// The design of all gates, but for the regression.
    package var design: GateDesign
    /// The kinds of gates.
    package var arms: [Arm]
    /// The gates in order of execution, the arms in turns.
    package var gates: [Gate]

    /// Gates of one kind.
    package struct Arm: Codable, Equatable, Sendable {
        /// `nil` for equal sides.
        package var injection: InjectedSlowdown?
        /// How many gates of the arm the proof is to have.
        package var gateCount: Int

        package init(injection: InjectedSlowdown?, gateCount: Int) {
            self.injection = injection
            self.gateCount = gateCount
        }

        /// Such as `slowed by 15%`.
        package var text: String { injection?.text ?? "equal sides" }
    }

    /// One gate, without its runs.
    package struct Gate: Codable, Equatable, Sendable {
        /// The number of its arm, from 0.
        package var arm: Int
        package var verdict: GateVerdict
        package var reason: String?
        package var seconds: Double
        package var judgements: [MetricJudgement]

        package init(_ result: GateResult, arm: Int, seconds: Double) {
            self.arm = arm
            self.seconds = seconds
            verdict = result.verdict
            reason = result.reason
            judgements = result.judgements
        }
    }

    package init(design: GateDesign, arms: [Arm], gates: [Gate]) {
        self.design = design
        self.arms = arms
        self.gates = gates
    }

    /// The arm of the next gate; `nil` after the last one. The arms take turns,
    /// the one with the smallest share of its gates first.
    package var nextArm: Int? {
        let shares = arms.enumerated().map { number, arm in
            Double(gates.count { $0.arm == number }) / Double(arm.gateCount)
        }
        guard let least = shares.min(), least < 1 else { return nil }
        return shares.firstIndex(of: least)
    }

    /// The judged figures, in order.
    package var figures: [Figure] {
        let gate = gates.first { !$0.judgements.isEmpty }
        return (gate?.judgements ?? []).map { Figure(strategy: $0.strategy, metric: $0.metric) }
    }

    /// One figure of one strategy.
    package struct Figure: Equatable, Sendable {
        package let strategy: String
        package let metric: String

        package init(strategy: String, metric: String) {
            self.strategy = strategy
            self.metric = metric
        }

        package func isOf(_ judgement: MetricJudgement) -> Bool {
            judgement.strategy == strategy && judgement.metric == metric
        }
    }
}
