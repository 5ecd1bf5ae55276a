import OddsResults

/// The plan of a run of requests to a platform.
package struct PlatformPlan: Sendable {
    package init() {}

    /// The number of players, all of whom are logged in before the warm-up.
    package var players = 1_000
    /// Requests per second, of all routes together.
    package var rate = 500
    package var mix = PlatformMix.standard
    package var arrival = RequestArrival.poisson
    package var seed: UInt64 = 42
    package var warmup = Duration.seconds(2)
    package var duration = Duration.seconds(10)
    /// How often all sessions are expired at once, evenly over the window.
    package var storms = 0
    /// Balances that are due, besides the schedule, at the moment of each storm.
    package var stormRequests = 0
    /// Whether the service injects faults, which stop before the checks.
    package var hasFaults = false
    /// Connections to the service, which all players share.
    package var connections = 64
    /// How many requests may be under way; further ones are not sent.
    package var requestsMax = 20_000
    /// Whether somebody follows its latencies while it goes on.
    package var isFollowed = false

    /// The money that each player begins with, in minor units.
    static let balanceCents = 10_00
    /// Deposits are of 1 to so many minor units: a player may pay in 150.00 without
    /// documents, which is 1,500 of the largest.
    static let depositCentsMax = 10
    /// How many players one request of control makes.
    static let playersPerRequest = 500
    /// How many players log in at once before the warm-up.
    static let loginsAtOnce = 64
    /// The longest time for requests under way to end after the window.
    static let drainLimit = Duration.seconds(60)

    /// When a storm begins, from the opening of the window, counted from 0; the window's end
    /// for the one after the last.
    func start(ofStorm number: Int) -> Duration { duration * (number + 1) / (storms + 1) }
}

/// When requests are due.
package enum RequestArrival: String, CaseIterable, Sendable {
    /// At equal intervals.
    case constant
    /// A Poisson process: independent arrivals at exponential intervals, as those of many
    /// players who do not know of each other.
    case poisson
}
