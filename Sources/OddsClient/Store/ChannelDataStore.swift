import OddsModel
import OddsReconstruction
import OddsWire

/// One topic of a feed, kept current: registers it, asks for its dump, applies
/// what comes, and tells observers what changed.
///
/// On each connection it registers first and holds frames until that
/// connection's dump has come; until then readers keep the old tree, marked
/// stale, and then get one change set, the difference. Where a frame could not
/// be read, or shows that something was missed, it asks for a new dump, and
/// goes on with what it has meanwhile.
///
/// It runs on its client's executor and shares nothing with other stores. A
/// store is held by its client while it is subscribed.
public actor ChannelDataStore {
    public nonisolated let topic: String
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    nonisolated let configuration: StoreConfiguration
    /// Also owns what the executor refers to.
    nonisolated let client: any WebSocketClient

    let fold: any ChannelFold
    var observers = ObserverTable()
    var changeReaders: [ChangeMailbox] = []
    var contentReaders: [ContentMailbox] = []

    /// Whether the tree is older than the server's: no dump of this connection
    /// has come yet, or there is no connection.
    public internal(set) var isStale = true
    var states = Broadcast(StoreState.inactive)

    // The subscription.
    private var isWanted = false
    private var registration: FeedRegistration?
    private var registering: Task<Void, Never>?
    private var attempt = 0
    private var random: any RandomNumberGenerator

    // Dumps.
    private var isRegistered = false
    private var isDumpPending = false
    private var dumpRetry: Task<Void, Never>?
    /// Something was missed that no dump asked for so far can make good.
    private var isDumpWanted = false
    private var resyncPause: Task<Void, Never>?
    private var resyncInterval: Duration
    private var orphanCount = 0
    private var appliedCount = 0
    /// Records applied by updates, dumps and what they released left out.
    package private(set) var updateRecordCount = 0

    public init(
        _ topic: String, client: any WebSocketClient,
        configuration: StoreConfiguration = StoreConfiguration()
    ) {
        self.topic = topic
        self.client = client
        self.configuration = configuration
        unownedExecutor = client.unownedExecutor
        fold = configuration.strategy.makeFold()
        resyncInterval = configuration.resyncInterval
        random = configuration.random
    }

    public var state: StoreState { states.latest }

    /// The state now and each one after it.
    public func stateUpdates() -> AsyncStream<StoreState> { states.stream() }

    func enter(_ state: StoreState) {
        if state != states.latest { states.send(state) }
    }

    // MARK: Subscribing

    /// Begins to keep the topic. Returns at once; see `stateUpdates`.
    public func subscribe() {
        guard !isWanted else { return }
        isWanted = true
        enter(.subscribing)
        let last = registering
        registering = Task {
            await last?.value
            await keepRegistering()
        }
    }

    /// Ends it: the topic is unregistered, and all streams end. The tree stays
    /// to be read, and is stale.
    public func unsubscribe() async {
        guard isWanted else { return }
        isWanted = false
        enter(.unsubscribing)
        dumpRetry?.cancel()
        resyncPause?.cancel()
        registering?.cancel()
        await registering?.value
        if let registration { await client.unregister(registration) }
        registration = nil
        connectionEnded()
        enter(.inactive)
        finishReaders()
    }

    /// Registers until it works.
    private func keepRegistering() async {
        while isWanted, registration == nil {
            do throws(ClientError) {
                registration = try await client.register(topic, receiver: self)
                attempt = 0
            } catch {
                guard isWanted else { return }
                await pause(after: error)
                enter(.subscribing)
            }
        }
    }

    private func pause(after error: ClientError) async {
        enter(.error(error))
        attempt += 1
        let delay = delay(before: attempt)
        enter(.reconnecting(error))
        try? await client.clock.sleep(for: delay)
    }

    private func delay(before attempt: Int) -> Duration {
        var random = AnyRandomNumberGenerator(base: self.random)
        defer { self.random = random.base }
        return configuration.backoff.delay(before: attempt, using: &random)
    }
}

// MARK: - What the client tells

