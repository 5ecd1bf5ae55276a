import OddsLive
import OddsReconstruction
import OddsResults

/// The plan of a run of tickets against moving odds.
package struct BettingPlan: Sendable {
    package init() {}

    package var players = 1_000
    /// Tickets per second.
    package var rate = 2_000
    /// That of the feed client.
    package var strategy = StrategyName.graph
    /// How long ago the client knew the odds that tickets name; each ticket draws one.
    package var delays: [Duration] = [.zero]
    package var policy = BettingPolicy.none
    /// What a commit of the service waits for, which is the service's own option.
    package var sync = BettingSync.full
    package var seed: UInt64 = 42
    /// Before the feed is measured alone, and again before tickets are.
    package var warmup = Duration.seconds(2)
    /// How long the feed is measured alone, and how long with tickets.
    package var duration = Duration.seconds(10)
    /// Whether the service injects faults, which stop before the checks.
    package var hasFaults = false
    /// Connections to the service, which all players share: so many tickets can share a
    /// commit.
    package var connections = 512
    /// How many tickets may be under way; further ones are not sent.
    package var ticketsMax = 20_000
    /// Whether somebody follows its latencies while it goes on.
    package var isFollowed = false

    /// The money that each player begins with, in minor units.
    static let balanceCents = 100_000_00
    /// Stakes are of 1.00 to so many minor units.
    static let stakeCentsRange = 1_00...10_00
    /// What share of tickets has more than one selection, and how many those have.
    static let multipleShare = 0.1
    static let multipleCounts: ClosedRange<UInt64> = 2...4

    /// How far back tickets look, in nanoseconds, with some time for a late client.
    var horizon: UInt64 {
        UInt64(((delays.max() ?? .zero) + .seconds(5)) / .nanoseconds(1))
    }

    /// The plan of the feed client.
    var feed: LivePlan {
        var feed = LivePlan()
        feed.strategy = strategy
        feed.hasFaults = hasFaults
        return feed
    }
}
