import DequeModule

/// Outcomes without bets that the world has settled of late. A ticket whose prices were read just
/// before is refused by them; results of outcomes with bets are in the database.
struct SettledOutcomes: Sendable {
    /// Those of the last minutes at the usual rates, where a ticket waits for less than a second.
    static let countMax = 200_000

    private var order: Deque<Int64> = []
    private var known: Set<Int64> = []

    /// Notes an outcome.
    mutating func insert(_ outcome: Int64) {
        guard known.insert(outcome).inserted else { return }
        order.append(outcome)
        if order.count > Self.countMax, let oldest = order.popFirst() { known.remove(oldest) }
    }

    func contains(_ outcome: Int64) -> Bool { known.contains(outcome) }

    /// Forgets all.
    mutating func removeAll() { self = SettledOutcomes() }
}
