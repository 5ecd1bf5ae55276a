#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif
import NIOConcurrencyHelpers

/// The elements of an asynchronous sequence, which is made anew for each subscriber.
///
/// An element is asked for once the subscriber has demand, and not before: what the sequence
/// keeps for a slow reader, it keeps for a subscriber without demand. Elements come on the
/// executor that produced them. Cancelling ends the sequence's reader.
struct SequencePublisher<Base: AsyncSequence & Sendable>: Publisher
where Base.Element: Sendable {
    typealias Output = Base.Element
    typealias Failure = Base.Failure

    let make: @Sendable () async throws(Base.Failure) -> Base

    func receive<S: Subscriber>(
        subscriber: S
    ) where S.Input == Output, S.Failure == Failure {
        let subscription = SequenceSubscription<Base, S>(subscriber)
        subscriber.receive(subscription: subscription)
        subscription.start(make)
    }
}

/// One subscriber's place in a sequence, which it lets go at the end: subscribers hold their
/// subscription, too.
private final class SequenceSubscription<Base: AsyncSequence & Sendable, Reader: Subscriber>:
    Subscription, Sendable
where Base.Element: Sendable, Reader.Input == Base.Element, Reader.Failure == Base.Failure {
    private struct State {
        var demand = Subscribers.Demand.none
        /// The subscriber; `nil` once it has got a completion, or cancelled.
        var subscriber: Unchecked?
        var waiting: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    /// Subscribers are not `Sendable`. This one is called by the subscription's task alone,
    /// one call after the other, as publishers have to.
    private struct Unchecked: @unchecked Sendable {
        let reader: Reader
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state: NIOLockedValueBox<State>

    init(_ reader: Reader) {
        state = NIOLockedValueBox(State(subscriber: Unchecked(reader: reader)))
    }

    func start(_ make: @escaping @Sendable () async throws(Base.Failure) -> Base) {
        let task = Task { await run(make) }
        let isCancelled = state.withLockedValue { state in
            guard state.subscriber != nil else { return true }
            state.task = task
            return false
        }
        if isCancelled { task.cancel() }
    }

    private func run(_ make: @Sendable () async throws(Base.Failure) -> Base) async {
        do throws(Base.Failure) {
            guard await hasDemand() else { return }
            var iterator = try await make().makeAsyncIterator()
            while await hasDemand() {
                guard let element = try await iterator.next(isolation: nil) else {
                    finish(.finished)
                    return
                }
                guard let reader = takeDemand() else { return }
                add(reader.receive(element))
            }
        } catch {
            finish(.failure(error))
        }
    }

    private func finish(_ completion: Subscribers.Completion<Base.Failure>) {
        let subscriber = state.withLockedValue { state in
            defer { (state.subscriber, state.task) = (nil, nil) }
            return state.subscriber
        }
        subscriber?.reader.receive(completion: completion)
    }

    /// Waits for demand; `false` once it is cancelled.
    private func hasDemand() async -> Bool {
        await withCheckedContinuation { continuation in
            let result: Bool? = state.withLockedValue { state in
                if state.subscriber == nil { return false }
                if state.demand > .none { return true }
                state.waiting = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    /// Takes one of the demand, for the subscriber; `nil` once it is cancelled.
    private func takeDemand() -> Reader? {
        let subscriber = state.withLockedValue { state in
            if state.subscriber != nil { state.demand -= 1 }
            return state.subscriber
        }
        return subscriber?.reader
    }

    private func add(_ demand: Subscribers.Demand) {
        let waiting = state.withLockedValue { state -> CheckedContinuation<Bool, Never>? in
            guard demand > .none, state.subscriber != nil else { return nil }
            state.demand += demand
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: true)
    }

    func request(_ demand: Subscribers.Demand) { add(demand) }

    func cancel() {
        // The subscriber goes after the lock: with it, its own subscriptions may end.
        let old = state.withLockedValue { state in
            defer { (state.subscriber, state.waiting, state.task) = (nil, nil, nil) }
            return state
        }
        old.waiting?.resume(returning: false)
        old.task?.cancel()
    }
}
