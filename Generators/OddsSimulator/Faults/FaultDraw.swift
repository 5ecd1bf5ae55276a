import OddsCapture
import OddsTraffic

/// Draws the faults of one connection, or of the server, from a plan. The
/// result depends only on the plan, the number, and the sequence of calls with
/// their times.
package struct FaultDraw: Sendable {
    /// What happens to a frame.
    package struct FrameFate: Equatable, Sendable {
        /// The faults that strike the frame, in the order of the plan's rules.
        package var faults: [FaultKind] = []
        /// The delay before the frame is sent.
        package var delayMilliseconds = 0
        /// The number of bytes that remain of the frame; `nil` for all.
        package var truncatedByteCount: Int?
        /// Where an illegal byte is inserted; `nil` for nowhere.
        package var malformedOffset: Int?
        /// Which of the frame's elements the fault is about, from 0 to below 1 of them.
        package var elementPosition = 0.0

        /// Creates a fate without faults.
        package init() {}

        /// Whether the frame is sent twice.
        package var isRepeated: Bool { faults.contains(.repeat) }
        /// Whether it is struck by faults of SportRadar's elements.
        package var hasElementFaults: Bool {
            faults.contains { $0.target == .frame && !$0.providers.contains(.everyMatrix) }
        }
        /// Whether the frame is sent after the next one.
        package var isReordered: Bool { faults.contains(.reorder) }
    }

    /// Draws the faults of the platform.
    package static let platform = UInt64.max
    /// Draws the faults of subscriptions to contents.
    package static let subscriptions = UInt64.max - 1

    private let rules: [FaultRule]
    private var random: TrafficRandom
    private let startSeconds: Double
    /// When each timed rule strikes next.
    private var nextTimes: [Int: Double] = [:]

    /// - Parameters:
    ///   - number: The number of the connection, 0 for the server, `platform` for the
    ///     platform, `subscriptions` for requests to subscribe to contents.
    ///   - provider: Whose connection it is.
    ///   - startSeconds: When the plan came into force, in the caller's time.
    ///   - nowSeconds: The current time on the same clock.
    package init(
        _ plan: FaultPlan, number: UInt64, provider: FeedProvider = .everyMatrix,
        startSeconds: Double, nowSeconds: Double
    ) {
        rules = plan.rules.filter { rule in
            switch rule.fault.target {
            case .server: number == 0
            case .exchange, .stream: number == Self.platform
            case .subscription: number == Self.subscriptions
            case .frame, .request, .connection:
                number != 0 && number < Self.subscriptions && rule.strikes(provider)
            }
        }
        random = TrafficRandom(seed: plan.seed &+ number &* 0x9E37_79B9_7F4A_7C15)
        self.startSeconds = startSeconds
        for (index, rule) in rules.enumerated() where rule.everySeconds != nil {
            nextTimes[index] = nowSeconds + distance(rule)
        }
    }

    /// Draws the time to the next strike, which is exponentially distributed.
    private mutating func distance(_ rule: FaultRule) -> Double {
        (rule.everySeconds ?? 0) * random.exponential()
    }

    private mutating func strikes(_ rule: FaultRule, at nowSeconds: Double) -> Bool {
        rule.isInForce(at: nowSeconds - startSeconds)
            && random.unit() < rule.probability ?? 1
    }

    /// Draws the fate of a frame of `byteCount` bytes.
    ///
    /// - Complexity: O(rules).
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
            case .duplicateChange, .unknownPath: fate.elementPosition = random.unit()
            default: break
            }
        }
        return fate
    }

    /// Draws whether a request or exchange fault strikes now, and returns its rule if so.
    ///
    /// - Parameter path: That of the request, for exchange faults.
    package mutating func strikes(
        _ kind: FaultKind, at nowSeconds: Double, path: String? = nil
    ) -> FaultRule? {
        for rule in rules where rule.fault == kind && rule.applies(to: path) {
            if strikes(rule, at: nowSeconds) { return rule }
        }
        return nil
    }

    /// Draws after how many seconds a stream that begins now is struck by that fault;
    /// `nil` for never.
    package mutating func secondsUntil(
        _ kind: FaultKind, at nowSeconds: Double, path: String
    ) -> Double? {
        var earliest: Double?
        for rule in rules where rule.fault == kind && rule.applies(to: path) {
            let distance = distance(rule)
            guard rule.isInForce(at: nowSeconds + distance - startSeconds) else { continue }
            earliest = min(earliest ?? .infinity, distance)
        }
        return earliest
    }

    /// Returns the timed faults that are due and draws when they strike next.
    ///
    /// - Complexity: O(rules).
    package mutating func due(at nowSeconds: Double) -> [FaultRule] {
        var due: [FaultRule] = []
        for (index, rule) in rules.enumerated() {
            guard let time = nextTimes[index], time <= nowSeconds else { continue }
            nextTimes[index] = nowSeconds + distance(rule)
            if rule.isInForce(at: nowSeconds - startSeconds) { due.append(rule) }
        }
        return due
    }

    /// Draws how many more bytes a connection sends before it is dropped.
    package mutating func dropByteCount() -> Int { Int(random.unit() * 4_096) }
}
