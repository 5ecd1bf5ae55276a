import OddsReconstruction

/// Keeps a store's topic registered on its connections, requests its dumps and applies
/// its frames: does what `SubscriptionStateMachine` says. Its store isolates it.
final class TopicSubscription {
    private let client: any WebSocketClient
    private let fold: any TopicFold
    private var machine: SubscriptionStateMachine
    private var registering: Task<Void, Never>?
    private var retryTimer: Task<Void, Never>?
    private var restTimer: Task<Void, Never>?
    private var random: any RandomNumberGenerator

    private var orphanCount = 0
    private var appliedCount = 0
    /// Records applied by updates, without dumps and what they released.
    private(set) var updateRecordCount = 0

    init(
        _ client: any WebSocketClient, _ fold: any TopicFold, _ configuration: StoreConfiguration
    ) {
        self.client = client
        self.fold = fold
        machine = SubscriptionStateMachine(
            restInterval: configuration.resyncInterval,
            restIntervalMax: configuration.resyncIntervalMax)
        random = configuration.random
    }

    func open(_ store: isolated ChannelDataStore) { perform(machine.open(), store) }

    /// Returns when no answer is awaited any more.
    func close(_ store: isolated ChannelDataStore) async {
        perform(machine.close(), store)
        await registering?.value
    }

    // MARK: Actions

    private func perform(
        _ actions: [SubscriptionStateMachine.Action], _ store: isolated ChannelDataStore
    ) {
        for action in actions { perform(action, store) }
    }

    private func perform(
        _ action: SubscriptionStateMachine.Action, _ store: isolated ChannelDataStore
    ) {
        switch action {
        case .report(let state): store.report(state)
        case .register(let call): registering = Task { await register(call, store) }
        case .cancelRegister: registering?.cancel()
        case .unregister(let registration): client.unregisterInPlace(registration)
        case .requestDump(let registration): client.requestDumpInPlace(registration)
        case .holdFrames: fold.holdUntilDump()
        case .keepFrames: fold.keepUntilDump()
        case .stopKeepingFrames: fold.stopKeeping()
        case .becomeCurrent: store.becomeCurrent()
        case .becomeStale: store.becomeStale()
        case .startRetryTimer(let attempt):
            retryTimer?.cancel()
            let delay = store.configuration.backoff.drawDelay(before: attempt, from: &random)
            retryTimer = after(delay, store) { $0.perform($0.machine.retryTimerFired(), $1) }
        case .cancelRetryTimer: retryTimer?.cancel()
        case .startRestTimer(let interval):
            restTimer?.cancel()
            restTimer = after(interval, store) { $0.perform($0.machine.restTimerFired(), $1) }
        case .cancelRestTimer: restTimer?.cancel()
        case .finish: store.finishReaders()
        }
    }

    private func register(_ call: Int, _ store: isolated ChannelDataStore) async {
        let result: Result<FeedRegistration, ClientError>
        do throws(ClientError) {
            result = .success(try await client.register(store.topic, receiver: store))
        } catch {
            result = .failure(error)
        }
        perform(machine.registerReturned(result, call: call), store)
    }

    /// Does something later, unless the task is cancelled before.
    private func after(
        _ delay: Duration, _ store: isolated ChannelDataStore,
        _ body: @escaping (TopicSubscription, isolated ChannelDataStore) -> Void
    ) -> Task<Void, Never> {
        Task {
            do { try await client.clock.sleep(for: delay) } catch { return }
            if !Task.isCancelled { body(self, store) }
        }
    }

    // MARK: Events of the client

    func take(_ event: FeedEvent, _ store: isolated ChannelDataStore) {
        switch event {
        case .update(let frame, let intended): apply(frame, intended, isAnswer: false, store)
        case .dump(let frame): apply(frame, nil, isAnswer: true, store)
        case .registered(let registration): perform(machine.registered(registration), store)
        case .dumpFailed(let error): perform(machine.dumpFailed(error), store)
        case .connectionLost(let error): perform(machine.connectionLost(error), store)
        case .registrationFailed(let error): perform(machine.registrationFailed(error), store)
        }
    }

    private func apply(
        _ frame: UnsafeRawBufferPointer, _ intended: UInt64?, isAnswer: Bool,
        _ store: isolated ChannelDataStore
    ) {
        guard machine.isOnline else { return }
        var trace = FrameTrace(isOn: store.configuration.isTraced, intended: intended)
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
            perform(machine.received(outcome, isAnswer: isAnswer), store)
        }
        guard isApplied else { return }
        if trace.isOn { note(outcome, in: &trace) }
        store.publish(trace)
    }

    private func note(_ outcome: FrameOutcome, in trace: inout FrameTrace) {
        guard outcome.isDump else { return trace.noteUpdate(version: fold.versionNumber) }
        trace.noteDump(
            version: fold.dumpVersionNumber, releasedVersions: fold.releasedVersions)
    }
}
