import NIOConcurrencyHelpers
import OpenCombine
import PlatformFixture
import PublisherFixture
import Testing

@testable import ServicesProvider
@testable import ServicesProviderCombine

/// Platform contract, section 12: what a publisher does beside its values.
@Suite(.timeLimit(.minutes(5))) struct PublisherTests {
    private let route = "/v1/player/consents"

    @Test func oneShotBeginsAtEachSubscriptionWithDemand() async throws {
        try await withPlatform { running in
            try await running.withClient { client in
                let publisher = client.getAllConsentsPublisher()
                #expect(try await running.requestCount("GET", route, 200) == 0)
                let reading = Reading(publisher)
                let idle = reading.reader
                for _ in 1...2 { _ = try await first(publisher) }
                #expect(try await running.requestCount("GET", route, 200) == 2)
                // Without demand, it has not been asked for.
                idle.ask()
                for await _ in idle.results { break }
                #expect(try await running.requestCount("GET", route, 200) == 3)
            }
        }
    }

    @Test func oneShotFinishesAfterItsValue() async throws {
        try await withPlatform { running in
            try await running.withClient { client in
                var values = Values(client.getAllConsentsPublisher()).makeAsyncIterator()
                let texts = try await values.next()
                #expect(texts?.isEmpty == false)
                #expect(try await values.next() == nil)
            }
        }
    }

    @Test func errorIsTheCompletion() async throws {
        try await withPlatform { running in
            let client = ServicesProviderClient(
                providerType: .everymatrix, configuration: try running.configuration())
            let error = try await failure { _ = try await first(client.getUserBalancePublisher()) }
            #expect(error == .privilegedAccessManagerNotFound)
        }
    }

    @Test func cancellingCancelsTheRequest() async throws {
        try await withPlatform { running in
            let transport = CancellableTransport()
            try await running.withClient({ $0.httpTransport = { transport } }) { client in
                let reader = Reader<[ConsentText]>()
                client.getAllConsentsPublisher().subscribe(reader)
                reader.ask()
                await transport.gate.arrivals(1)
                reader.stop()
                #expect(await transport.cancelled.next() == "/v1/player/consents")
            }
        }
    }

    @Test func statesAreValuesAndEndWithTheClient() async throws {
        try await withPlatform { running in
            let states = NIOLockedValueBox<[ConnectorState]>([])
            let isFinished = Gate<Void>()
            var client: ServicesProviderClient? = ServicesProviderClient(
                providerType: .everymatrix, configuration: try running.configuration())
            let holder = Holder()
            holder.cancellable = client?.privilegedAccessManagerConnectionStatePublisher.sink(
                receiveCompletion: { _ in Task { await isFinished.pass() } },
                receiveValue: { state in states.withLockedValue { $0.append(state) } })
            while states.withLockedValue({ $0 }) != [.disconnected] { await Task.yield() }
            client?.connect()
            while states.withLockedValue({ $0.last }) != .connected { await Task.yield() }
            client?.disconnect()
            while states.withLockedValue({ $0.last }) != .disconnected { await Task.yield() }
            client = nil
            await isFinished.arrivals(1)
            isFinished.open()
            holder.cancellable = nil
            #expect(states.withLockedValue { $0.first } == .disconnected)
        }
    }

    @Test func newestWaitsForASubscriberWithoutDemand() async throws {
        let source = StateSource(0)
        let reader = Reader<Int>()
        publisher(of: source.updates).subscribe(reader)
        var results = reader.results.makeAsyncIterator()
        reader.ask()
        #expect(try await results.next()?.get() == 0)
        for state in 1...100 { source.send(state) }
        reader.ask()
        #expect(try await results.next()?.get() == 100)
        source.send(101)
        source.finish()
        reader.ask()
        #expect(try await results.next()?.get() == 101)
        // The end is told without demand.
        reader.ask()
        #expect(try await results.next()?.get() == .some(nil))
    }

    /// A subscriber holds its subscription, which lets go of it at the end.
    @Test(arguments: [false, true]) func subscriberGoesWithTheEnd(isCancelled: Bool) async {
        weak var gone: Keeper?
        do {
            let source = StateSource(0)
            let keeper = Keeper()
            gone = keeper
            publisher(of: source.updates).subscribe(keeper)
            keeper.subscription?.request(.unlimited)
            if isCancelled { keeper.subscription?.cancel() } else { source.finish() }
        }
        while gone != nil { await Task.yield() }
    }

    @Test func statusUpdatesAreThoseOfTheSequence() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, _ in
                var statuses = Values(client.paymentStatusUpdatesPublisher(transactionId: "tx-9"))
                    .makeAsyncIterator()
                let error = try await failure { _ = try await statuses.next() }
                #expect(error == .notFound)
            }
        }
    }
}

/// States as the module publishes sequences.
private func publisher(
    of states: StateUpdates<Int>
) -> AnyPublisher<Int, ServiceProviderError> {
    following { () throws(ServiceProviderError) in states }
}

/// A subscriber that holds its subscription for good.
private final class Keeper: Subscriber {
    private(set) var subscription: (any OpenCombine.Subscription)?

    func receive(subscription: any OpenCombine.Subscription) { self.subscription = subscription }

    func receive(_ value: Int) -> Subscribers.Demand { .none }

    func receive(completion: Subscribers.Completion<ServiceProviderError>) {}
}

/// Never answers, and notes whose requests were cancelled.
private final class CancellableTransport: HTTPTransport {
    let gate = Gate<Void>()
    let cancelled = Names()

    /// Names in the order in which they came.
    actor Names {
        private let names = AsyncStream.makeStream(of: String.self)

        nonisolated func add(_ name: String) { names.continuation.yield(name) }

        func next() async -> String? {
            for await name in names.stream { return name }
            return nil
        }
    }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        guard request.url.hasSuffix("/consents") else {
            return HTTPTransportResponse(status: 200, headers: [], body: [])
        }
        await withTaskCancellationHandler {
            await gate.pass()
        } onCancel: {
            cancelled.add("/v1/player/consents")
            gate.open()
        }
        throw HTTPTransportError(.cancelled, "cancelled")
    }

    func open(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> (
        head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
    ) { throw HTTPTransportError(.notSent, "no streams") }

    func shutDown() async { gate.open() }
}
