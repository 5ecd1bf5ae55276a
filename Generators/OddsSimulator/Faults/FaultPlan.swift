/// A kind of fault to inject.
package enum FaultKind: String, CaseIterable, Codable, Sendable {
    // Frame faults, each with the rule's probability.

    /// The frame is delayed by `milliseconds`, and with it all behind it.
    case delay
    /// The frame is delayed by up to `milliseconds`.
    case jitter
    /// The frame is cut off.
    case truncate
    /// The frame contains an extra byte that makes it illegal.
    case malform
    /// The frame is sent twice.
    case `repeat`
    /// The frame is sent after the next one of its registration.
    case reorder

    // Request faults, each with the rule's probability.

    /// A dump is delayed by `milliseconds`, and may follow later updates.
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

    // Connection faults, which strike every `everySeconds` on average.

    /// Nothing is sent for `milliseconds`.
    case stall
    /// The connection is closed without notice, possibly within a message.
    case drop
    /// The server stops reading and writing, but keeps the socket open.
    case halfOpen
    /// The session is ended with ABORT.
    case abortSession

    // Server faults, which strike every `everySeconds` on average.

    /// All connections are closed, and new ones are refused for `milliseconds`.
    case refuseConnections
    /// The world restarts with lower versions.
    case restart

    // Exchange faults of the platform, each with the rule's probability.

    /// The answer is delayed by `milliseconds`.
    case httpDelay
    /// The request has no effect and is answered with `status`.
    case httpStatus
    /// The connection is closed in place of the answer, after the request's effect.
    case httpCut
    /// The answer is cut off, after the request's effect.
    case httpGarbage
    /// The session that a request carries expires before.
    case sessionExpiry
    /// A login is refused as if the password were wrong.
    case refuseLogin

    // Stream faults of the platform, which strike every `everySeconds` on average.

    /// The stream of events is closed.
    case sseClose

    /// The position in `allCases`.
    var index: Int { Self.allCases.firstIndex(of: self)! }

    /// What a fault strikes, which determines the fields of its rule.
    package enum Target: Sendable {
        case frame, request, connection, server, exchange, stream
    }

    /// What the fault strikes.
    package var target: Target {
        switch self {
        case .delay, .jitter, .truncate, .malform, .repeat, .reorder: .frame
        case .lateDump, .refuseRegistration, .ignoreRegistration, .abort, .maintenance,
            .silentMaintenance:
            .request
        case .stall, .drop, .halfOpen, .abortSession: .connection
        case .refuseConnections, .restart: .server
        case .httpDelay, .httpStatus, .httpCut, .httpGarbage, .sessionExpiry, .refuseLogin:
            .exchange
        case .sseClose: .stream
        }
    }
}

