import Foundation
import OddsResults
import SeededRandom

/// A request that is due at a time.
struct PlannedRequest: Equatable, Sendable {
    /// When, in nanoseconds from the beginning of the warm-up.
    let nanoseconds: UInt64
    let route: PlatformRoute
    /// The position of the player.
    let player: Int
    /// Decides what else there is to choose, such as an amount.
    let draw: UInt64
}

/// All requests of a run, in the order of their times: a function of the plan alone, fixed
/// before the run.
struct RequestSchedule: Sequence, IteratorProtocol {
    private let plan: PlatformPlan
    private let end: Double
    private var random: SplitMix64
    private var time = 0.0

    init(_ plan: PlatformPlan) {
        self.plan = plan
        end = (plan.warmup + plan.duration) / .nanoseconds(1)
        random = SplitMix64(seed: plan.seed)
    }

    mutating func next() -> PlannedRequest? {
        let interval = 1e9 / Double(plan.rate)
        let distance =
            switch plan.arrival {
            case .constant: interval
            case .poisson: -log(1 - fraction()) * interval
            }
        time += distance
        guard time < end else { return nil }
        return PlannedRequest(
            nanoseconds: UInt64(time), route: plan.mix.route(at: fraction()),
            player: Int(random.next() % UInt64(plan.players)), draw: random.next())
    }

    /// From 0 to below 1.
    private mutating func fraction() -> Double { Double(random.next() >> 11) * 0x1p-53 }
}
