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

/// One subscriber's place in a sequence.
private final class SequenceSubscription<Base: AsyncSequence & Sendable, Reader: Subscriber>:
    Subscription, Sendable
where Base.Element: Sendable, Reader.Input == Base.Element, Reader.Failure == Base.Failure {
    private struct State {
        var demand = Subscribers.Demand.none
        var isCancelled = false
        var waiting: CheckedContinuation<Bool, Never>?
        var task: Task<Void, Never>?
    }

    /// Subscribers are not `Sendable`. This one is called by the subscription's task alone,
    /// one call after the other, as publishers have to.
    private struct Unchecked: @unchecked Sendable {
        let reader: Reader
    }

    private let subscriber: Unchecked
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    init(_ reader: Reader) { subscriber = Unchecked(reader: reader) }

    func start(_ make: @escaping @Sendable () async throws(Base.Failure) -> Base) {
        let task = Task { await run(make) }
        let isCancelled = state.withLockedValue { state in
            state.task = task
            return state.isCancelled
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
                guard takeDemand() else { return }
                add(subscriber.reader.receive(element))
            }
        } catch {
            finish(.failure(error))
        }
    }

    private func finish(_ completion: Subscribers.Completion<Base.Failure>) {
        let isCancelled = state.withLockedValue { $0.isCancelled }
        if !isCancelled { subscriber.reader.receive(completion: completion) }
    }

    /// Waits for demand; `false` once it is cancelled.
    private func hasDemand() async -> Bool {
        await withCheckedContinuation { continuation in
            let result: Bool? = state.withLockedValue { state in
                if state.isCancelled { return false }
                if state.demand > .none { return true }
                state.waiting = continuation
                return nil
            }
            if let result { continuation.resume(returning: result) }
        }
    }

    /// Takes one of the demand; `false` once it is cancelled.
    private func takeDemand() -> Bool {
        state.withLockedValue { state in
            guard !state.isCancelled else { return false }
            state.demand -= 1
            return true
        }
    }

    private func add(_ demand: Subscribers.Demand) {
        let waiting = state.withLockedValue { state -> CheckedContinuation<Bool, Never>? in
            guard demand > .none, !state.isCancelled else { return nil }
            state.demand += demand
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: true)
    }

    func request(_ demand: Subscribers.Demand) { add(demand) }

    func cancel() {
        let (waiting, task) = state.withLockedValue { state in
            state.isCancelled = true
            defer { (state.waiting, state.task) = (nil, nil) }
            return (state.waiting, state.task)
        }
        waiting?.resume(returning: false)
        task?.cancel()
    }
}
