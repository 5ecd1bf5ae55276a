import NIOConcurrencyHelpers
package import OpenCombine
package import ServicesProvider

/// A subscriber that asks for one value at a time.
package final class Reader<Value: Sendable>: Subscriber, Sendable {
    package typealias Input = Value
    package typealias Failure = ServiceProviderError

    /// Values, `nil` at the end, or the failure.
    package let results: AsyncStream<Result<Value?, ServiceProviderError>>
    private let continuation: AsyncStream<Result<Value?, ServiceProviderError>>.Continuation
    private let subscription = NIOLockedValueBox<Unchecked?>(nil)

    /// OpenCombine's subscriptions may be used by any thread, and do not say so.
    private struct Unchecked: @unchecked Sendable {
        let subscription: any OpenCombine.Subscription
    }

    package init() { (results, continuation) = AsyncStream.makeStream() }

    package func receive(subscription: any OpenCombine.Subscription) {
        self.subscription.withLockedValue { $0 = Unchecked(subscription: subscription) }
    }

    package func receive(_ value: Value) -> Subscribers.Demand {
        continuation.yield(.success(value))
        return .none
    }

    package func receive(completion: Subscribers.Completion<ServiceProviderError>) {
        switch completion {
        case .finished: continuation.yield(.success(nil))
        case .failure(let error): continuation.yield(.failure(error))
        }
        end()
    }

    package func ask() { subscription.withLockedValue { $0 }?.subscription.request(.max(1)) }

    package func stop() { end()?.subscription.cancel() }

    /// Lets go of the subscription, which may hold the reader.
    @discardableResult
    private func end() -> Unchecked? {
        continuation.finish()
        return subscription.withLockedValue { subscription in
            defer { subscription = nil }
            return subscription
        }
    }
}

/// Reads a publisher for as long as it is held.
package final class Reading<Value: Sendable>: Sendable {
    package let reader = Reader<Value>()

    package init(_ publisher: AnyPublisher<Value, ServiceProviderError>) {
        publisher.subscribe(reader)
    }

    deinit { reader.stop() }
}

/// Holds a subscription until its publisher has ended.
package final class Holder: Sendable {
    private let box = NIOLockedValueBox<Unchecked?>(nil)

    /// OpenCombine's cancellables may be used by any thread, and do not say so.
    private struct Unchecked: @unchecked Sendable {
        let cancellable: AnyCancellable
    }

    package init() {}

    package var cancellable: AnyCancellable? {
        get { box.withLockedValue { $0?.cancellable } }
        set {
            let new = newValue.map { Unchecked(cancellable: $0) }
            box.withLockedValue { $0 = new }
        }
    }
}
