import OddsReconstruction

/// Keeps one topic of a feed current: registers it, requests its dump, applies
/// its frames, and publishes what changed.
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
    /// The topic's text form.
    public nonisolated let topic: String
    /// The executor of the store's client.
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    nonisolated let configuration: StoreConfiguration
    /// Also keeps the executor alive.
    nonisolated let client: any WebSocketClient

    let fold: any ChannelFold
    var observers = ObserverTable()
    var changeReaders: [ChangeMailbox] = []
    var contentReaders: [ContentMailbox] = []

    var states = Broadcast(StoreState.inactive)

    private var machine: SubscriptionStateMachine
    private var registering: Task<Void, Never>?
    private var retryTimer: Task<Void, Never>?
    private var restTimer: Task<Void, Never>?
    private var random: any RandomNumberGenerator

    private var orphanCount = 0
    private var appliedCount = 0
    /// Records applied by updates, without dumps and what they released.
    package private(set) var updateRecordCount = 0

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
        self.client = client
        self.configuration = configuration
        unownedExecutor = client.unownedExecutor
        fold = configuration.strategy.makeFold()
        machine = SubscriptionStateMachine(
            restInterval: configuration.resyncInterval,
            restIntervalMax: configuration.resyncIntervalMax)
        random = configuration.random
    }

    /// The store's state now.
    public var state: StoreState { states.latest }

    /// The state now and each one after it, the newest sixteen for readers that
    /// are slower than that. The stream ends with `unsubscribe`.
    public func stateUpdates() -> AsyncStream<StoreState> { states.stream() }

    /// Whether the tree may be older than the server's: there is no connection,
    /// or none of its dumps has come yet.
    public var isStale: Bool { !machine.isCurrent }

    // MARK: Subscribing

    /// Starts to keep the topic current. Returns at once; `stateUpdates` says
    /// when the tree is there. Does nothing while the store is subscribed.
    public func subscribe() { perform(machine.open()) }

    /// Unregisters the topic and ends all streams. The tree can still be read,
    /// and is stale. Returns when no answer is awaited any more.
    public func unsubscribe() async {
        perform(machine.close())
        await registering?.value
    }

    // MARK: Actions

    private func perform(_ actions: [SubscriptionStateMachine.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: SubscriptionStateMachine.Action) {
        switch action {
        case .report(let state): if state != states.latest { states.send(state) }
        case .register(let call): registering = Task { await register(call) }
        case .cancelRegister: registering?.cancel()
        case .unregister(let registration): client.unregisterInPlace(registration)
        case .requestDump(let registration): client.requestDumpInPlace(registration)
        case .holdFrames: fold.holdUntilDump()
        case .keepFrames: fold.keepUntilDump()
        case .stopKeepingFrames: fold.stopKeeping()
        case .becomeCurrent: for reader in contentReaders { reader.connect() }
        case .becomeStale: for reader in contentReaders { reader.disconnect() }
        case .startRetryTimer(let attempt):
            retryTimer?.cancel()
            let delay = configuration.backoff.drawDelay(before: attempt, from: &random)
            retryTimer = after(delay) { $0.perform($0.machine.retryTimerFired()) }
        case .cancelRetryTimer: retryTimer?.cancel()
        case .startRestTimer(let interval):
            restTimer?.cancel()
            restTimer = after(interval) { $0.perform($0.machine.restTimerFired()) }
        case .cancelRestTimer: restTimer?.cancel()
        case .finish: finishReaders()
        }
    }

    private func register(_ call: Int) async {
        let result: Result<FeedRegistration, ClientError>
        do throws(ClientError) {
            result = .success(try await client.register(topic, receiver: self))
        } catch {
            result = .failure(error)
        }
        perform(machine.registerReturned(result, call: call))
    }

    /// Does something later, unless the task is cancelled before.
    private func after(
        _ delay: Duration, _ body: @escaping @Sendable (isolated ChannelDataStore) -> Void
    ) -> Task<Void, Never> {
        Task { [client] in
            do { try await client.clock.sleep(for: delay) } catch { return }
            if !Task.isCancelled { body(self) }
        }
    }
}

// MARK: - Events of the client

extension ChannelDataStore: FeedReceiver {
    /// For the client, on whose executor it is called.
    public nonisolated func receive(_ event: FeedEvent) {
        // Read during the call, on this very thread.
        nonisolated(unsafe) let event = event
        assumeIsolated { $0.take(event) }
    }

    private func take(_ event: FeedEvent) {
        switch event {
        case .update(let frame, let intended): apply(frame, intended, isAnswer: false)
        case .dump(let frame): apply(frame, nil, isAnswer: true)
        case .registered(let registration): perform(machine.registered(registration))
        case .dumpFailed(let error): perform(machine.dumpFailed(error))
        case .connectionLost(let error): perform(machine.connectionLost(error))
        case .registrationFailed(let error): perform(machine.registrationFailed(error))
        }
    }

    private func apply(
        _ frame: UnsafeRawBufferPointer, _ intended: UInt64?, isAnswer: Bool
    ) {
        guard machine.isOnline else { return }
        var trace = FrameTrace(isOn: configuration.isTraced, intended: intended)
        let missedCount = fold.missedFrameCount
        let disposition = fold.receive(frame, trace: &trace)
        var outcome = FrameOutcome(hasGap: fold.missedFrameCount > missedCount)
        var isApplied = false
        switch disposition {
        case .applied:
            isApplied = true
            let counters = fold.counters
            outcome.isDump = fold.changes.isReset
            if counters.orphanUpdates > orphanCount { outcome.hasGap = true }
            orphanCount = counters.orphanUpdates
            if !outcome.isDump { updateRecordCount += counters.recordsApplied - appliedCount }
            appliedCount = counters.recordsApplied
        case .rejected: outcome.hasGap = true
        case .stale, .held: break
        }
        if outcome.isDump || outcome.hasGap || isAnswer {
            perform(machine.received(outcome, isAnswer: isAnswer))
        }
        guard isApplied else { return }
        if trace.isOn { note(outcome, in: &trace) }
        publish(trace)
    }

    private func note(_ outcome: FrameOutcome, in trace: inout FrameTrace) {
        guard outcome.isDump else { return trace.noteUpdate(version: fold.versionNumber) }
        trace.noteDump(
            version: fold.dumpVersionNumber, releasedVersions: fold.releasedVersions)
    }
}
