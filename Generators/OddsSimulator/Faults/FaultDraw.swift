import OddsTraffic

/// Draws the faults of one connection, or of the server, from a plan. The same
/// plan and number give the same faults to the same frames and requests.
package struct FaultDraw: Sendable {
    /// What becomes of a frame.
    package struct FrameFate: Equatable, Sendable {
        /// All that happens to the frame, in the order of the plan's rules.
        package var faults: [FaultKind] = []
        /// How much later than due the frame is sent.
        package var delayMilliseconds = 0
        /// Bytes of the frame that are left.
        package var truncatedByteCount: Int?
        /// Where a wrong byte is put in.
        package var malformedOffset: Int?

        /// Nothing happens to the frame.
        package init() {}

        /// Whether the frame is sent twice.
        package var isRepeated: Bool { faults.contains(.repeat) }
        /// Whether the frame is sent after the next one.
        package var isReordered: Bool { faults.contains(.reorder) }
    }

    private let rules: [FaultRule]
    private var random: TrafficRandom
    private let startSeconds: Double
    /// When each timed rule strikes next.
    private var nextTimes: [Int: Double] = [:]

    /// - Parameters:
    ///   - number: of the connection, 0 for the server itself.
    ///   - startSeconds: when the plan began, in the caller's time.
    ///   - nowSeconds: the same time now.
    package init(
        _ plan: FaultPlan, number: UInt64, startSeconds: Double, nowSeconds: Double
    ) {
        rules = plan.rules.filter { ($0.fault.target == .server) == (number == 0) }
        random = TrafficRandom(seed: plan.seed &+ number &* 0x9E37_79B9_7F4A_7C15)
        self.startSeconds = startSeconds
        for (index, rule) in rules.enumerated() where rule.everySeconds != nil {
            nextTimes[index] = nowSeconds + distance(rule)
        }
    }

    /// Exponentially distributed.
    private mutating func distance(_ rule: FaultRule) -> Double {
        (rule.everySeconds ?? 0) * random.exponential()
    }

    private mutating func strikes(_ rule: FaultRule, at nowSeconds: Double) -> Bool {
        rule.isInForce(at: nowSeconds - startSeconds)
            && random.unit() < rule.probability ?? 1
    }

    /// Complexity: O(rules).
    package mutating func fate(ofFrame byteCount: Int, at nowSeconds: Double) -> FrameFate {
        var fate = FrameFate()
        for rule in rules where rule.fault.target == .frame && strikes(rule, at: nowSeconds) {
            fate.faults.append(rule.fault)
            switch rule.fault {
            case .delay: fate.delayMilliseconds += rule.milliseconds ?? 100
            case .jitter:
                fate.delayMilliseconds += Int(random.unit() * Double(rule.milliseconds ?? 100))
            case .truncate:
                fate.truncatedByteCount = Int(random.unit() * Double(byteCount))
            case .malform: fate.malformedOffset = Int(random.unit() * Double(byteCount))
            default: break
            }
        }
        return fate
    }

    /// Whether a fault of requests strikes one now, and its milliseconds.
    package mutating func strikes(_ kind: FaultKind, at nowSeconds: Double) -> FaultRule? {
        for rule in rules where rule.fault == kind && strikes(rule, at: nowSeconds) {
            return rule
        }
        return nil
    }

    /// The timed faults that are due. Complexity: O(rules).
    package mutating func due(at nowSeconds: Double) -> [FaultRule] {
        var due: [FaultRule] = []
        for (index, rule) in rules.enumerated() {
            guard let time = nextTimes[index], time <= nowSeconds else { continue }
            nextTimes[index] = nowSeconds + distance(rule)
            if rule.isInForce(at: nowSeconds - startSeconds) { due.append(rule) }
        }
        return due
    }

    /// A byte count before which a connection that is to be dropped still sends.
    package mutating func dropByteCount() -> Int { Int(random.unit() * 4_096) }
}
