extension GateProof {
    private enum CodingKeys: String, CodingKey { case design, arms, gates, injectedSlowdown }

    /// Decodes this version, or an older one with two arms.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        design = try container.decode(GateDesign.self, forKey: .design)
        if let arms = try container.decodeIfPresent([Arm].self, forKey: .arms) {
            self.arms = arms
            gates = try container.decode([Gate].self, forKey: .gates)
            return
        }
        let slowdown = try container.decode(Double.self, forKey: .injectedSlowdown)
        let old = try container.decode([OldGate].self, forKey: .gates)
        let gates = old.map(\.gate)
        self.gates = gates
        func arm(_ number: Int, _ injection: InjectedSlowdown?) -> Arm {
            Arm(injection: injection, gateCount: gates.count { $0.arm == number })
        }
        arms = [arm(0, nil), arm(1, InjectedSlowdown(.all, share: slowdown))]
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(design, forKey: .design)
        try container.encode(arms, forKey: .arms)
        try container.encode(gates, forKey: .gates)
    }

    private struct OldGate: Decodable {
        let gate: Gate

        private enum CodingKeys: String, CodingKey {
            case isSlowed, verdict, reason, seconds, judgements
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            gate = Gate(
                arm: try container.decode(Bool.self, forKey: .isSlowed) ? 1 : 0,
                verdict: try container.decode(GateVerdict.self, forKey: .verdict),
                reason: try container.decodeIfPresent(String.self, forKey: .reason),
                seconds: try container.decode(Double.self, forKey: .seconds),
                judgements: try container.decode([MetricJudgement].self, forKey: .judgements))
        }
    }
}

extension GateProof.Gate {
    fileprivate init(
        arm: Int, verdict: GateVerdict, reason: String?, seconds: Double,
        judgements: [MetricJudgement]
    ) {
        self.arm = arm
        self.verdict = verdict
        self.reason = reason
        self.seconds = seconds
        self.judgements = judgements
    }
}
