package import OpenCombine
package import ServicesProvider

/// The first value of a publisher.
package func first<Value: Sendable>(
    _ publisher: AnyPublisher<Value, ServiceProviderError>
) async throws(ServiceProviderError) -> Value {
    for try await value in Values(publisher) { return value }
    throw .cancelled
}

/// The values of a publisher, asked for one by one. Ends the subscription with its reader.
package struct Values<Value: Sendable>: AsyncSequence {
    package typealias Element = Value
    package typealias Failure = ServiceProviderError

    private let publisher: AnyPublisher<Value, ServiceProviderError>

    package init(_ publisher: AnyPublisher<Value, ServiceProviderError>) {
        self.publisher = publisher
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(reading: Reading(publisher))
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let reading: Reading<Value>

        package mutating func next() async throws(ServiceProviderError) -> Value? {
            try await next(isolation: #isolation)
        }

        package mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ServiceProviderError) -> Value? {
            let reader = reading.reader
            reader.ask()
            let result = await withTaskCancellationHandler {
                var results = reader.results.makeAsyncIterator()
                return await results.next(isolation: actor)
            } onCancel: {
                reader.stop()
            }
            return try result?.get() ?? nil
        }
    }
}
