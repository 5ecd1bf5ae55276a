/// Keeps one topic of EM's feed current: registers it, requests its dump, applies
/// its frames, and publishes what changed. Or one content of SportRadar's, which
/// its client subscribes to (`SportRadarSocketClient.store(of:)`).
///
/// On each connection the store registers first and holds frames until that
/// connection's dump has come. Until then readers keep the old tree, marked
/// stale; then the store publishes the difference as one change set. When a
/// frame cannot be read, or shows that another one was missed, the store
/// requests a new dump and meanwhile continues with the tree that it has.
///
/// A store runs on its client's executor and shares no state with other stores.
/// Its client retains it while it is subscribed.
public actor ChannelDataStore {
    /// The topic's text form; of a content, `{type}/{id}`.
    public nonisolated let topic: String
    /// The executor of the store's client.
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    nonisolated let configuration: StoreConfiguration

    let fold: any ChannelFold
    var observers = ObserverTable()
    var changeReaders: [ChangeMailbox] = []
    var contentReaders: [ContentMailbox] = []

    var states = Broadcast(StoreState.inactive)

    /// What keeps a store's tree current. It retains the client, and so keeps the
    /// executor alive.
    private enum Source {
        case topic(TopicSubscription)
        case content(ContentSubscription)
    }

    private let source: Source

    /// Whether the tree may be older than the server's: there is no connection,
    /// or none of its dumps has come yet.
    public internal(set) var isStale = true

    /// Makes a store that is not subscribed.
    ///
    /// - Parameters:
    ///   - topic: the topic's text form, such as that of an `EMTopic`.
    ///   - client: registers the topic. The store runs on its executor.
    ///   - configuration: the strategy, and the limits of requests.
    public init(
        _ topic: String, client: any WebSocketClient,
        configuration: StoreConfiguration = StoreConfiguration()
    ) {
        self.topic = topic
        self.configuration = configuration
        unownedExecutor = client.unownedExecutor
        let fold = configuration.strategy.makeFold()
        self.fold = fold
        source = .topic(TopicSubscription(client, fold, configuration))
    }

    /// Makes a store of a content that is not subscribed to.
    init(_ content: SportRadarContent, client: SportRadarSocketClient) {
        topic = "\(content)"
        configuration = client.configuration.store
        unownedExecutor = client.unownedExecutor
        let fold = ContentFold()
        self.fold = fold
        source = .content(ContentSubscription(client, content, fold))
    }

    /// The store's state now.
    public var state: StoreState { states.latest }

    /// The state now and each one after it, the newest sixteen for readers that
    /// are slower than that. The stream ends with `unsubscribe`.
    public func stateUpdates() -> AsyncStream<StoreState> { states.stream() }

    /// Records applied by updates, without dumps and what they released; of a content all
    /// that were applied.
    package var updateRecordCount: Int {
        switch source {
        case .topic(let subscription): subscription.updateRecordCount
        case .content: counters.recordsApplied
        }
    }

    // MARK: Subscribing

    /// Starts to keep the topic current. Returns at once; `stateUpdates` says
    /// when the tree is there. Does nothing while the store is subscribed.
    public func subscribe() {
        switch source {
        case .topic(let subscription): subscription.open(self)
        case .content(let subscription): subscription.open(self)
        }
    }

    /// Unregisters the topic and ends all streams. The tree can still be read,
    /// and is stale. Returns when no answer to `register` is awaited any more.
    public func unsubscribe() async {
        switch source {
        case .topic(let subscription): await subscription.close(self)
        case .content(let subscription): subscription.close(self)
        }
    }
}

extension ChannelDataStore: FeedReceiver {
    /// For the client, on whose executor it is called.
    public nonisolated func receive(_ event: FeedEvent) {
        // Read during the call, on this very thread.
        nonisolated(unsafe) let event = event
        assumeIsolated { $0.take(event) }
    }

    private func take(_ event: FeedEvent) {
        guard case .topic(let subscription) = source else {
            preconditionFailure("a content has no topic's frames")
        }
        subscription.take(event, self)
    }
}
