import Foundation
import SeededRandom

/// A ticket that is due at a time.
struct PlannedTicket: Equatable, Sendable {
    /// Its number, from 0.
    let number: Int
    /// When, in nanoseconds from the beginning of the warm-up.
    let nanoseconds: UInt64
    /// The position of the player.
    let player: Int
    /// The position of the client's delay.
    let delay: Int
    let selectionCount: Int
    let cents: Int
    /// Decides which offers it names.
    let draw: UInt64

    /// What the service knows it by, however often it is sent.
    var key: String { "ticket-\(number)" }
}

/// All tickets of a run, in the order of their times: a Poisson process that is a function of
/// the plan alone, fixed before the run.
struct TicketSchedule: Sequence, IteratorProtocol {
    private let plan: BettingPlan
    private let end: Double
    private var random: SplitMix64
    private var time = 0.0
    private var number = 0

    init(_ plan: BettingPlan) {
        self.plan = plan
        end = (plan.warmup + plan.duration) / .nanoseconds(1)
        random = SplitMix64(seed: plan.seed)
    }

    mutating func next() -> PlannedTicket? {
        time += -log(1 - fraction()) * 1e9 / Double(plan.rate)
        guard time < end else { return nil }
        defer { number += 1 }
        let stakes = BettingPlan.stakeCentsRange
        return PlannedTicket(
            number: number, nanoseconds: UInt64(time),
            player: Int(random.next() % UInt64(plan.players)),
            delay: Int(random.next() % UInt64(plan.delays.count)),
            selectionCount: selectionCount(),
            cents: stakes.lowerBound + Int(random.next() % UInt64(stakes.count)),
            draw: random.next())
    }

    private mutating func selectionCount() -> Int {
        let isMultiple = fraction() < BettingPlan.multipleShare
        let counts = BettingPlan.multipleCounts
        let count = counts.lowerBound + random.next() % UInt64(counts.count)
        return isMultiple ? Int(count) : 1
    }

    /// From 0 to below 1.
    private mutating func fraction() -> Double { Double(random.next() >> 11) * 0x1p-53 }
}
