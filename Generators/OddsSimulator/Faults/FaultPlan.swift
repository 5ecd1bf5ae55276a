/// What goes wrong on purpose.
public enum FaultKind: String, CaseIterable, Codable, Sendable {
    // To single frames, each with the rule's probability.

    /// Comes `milliseconds` late, and all behind it too.
    case delay
    /// Comes up to `milliseconds` late.
    case jitter
    /// Ends too early.
    case truncate
    /// Has a byte that it should not have.
    case malform
    /// Comes twice.
    case `repeat`
    /// Comes after the next one.
    case reorder

    // To single requests, each with the rule's probability.

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
    /// Neither is answered.
    case silentMaintenance

    // To connections, each at its own times, every `everySeconds` on average.

    /// Nothing is sent for `milliseconds`.
    case stall
    /// Closed without a word, in the middle of some byte.
    case drop
    /// The server neither reads nor writes any more, but keeps the socket.
    case halfOpen
    /// The session is ended with ABORT.
    case abortSession

    // To the whole server, every `everySeconds` on average.

    /// All connections are closed, and new ones refused for `milliseconds`.
    case refuseConnections
    /// The world begins anew, with lower versions.
    case restart

    /// In `allCases`.
    var index: Int { Self.allCases.firstIndex(of: self)! }

    /// To what it happens, and so what its rule has to say.
    public enum Target: Sendable {
        case frame, request, connection, server
    }

    public var target: Target {
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
public struct FaultRule: Equatable, Codable, Sendable {
    public var fault: FaultKind
    /// Of frames and requests: from 0 to 1; 1 if absent.
    public var probability: Double?
    /// Of connections and the server: the mean distance.
    public var everySeconds: Double?
    public var milliseconds: Int?
    /// When the rule is in force, from the plan's start; always if absent.
    public var fromSeconds: Double?
    public var untilSeconds: Double?

    public init(
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

    public init(from decoder: any Decoder) throws {
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

/// Faults that a server is to have, drawn from a seed.
public struct FaultPlan: Equatable, Codable, Sendable {
    public var seed: UInt64
    public var rules: [FaultRule]

    public init(seed: UInt64 = 1, rules: [FaultRule] = []) {
        self.seed = seed
        self.rules = rules
    }
}

/// Why text or a name is no plan.
public struct FaultPlanError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
}

extension FaultPlan {
    private enum CodingKeys: String, CodingKey, CaseIterable { case seed, rules }

    public init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownMembers(beside: CodingKeys.self)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        seed = try values.decodeIfPresent(UInt64.self, forKey: .seed) ?? 1
        rules = try values.decode([FaultRule].self, forKey: .rules)
    }

    /// Reads `{"seed":1,"rules":[{"fault":"delay","milliseconds":5},…]}`.
    /// - Throws: `FaultPlanError`.
    public init(json: [UInt8]) throws(FaultPlanError) {
        do {
            self = try StrictJSON.decode(FaultPlan.self, from: json)
        } catch {
            throw FaultPlanError(description: "no fault plan: \(error)")
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
