import NIOConcurrencyHelpers
import OddsClient
import OddsModel
import OddsServer
import OpenCombine
import ServicesProviderCombine
import Testing

extension EventsTests {
    /// The feed's streams as publishers, beside the sequences of the same store.
    @Suite struct FeedPublisherTests {
        private final class Seen<Value: Sendable>: Sendable {
            private struct Unchecked: @unchecked Sendable {
                // Used by one test's tasks, one after the other.
                let cancellable: AnyCancellable
            }

            private let values = NIOLockedValueBox<[Value]>([])
            private let subscription = NIOLockedValueBox<Unchecked?>(nil)

            init(_ publisher: AnyPublisher<Value, Never>) {
                let values = values
                let cancellable = publisher.sink { value in
                    values.withLockedValue { $0.append(value) }
                }
                subscription.withLockedValue { $0 = Unchecked(cancellable: cancellable) }
            }

            var all: [Value] { values.withLockedValue { $0 } }

            func cancel() { subscription.withLockedValue { $0?.cancellable.cancel() } }
        }

        private func withSubscription(
            _ body: (EMServer, FeedSubscription) async throws -> Void
        ) async throws {
            try await withServer { server in
                let client = try EMWebSocketClient(ClientConfiguration(url: server.url))
                let connecting = Task { try await client.connect() }
                let provider = EveryMatrixProvider(client)
                try await body(server, await provider.subscribeToLiveData())
                await provider.closeAll()
                await client.disconnect()
                _ = try? await connecting.value
            }
        }

        @Test("Content ends at that of the sequence")
        func contents() async throws {
            try await withSubscription { server, live in
                let seen = Seen(live.contentsPublisher())
                try await eventually { seen.all.count > 5 }
                _ = try await server.pause()
                let store = live.store
                try await eventually {
                    guard case .contentUpdate(let last) = seen.all.last else { return false }
                    return await store.events() == last
                }
                #expect(seen.all.first == .connected)
                seen.cancel()
            }
        }

        @Test("Changes name entities that the tree has or had")
        func changes() async throws {
            try await withSubscription { _, live in
                let seen = Seen(live.store.changesPublisher())
                try await eventually { seen.all.count > 5 }
                #expect(seen.all.allSatisfy { !$0.changes.isEmpty || $0.isIncomplete })
                seen.cancel()
            }
        }

        @Test("An observed outcome has the value of the store")
        func observe() async throws {
            try await withSubscription { server, live in
                let contents = Seen(live.contentsPublisher(limit: 1))
                try await eventually { contents.all.count > 1 }
                _ = try await server.pause()
                guard let event = await live.store.events(limit: 1).first,
                    let market = event.markets.first, let outcome = market.outcomes.first,
                    let offer = outcome.bettingOffers.first
                else {
                    Issue.record("a list without offers")
                    return
                }
                let events = Seen(live.observeEventPublisher(id: event.id))
                let markets = Seen(live.observeMarketPublisher(id: market.id))
                let outcomes = Seen(live.store.observeOutcomePublisher(id: outcome.id))
                let offers = Seen(live.observeBettingOfferPublisher(id: offer.id))
                let entities = Seen(live.observeEntityPublisher(type: "OUTCOME", id: outcome.id))
                try await eventually {
                    !events.all.isEmpty && !markets.all.isEmpty && !outcomes.all.isEmpty
                        && !offers.all.isEmpty && !entities.all.isEmpty
                }
                #expect(events.all.last??.id == event.id)
                #expect(markets.all.last??.id == market.id)
                #expect(outcomes.all.last??.bettingOffers.first?.odds == offer.odds)
                #expect(offers.all.last??.odds == offer.odds)
                #expect(entities.all.last??.outcome?.id == outcome.id)
            }
        }
    }
}
