import OddsReconstruction

/// The state of a store.
///
///     inactive → subscribing → active ⇄ updating → unsubscribing → inactive
///                     ↑
///     error → reconnecting
///
/// Any state but the first and the last can lead to an error.
public enum StoreState: Equatable, Sendable {
    /// Not subscribed.
    case inactive
    /// Registering, or waiting for the connection's first dump.
    case subscribing
    /// The tree is the server's.
    case active
    /// Something was missed. The tree is current as far as known, and a new
    /// dump is requested.
    case updating
    /// Unregistering.
    case unsubscribing
    /// Something failed; `reconnecting` follows.
    case error(ClientError)
    /// Waiting for a connection, or for the next attempt, after this error.
    case reconnecting(ClientError)
}

/// The configuration of a store.
public struct StoreConfiguration: Sendable {
    /// The way in which the tree is kept current.
    public var strategy = StoreStrategy.graph
    /// The shortest time between two requests for a dump. It doubles each time
    /// that a dump did not help, up to `resyncIntervalMax`.
    public var resyncInterval = Duration.seconds(1)
    /// The longest value of the interval above.
    public var resyncIntervalMax = Duration.seconds(8)
    /// The delays between attempts to register and after failed dumps.
    public var backoff = Backoff()
    /// Draws the back-off's jitter.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// Whether each frame's stages are timed and delivered with its changes.
    package var isTraced = false

    /// The defaults above.
    public init() {}
}

/// The strategy of a store, chosen at run time.
public struct StoreStrategy: Sendable {
    /// For a topic.
    let makeFold: @Sendable () -> any TopicFold
    /// For the contents of a socket.
    let makeContents: @Sendable () -> any ContentTrees

    /// Takes any strategy, including an app's own.
    public init<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) {
        makeFold = { StrategyFold<Strategy>() }
        makeContents = { StrategyContents<Strategy>() }
    }

    /// Takes the strategy of that name.
    public init(_ name: StrategyName) {
        var maker = StoreStrategyMaker()
        do {
            self = try name.perform(&maker)
        } catch {
            preconditionFailure("making a strategy threw an error: \(error)")
        }
    }

    /// Changes the nodes that a frame concerns, and nothing else.
    public static let graph = StoreStrategy(IncrementalGraph.self)
    /// Rebuilds the events that a frame concerns.
    public static let delta = StoreStrategy(DeltaRebuild.self)
    /// Rebuilds the whole tree.
    public static let full = StoreStrategy(FullRebuild.self)
}

private struct StoreStrategyMaker: StrategyTask {
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> StoreStrategy {
        StoreStrategy(strategy)
    }
}