/// One fault of a plan.
package struct FaultRule: Equatable, Codable, Sendable {
    /// The fault to inject.
    package var fault: FaultKind
    /// For frame, request and exchange faults: the probability; 1 if absent.
    package var probability: Double?
    /// For connection, server and stream faults: the mean interval between two.
    package var everySeconds: Double?
    /// The duration of the fault; each kind has its own default.
    package var milliseconds: Int?
    /// For exchange and stream faults: the prefix of the paths that they strike; all if
    /// absent.
    package var route: String?
    /// For `httpStatus`: the status; 503 if absent.
    package var status: Int?
    /// When the rule comes into force, from the start of the plan; 0 if absent.
    package var fromSeconds: Double?
    /// When the rule ends, from the start of the plan; never if absent.
    package var untilSeconds: Double?

    /// Creates a rule that is always in force.
    package init(
        _ fault: FaultKind, probability: Double? = nil, everySeconds: Double? = nil,
        milliseconds: Int? = nil, route: String? = nil, status: Int? = nil
    ) {
        self.fault = fault
        self.probability = probability
        self.everySeconds = everySeconds
        self.milliseconds = milliseconds
        self.route = route
        self.status = status
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case fault, probability, everySeconds, milliseconds, route, status, fromSeconds,
            untilSeconds
    }

    /// Decodes an object and rejects unknown members.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownMembers(beside: CodingKeys.self)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .fault)
        guard let kind = FaultKind(rawValue: name) else {
            let names = FaultKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingError.dataCorruptedError(
                forKey: .fault, in: values,
                debugDescription: "no fault \(name): expected one of \(names)")
        }
        fault = kind
        let seconds = { (key: CodingKeys) in
            try values.decodeNumberIfPresent(
                Double.self, forKey: key, expected: "a number of seconds")
        }
        probability = try values.decodeNumberIfPresent(
            Double.self, forKey: .probability, expected: "a number between 0 and 1")
        everySeconds = try seconds(.everySeconds)
        milliseconds = try values.decodeNumberIfPresent(
            Int.self, forKey: .milliseconds, expected: "an integer between 0 and 3600000")
        route = try values.decodeIfPresent(String.self, forKey: .route)
        status = try values.decodeNumberIfPresent(
            Int.self, forKey: .status, expected: "an HTTP status between 400 and 599")
        fromSeconds = try seconds(.fromSeconds)
        untilSeconds = try seconds(.untilSeconds)
    }

    /// Whether the rule is in force at a time since the start of the plan.
    func isInForce(at seconds: Double) -> Bool {
        seconds >= fromSeconds ?? 0 && seconds < untilSeconds ?? .infinity
    }
}

/// The faults that a server injects, drawn from a seed.
package struct FaultPlan: Equatable, Codable, Sendable {
    /// The seed of all draws.
    package var seed: UInt64
    /// The rules, which are drawn independently.
    package var rules: [FaultRule]

    /// Creates a plan with these rules; without rules, no fault is injected.
    package init(seed: UInt64 = 1, rules: [FaultRule] = []) {
        self.seed = seed
        self.rules = rules
    }
}

/// The reason why a text is not a valid fault plan.
package struct FaultPlanError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the rule at fault.
    package let description: String
}

extension FaultPlan {
    private enum CodingKeys: String, CodingKey, CaseIterable { case seed, rules }

    /// Decodes an object and rejects unknown members.
    package init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownMembers(beside: CodingKeys.self)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        seed =
            try values.decodeNumberIfPresent(
                UInt64.self, forKey: .seed, expected: "an integer between 0 and \(UInt64.max)") ?? 1
        rules = try values.decode([FaultRule].self, forKey: .rules)
    }

    /// Decodes `{"seed":1,"rules":[{"fault":"delay","milliseconds":5},…]}`.
    /// - Throws: `FaultPlanError` if the text or a rule is invalid.
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
                throw fail("milliseconds must be between 0 and 3600000, an hour")
            }
            try rule.validateExchange(fail)
            switch rule.fault.target {
            case .frame, .request, .exchange:
                if rule.everySeconds != nil { throw fail("everySeconds does not apply") }
            case .connection, .server, .stream:
                guard let every = rule.everySeconds, every >= 0.01, every < 1e9 else {
                    throw fail("needs everySeconds, at least 0.01")
                }
                if rule.probability != nil { throw fail("probability does not apply") }
            }
        }
    }
}

extension FaultRule {
    /// Checks what only faults of the platform have.
    fileprivate func validateExchange(
        _ fail: (String) -> FaultPlanError
    ) throws(FaultPlanError) {
        let isPlatforms = fault.target == .exchange || fault.target == .stream
        if route != nil, !isPlatforms { throw fail("route does not apply") }
        if let route, !route.hasPrefix("/") { throw fail("route must begin with a slash") }
        guard let status else { return }
        guard fault == .httpStatus else { throw fail("status does not apply") }
        guard 400...599 ~= status else { throw fail("status must be between 400 and 599") }
    }

    /// Whether the rule strikes requests for that path.
    func applies(to path: String?) -> Bool {
        guard let route else { return true }
        return path?.hasPrefix(route) ?? false
    }
}