extension ChannelDataStore: FeedReceiver {
    public nonisolated func receive(_ event: FeedEvent) {
        // Read during the call, on this very thread.
        nonisolated(unsafe) let event = event
        assumeIsolated { $0.take(event) }
    }

    private func take(_ event: FeedEvent) {
        guard isWanted else { return }
        switch event {
        case .update(let frame, let intended): _ = apply(frame, intended)
        case .registered(let registration):
            self.registration = registration
            isRegistered = true
            fold.holdUntilDump()
            isStale = true
            enter(.subscribing)
            askDump()
        case .dump(let frame):
            isDumpPending = false
            attempt = 0
            // An answer that is no dump will not come again by itself.
            if !apply(frame, nil) { wantDump() }
        case .dumpFailed(let error):
            isDumpPending = false
            fold.stopKeeping()
            retryDump(after: error)
        case .connectionLost(let error):
            connectionEnded()
            enter(.reconnecting(error))
        case .registrationFailed(let error):
            registration = nil
            connectionEnded()
            registering = Task {
                await pause(after: error)
                guard isWanted else { return }
                enter(.subscribing)
                await keepRegistering()
            }
        }
    }

    private func connectionEnded() {
        isRegistered = false
        isDumpPending = false
        isDumpWanted = false
        dumpRetry?.cancel()
        guard !isStale else { return }
        isStale = true
        for reader in contentReaders { reader.disconnect() }
    }

    /// - Returns: whether it was a dump.
    private func apply(_ frame: UnsafeRawBufferPointer, _ intended: UInt64?) -> Bool {
        var isDump = false
        var trace = FrameTrace(isOn: configuration.isTraced, intended: intended)
        let missedCount = fold.missedFrameCount
        switch fold.receive(frame, trace: &trace) {
        case .applied:
            isDump = fold.changes.isReset
            if isDump { noteDump() }
            publish(trace)
            let counters = fold.counters
            if counters.orphanUpdates > orphanCount { wantDump() }
            orphanCount = counters.orphanUpdates
            if !isDump { updateRecordCount += counters.recordsApplied - appliedCount }
            appliedCount = counters.recordsApplied
        case .rejected: wantDump()
        case .stale, .held: break
        }
        if fold.missedFrameCount > missedCount { wantDump() }
        return isDump
    }

    // MARK: Dumps

    /// The tree is the server's again.
    private func noteDump() {
        isDumpPending = false
        dumpRetry?.cancel()
        if isStale {
            isStale = false
            for reader in contentReaders { reader.connect() }
        }
        enter(.active)
        // What was missed while this dump was on its way may not be in it.
        if isDumpWanted { wantDump() }
    }

    private func askDump() {
        guard let registration, isRegistered else { return }
        isDumpPending = true
        isDumpWanted = false
        fold.keepUntilDump()
        client.requestDumpInPlace(registration)
        rest()
    }

    /// Something was missed. Asked for at once, or after a pause.
    private func wantDump() {
        isDumpWanted = true
        if state == .active { enter(.updating) }
        if resyncPause == nil, !isDumpPending { askDump() }
    }

    /// Until the pause is over, no dump is asked for because something was
    /// missed.
    private func rest() {
        resyncPause?.cancel()
        resyncPause = Task { [resyncInterval, client] in
            do { try await client.clock.sleep(for: resyncInterval) } catch { return }
            endRest()
        }
    }

    private func endRest() {
        resyncPause = nil
        guard isDumpWanted else {
            resyncInterval = configuration.resyncInterval
            return
        }
        resyncInterval = min(resyncInterval * 2, configuration.resyncIntervalMax)
        if isDumpPending { rest() } else { askDump() }
    }

    private func retryDump(after error: ClientError) {
        enter(.error(error))
        attempt += 1
        let delay = delay(before: attempt)
        dumpRetry = Task { [client] in
            do { try await client.clock.sleep(for: delay) } catch { return }
            guard isRegistered, !isDumpPending else { return }
            enter(isStale ? .subscribing : .updating)
            askDump()
        }
        enter(.reconnecting(error))
    }
}
