/// What sessions of an edge, and the edge itself, may ask of a source, so that one client cannot
/// have it do more than all others together.
///
/// Has no clock: `now` is a monotonic time in nanoseconds.
package struct EdgeBudgets: Sendable {
    /// A budget that is spent.
    package struct Refusal: Error, Equatable, Sendable {
        /// The rule.
        package let reason: String
        /// After how many seconds the same may be asked again; at least 1.
        package let seconds: Int

        init(_ reason: String, nanoseconds: UInt64) {
            self.reason = reason
            seconds = Int((nanoseconds + 999_999_999) / 1_000_000_000)
        }
    }

    /// Topics that a session opens in a minute, of those that its edge does not have.
    package static let sessionTopics = 16
    /// Topics that an edge opens in a minute.
    package static let edgeTopics = 256
    /// Dumps that a session gets at once; then one a second.
    package static let sessionDumps = 32

    private struct Session {
        var topics = EdgeBudgets.perMinute(EdgeBudgets.sessionTopics)
        var dumps = RateBudget(burst: EdgeBudgets.sessionDumps, interval: 1_000_000_000)
    }

    /// Topics that were refused.
    package private(set) var refusedTopics = 0
    /// Dumps that were refused.
    package private(set) var refusedDumps = 0
    private var topics = Self.perMinute(Self.edgeTopics)
    private var sessions: [UInt64: Session] = [:]

    /// Budgets of which nothing is spent.
    package init() {}

    /// Sessions that have spent something.
    package var sessionCount: Int { sessions.count }

    /// Has a client open a topic that the edge does not have.
    ///
    /// - Throws: `Refusal` if that is beyond the budget of its session or of the edge. Nothing is
    ///   spent then.
    package mutating func openTopic(for client: UInt64, now: UInt64) throws(Refusal) {
        var session = sessions[client] ?? Session()
        let sessionWait = session.topics.wait(now: now)
        let edgeWait = topics.wait(now: now)
        guard max(sessionWait, edgeWait) == 0 else {
            refusedTopics += 1
            let (who, count) =
                sessionWait >= edgeWait
                ? ("a session", Self.sessionTopics) : ("an edge", Self.edgeTopics)
            throw Refusal(
                "\(who) may open \(count) new topics a minute",
                nanoseconds: max(sessionWait, edgeWait))
        }
        session.topics.take(now: now)
        topics.take(now: now)
        sessions[client] = session
    }

    /// Has a client get a dump.
    ///
    /// - Throws: `Refusal` if that is beyond the budget of its session.
    package mutating func giveDump(to client: UInt64, now: UInt64) throws(Refusal) {
        var session = sessions[client] ?? Session()
        let wait = session.dumps.wait(now: now)
        guard wait == 0 else {
            refusedDumps += 1
            throw Refusal(
                "a session may get \(Self.sessionDumps) dumps at once, and one a second",
                nanoseconds: wait)
        }
        session.dumps.take(now: now)
        sessions[client] = session
    }

    /// Forgets a client that is gone.
    package mutating func forget(_ client: UInt64) { sessions[client] = nil }

    private static func perMinute(_ count: Int) -> RateBudget {
        RateBudget(burst: count, interval: 60_000_000_000 / UInt64(count))
    }
}
