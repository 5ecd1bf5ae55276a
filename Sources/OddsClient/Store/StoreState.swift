import OddsReconstruction

/// Where a store stands.
///
///     inactive → subscribing → active ⇄ updating → unsubscribing → inactive
///                     ↑
///     error → reconnecting
///
/// An error can come from any of the states in between.
public enum StoreState: Equatable, Sendable {
    case inactive
    /// Registering, or waiting for the connection's first dump.
    case subscribing
    /// What is shown is what the server says.
    case active
    /// Active, and a new dump is wanted, as something was missed.
    case updating
    case unsubscribing
    /// What went wrong; `reconnecting` follows by itself.
    case error(ClientError)
    /// Waiting for a connection, or to try again, since this happened.
    case reconnecting(ClientError)
}

/// How a store keeps its topic.
public struct StoreConfiguration: Sendable {
    /// How the tree is kept current.
    public var strategy = StoreStrategy.graph
    /// Between two dumps that are asked for because something was missed, at
    /// the least; twice as long each time if that does not help, up to
    /// `resyncIntervalMax`.
    public var resyncInterval = Duration.seconds(1)
    public var resyncIntervalMax = Duration.seconds(8)
    /// Between attempts to register.
    public var backoff = Backoff()
    /// Draws the back-off's jitter.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    /// Whether each frame's stages are timed and delivered with its changes.
    package var isTraced = false

    public init() {}
}

/// The strategy of a store, chosen at run time.
public struct StoreStrategy: Sendable {
    let makeFold: @Sendable () -> any ChannelFold

    /// Any strategy, our own or another.
    public init<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) {
        makeFold = { StrategyFold<Strategy>() }
    }

    /// The strategy of that name.
    public init(_ name: StrategyName) {
        var maker = StoreStrategyMaker()
        do {
            self = try name.perform(&maker)
        } catch {
            preconditionFailure("making a strategy throws nothing: \(error)")
        }
    }

    /// The least work for each frame; see the strategies for what they cost.
    public static let graph = StoreStrategy(IncrementalGraph.self)
    public static let delta = StoreStrategy(DeltaRebuild.self)
    public static let full = StoreStrategy(FullRebuild.self)
}

private struct StoreStrategyMaker: StrategyTask {
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> StoreStrategy {
        StoreStrategy(strategy)
    }
}
