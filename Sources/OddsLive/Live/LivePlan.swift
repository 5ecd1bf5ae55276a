import OddsClient
import OddsExperiments
import OddsReconstruction
import OddsWebSocket

/// The plan of a live run.
package struct LivePlan: Sendable {
    package init() {}

    package var strategy = StrategyName.graph
    package var clients = 1
    package var channels = 1
    /// The number of threads of the clients.
    package var threads = 1
    /// How many clients begin to connect each second; `nil` is one after the other.
    package var connectionsPerSecond: Int?
    package var warmup = Duration.seconds(2)
    package var duration = Duration.seconds(10)
    /// How often all connections are dropped at once, evenly over the window,
    /// which stays open until all channels are consistent again.
    package var storms = 0
    /// The longest pause between connection attempts.
    package var backoffMax = Duration.seconds(1)
    /// The compression that the clients offer.
    package var compression: WebSocketCompression?
    /// Whether the server injects faults, which stop before the run ends.
    package var hasFaults = false
    /// The time without faults at the end of the run.
    package var quiet = Duration.zero
    /// Whether somebody follows its latencies while it goes on.
    package var isFollowed = false
    /// A delay of the server's generator that is never too much, in nanoseconds.
    package var delayNanosecondsMax = LiveVerdict.wakeUpNanosecondsMax
    /// The longest time for each channel to become consistent before the window.
    package static let startLimit = Duration.seconds(60)
    /// The longest time for all channels to become consistent after the window.
    package var consistencyLimit = Duration.seconds(60)

    /// The longest time after the window in which the server's generator may
    /// catch up with the schedule.
    package static let catchUpLimit = Duration.seconds(10)

    /// When a storm begins at the earliest, counted from 0.
    func start(ofStorm number: Int) -> Duration { duration * (number + 1) / (storms + 1) }

    /// That of a server, with the time limits and pauses of a measurement.
    func client(_ access: ClientConfiguration) -> ClientConfiguration {
        var configuration = access
        set(&configuration.socket)
        configuration.registerTimeLimit = .seconds(3)
        configuration.dumpTimeLimit = .seconds(5)
        return configuration
    }

    /// The same for SportRadar's wire.
    func client(_ access: SportRadarConfiguration) -> SportRadarConfiguration {
        var configuration = access
        set(&configuration.socket)
        configuration.requestTimeLimit = .seconds(3)
        configuration.requestPauses = Backoff(initial: .milliseconds(50), cap: .seconds(1))
        configuration.dumpTimeLimit = .seconds(5)
        configuration.store = store
        return configuration
    }

    private func set(_ configuration: inout SocketConfiguration) {
        configuration.compression = compression
        // Short, because the server is on the same machine: silence is a fault.
        configuration.connectTimeLimit = .seconds(5)
        configuration.heartbeatInterval = .seconds(1)
        configuration.idleTimeLimit = .seconds(3)
        configuration.backoff = Backoff(
            initial: min(.milliseconds(20), backoffMax), cap: backoffMax)
    }

    var store: StoreConfiguration {
        var configuration = StoreConfiguration()
        configuration.strategy = StoreStrategy(strategy)
        configuration.resyncInterval = .milliseconds(500)
        configuration.resyncIntervalMax = .seconds(2)
        configuration.backoff = Backoff(initial: .milliseconds(50), cap: .seconds(1))
        configuration.isTraced = true
        return configuration
    }
}
