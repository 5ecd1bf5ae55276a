#if canImport(Combine)
    import Combine
#else
    import OpenCombine
#endif
import ServicesProvider

/// The result of one call, as a sequence of one element.
struct OneShot<Value: Sendable>: AsyncSequence, Sendable {
    typealias Element = Value
    typealias Failure = ServiceProviderError

    let call: @Sendable () async throws(ServiceProviderError) -> Value

    func makeAsyncIterator() -> Iterator { Iterator(call: call) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var call: (@Sendable () async throws(ServiceProviderError) -> Value)?

        fileprivate init(
            call: @escaping @Sendable () async throws(ServiceProviderError) -> Value
        ) { self.call = call }

        mutating func next() async throws(ServiceProviderError) -> Value? {
            try await next(isolation: #isolation)
        }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceProviderError) -> Value? {
            guard let call else { return nil }
            self.call = nil
            return try await call()
        }
    }
}

/// A publisher that calls a function at each subscription; cancelling cancels the call.
func oneShot<each Argument: Sendable, Value: Sendable>(
    _ call: @escaping @Sendable (repeat each Argument) async throws(ServiceProviderError) -> Value,
    _ arguments: repeat each Argument
) -> AnyPublisher<Value, ServiceProviderError> {
    SequencePublisher { () async throws(ServiceProviderError) in
        OneShot { () async throws(ServiceProviderError) in
            try await call(repeat each arguments)
        }
    }.eraseToAnyPublisher()
}

/// A publisher that subscribes with a function at each subscription.
func subscribing<each Argument: Sendable, Base: AsyncSequence & Sendable>(
    _ subscribe: @escaping @Sendable (
        repeat each Argument
    ) throws(ServiceProviderError) -> Base,
    _ arguments: repeat each Argument
) -> AnyPublisher<Base.Element, ServiceProviderError>
where Base.Element: Sendable, Base.Failure == ServiceProviderError {
    SequencePublisher { () async throws(ServiceProviderError) in
        try subscribe(repeat each arguments)
    }.eraseToAnyPublisher()
}

/// The same for states, which do not fail once they are there.
func following<State: Hashable & Sendable>(
    _ states: @escaping @Sendable () throws(ServiceProviderError) -> StateUpdates<State>
) -> AnyPublisher<State, ServiceProviderError> {
    subscribing { () throws(ServiceProviderError) in FailingStates(base: try states()) }
}

/// States with the failure that the way to them has.
private struct FailingStates<State: Hashable & Sendable>: AsyncSequence, Sendable {
    typealias Element = State
    typealias Failure = ServiceProviderError

    let base: StateUpdates<State>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: StateUpdates<State>.Iterator

        mutating func next() async throws(ServiceProviderError) -> State? { await base.next() }

        mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceProviderError) -> State? { await base.next(isolation: actor) }
    }
}
