import OddsCapture

/// One fault of a plan.
package struct FaultRule: Equatable, Codable, Sendable {
    /// The fault to inject.
    package var fault: FaultKind
    /// For frame, request, subscription and exchange faults: the probability; 1 if absent.
    package var probability: Double?
    /// For connection, server and stream faults: the mean interval between two.
    package var everySeconds: Double?
    /// The duration of the fault; each kind has its own default.
    package var milliseconds: Int?
    /// For exchange and stream faults: the prefix of the paths that they strike; all if
    /// absent.
    package var route: String?
    /// For `httpStatus` and `subscribeFails`: the status; 503 if absent.
    package var status: Int?
    /// For frame and connection faults: the provider whose sockets they strike; all that can
    /// have the fault if absent.
    package var provider: FeedProvider?
    /// When the rule comes into force, from the start of the plan; 0 if absent.
    package var fromSeconds: Double?
    /// When the rule ends, from the start of the plan; never if absent.
    package var untilSeconds: Double?

    /// Creates a rule that is always in force.
    package init(
        _ fault: FaultKind, probability: Double? = nil, everySeconds: Double? = nil,
        milliseconds: Int? = nil, route: String? = nil, status: Int? = nil,
        provider: FeedProvider? = nil
    ) {
        self.fault = fault
        self.probability = probability
        self.everySeconds = everySeconds
        self.milliseconds = milliseconds
        self.route = route
        self.status = status
        self.provider = provider
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case fault, probability, everySeconds, milliseconds, route, status, provider,
            fromSeconds, untilSeconds
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
        provider = try values.decodeIfPresent(FeedProvider.self, forKey: .provider)
        fromSeconds = try seconds(.fromSeconds)
        untilSeconds = try seconds(.untilSeconds)
    }

    /// Whether the rule strikes the sockets of a provider.
    func strikes(_ provider: FeedProvider) -> Bool {
        fault.providers.contains(provider) && self.provider ?? provider == provider
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
            try rule.validateProvider(fail)
            switch rule.fault.target {
            case .frame, .request, .subscription, .exchange:
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
        guard fault == .httpStatus || fault == .subscribeFails else {
            throw fail("status does not apply")
        }
        guard 400...599 ~= status else { throw fail("status must be between 400 and 599") }
    }

    fileprivate func validateProvider(
        _ fail: (String) -> FaultPlanError
    ) throws(FaultPlanError) {
        guard let provider else { return }
        switch fault.target {
        case .frame, .request, .subscription, .connection: break
        case .server, .exchange, .stream: throw fail("provider does not apply")
        }
        guard !fault.providers.contains(provider) else { return }
        throw fail(
            "the wire of \(provider.rawValue) cannot have it: \(fault.reasonAgainstOther)")
    }

    /// Whether the rule strikes requests for that path.
    func applies(to path: String?) -> Bool {
        guard let route else { return true }
        return path?.hasPrefix(route) ?? false
    }
}
