import OddsClient
import OddsReconstruction

/// What a live run does.
struct LivePlan: Sendable {
    var strategy = StrategyKind.graph
    var clients = 1
    var channels = 1
    /// Of the clients.
    var threads = 1
    var warmup = Duration.seconds(2)
    var duration = Duration.seconds(10)
    /// Times that all connections are dropped at once, after the window.
    var storms = 0
    /// The longest pause between attempts to connect.
    var backoffMax = Duration.seconds(1)
    /// Whether the server has faults, which end some seconds before the run.
    var hasFaults = false

    /// How long the run goes on without faults at its end.
    static let quiet = Duration.seconds(10)
    /// How long channels may take to become consistent.
    static let consistencyLimit = Duration.seconds(60)

    func client(_ url: String) -> ClientConfiguration {
        var configuration = ClientConfiguration(url: url)
        // Short, as the server is on the same machine and silent for a reason.
        configuration.connectTimeLimit = .seconds(5)
        configuration.registerTimeLimit = .seconds(3)
        configuration.dumpTimeLimit = .seconds(5)
        configuration.heartbeatInterval = .seconds(1)
        configuration.idleTimeLimit = .seconds(3)
        configuration.backoff = Backoff(
            initial: min(.milliseconds(20), backoffMax), cap: backoffMax)
        return configuration
    }

    var store: StoreConfiguration {
        var configuration = StoreConfiguration()
        configuration.strategy = strategy.storeStrategy
        configuration.resyncInterval = .milliseconds(500)
        configuration.resyncIntervalMax = .seconds(2)
        configuration.backoff = Backoff(initial: .milliseconds(50), cap: .seconds(1))
        configuration.isTraced = true
        return configuration
    }
}

extension StrategyKind {
    var storeStrategy: StoreStrategy {
        switch self {
        case .full: .full
        case .delta: .delta
        case .graph: .graph
        }
    }
}
