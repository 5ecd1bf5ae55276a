/// A kind of fault to inject.
package enum FaultKind: String, CaseIterable, Codable, Sendable {
    // Faults of frames, each with the rule's probability.

    /// The frame comes `milliseconds` late, and all behind it too.
    case delay
    /// The frame comes up to `milliseconds` late.
    case jitter
    /// The frame ends too early.
    case truncate
    /// The frame has an additional byte that makes it illegal.
    case malform
    /// The frame comes twice.
    case `repeat`
    /// The frame comes after the next one.
    case reorder

    // Faults of requests, each with the rule's probability.

    /// A dump comes `milliseconds` after the updates that follow it.
    case lateDump
    /// REGISTER is answered with ERROR.
    case refuseRegistration
    /// REGISTER is not answered.
    case ignoreRegistration
    /// HELLO is answered with ABORT.
    case abort
    /// REGISTER and CALL are answered with ERROR `wamp.no.backend`.
    case maintenance
    /// REGISTER and CALL are not answered.
    case silentMaintenance

    // Faults of connections, each at its own times, every `everySeconds` on average.

    /// Nothing is sent for `milliseconds`.
    case stall
    /// The connection is closed without notice, in the middle of a message.
    case drop
    /// The server neither reads nor writes any more, but keeps the socket.
    case halfOpen
    /// The session is ended with ABORT.
    case abortSession

    // Faults of the whole server, every `everySeconds` on average.

    /// All connections are closed, and new ones refused for `milliseconds`.
    case refuseConnections
    /// The world begins anew, with lower versions.
    case restart

    /// The position in `allCases`.
    var index: Int { Self.allCases.firstIndex(of: self)! }

    /// What a fault happens to, which decides the fields of its rule.
    package enum Target: Sendable {
        case frame, request, connection, server
    }

    /// What the fault happens to.
    package var target: Target {
        switch self {
        case .delay, .jitter, .truncate, .malform, .repeat, .reorder: .frame
        case .lateDump, .refuseRegistration, .ignoreRegistration, .abort, .maintenance,
            .silentMaintenance:
            .request
        case .stall, .drop, .halfOpen, .abortSession: .connection
        case .refuseConnections, .restart: .server
        }
    }
}

/// One fault of a plan.
package struct FaultRule: Equatable, Codable, Sendable {
    /// What goes wrong.
    package var fault: FaultKind
    /// For faults of frames and requests: from 0 to 1; 1 if absent.
    package var probability: Double?
    /// For faults of connections and the server: the mean time between two.
    package var everySeconds: Double?
    /// How long the fault takes; each kind has its own default.
    package var milliseconds: Int?
    /// When the rule is in force, from the plan's start; always if absent.
    package var fromSeconds: Double?
    /// When the rule ends, from the start of the plan; never if absent.
    package var untilSeconds: Double?

    /// A rule that is always in force.
    package init(
        _ fault: FaultKind, probability: Double? = nil, everySeconds: Double? = nil,
        milliseconds: Int? = nil
    ) {
        self.fault = fault
        self.probability = probability
        self.everySeconds = everySeconds
        self.milliseconds = milliseconds
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case fault, probability, everySeconds, milliseconds, fromSeconds, untilSeconds
    }

    /// Decodes an object and refuses unknown members.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownMembers(beside: CodingKeys.self)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        fault = try values.decode(FaultKind.self, forKey: .fault)
        probability = try values.decodeIfPresent(Double.self, forKey: .probability)
        everySeconds = try values.decodeIfPresent(Double.self, forKey: .everySeconds)
        milliseconds = try values.decodeIntegerIfPresent(forKey: .milliseconds)
        fromSeconds = try values.decodeIfPresent(Double.self, forKey: .fromSeconds)
        untilSeconds = try values.decodeIfPresent(Double.self, forKey: .untilSeconds)
    }

    /// Whether the rule is in force, some seconds after the plan's start.
    func isInForce(at seconds: Double) -> Bool {
        seconds >= fromSeconds ?? 0 && seconds < untilSeconds ?? .infinity
    }
}

/// The faults that a server injects, drawn from a seed.
package struct FaultPlan: Equatable, Codable, Sendable {
    /// The seed of all draws.
    package var seed: UInt64
    /// The rules, each drawn for itself.
    package var rules: [FaultRule]

    /// A plan with these rules; without rules nothing goes wrong.
    package init(seed: UInt64 = 1, rules: [FaultRule] = []) {
        self.seed = seed
        self.rules = rules
    }
}

/// The reason for which a text is not a fault plan.
package struct FaultPlanError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the rule that is wrong.
    package let description: String
}

extension FaultPlan {
    private enum CodingKeys: String, CodingKey, CaseIterable { case seed, rules }

    /// Decodes an object and refuses unknown members.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownMembers(beside: CodingKeys.self)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        seed = try values.decodeIfPresent(UInt64.self, forKey: .seed) ?? 1
        rules = try values.decode([FaultRule].self, forKey: .rules)
    }

    /// Reads `{"seed":1,"rules":[{"fault":"delay","milliseconds":5},…]}`.
    /// - Throws: `FaultPlanError`.
    package init(json: [UInt8]) throws(FaultPlanError) {
        do {
            self = try StrictJSON.decode(FaultPlan.self, from: json)
        } catch {
            throw FaultPlanError(description: "invalid fault plan: \(error)")
        }
        try validate()
    }

    private func validate() throws(FaultPlanError) {
        for (index, rule) in rules.enumerated() {
            let fail = { (what: String) in
                FaultPlanError(description: "rules[\(index)] (\(rule.fault.rawValue)): \(what)")
            }
            if let probability = rule.probability, !(0...1 ~= probability) {
                throw fail("probability must be between 0 and 1")
            }
            if let milliseconds = rule.milliseconds, !(0...3_600_000 ~= milliseconds) {
                throw fail("milliseconds must be between 0 and an hour")
            }
            switch rule.fault.target {
            case .frame, .request:
                if rule.everySeconds != nil { throw fail("everySeconds does not apply") }
            case .connection, .server:
                guard let every = rule.everySeconds, every >= 0.01, every < 1e9 else {
                    throw fail("needs everySeconds, at least 0.01")
                }
                if rule.probability != nil { throw fail("probability does not apply") }
            }
        }
    }
}
