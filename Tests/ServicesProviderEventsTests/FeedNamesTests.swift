import Foundation
import OddsClient
import OddsModel
import OddsServer
import OpenCombine
import PublisherFixture
import ServicesProvider
import ServicesProviderCombine
import Testing

extension EventsTests {
    /// The article Names: sockets, the feed and its observers, with the types written out,
    /// against a server.
    @Suite struct FeedNamesTests {
        @Test func streamOfMessages() async throws {
            var configuration = ServerConfiguration()
            configuration.echoPath = "/echo"
            try await withServer(configuration) { server in
                let url: URL = try #require(
                    URL(string: server.url.replacing("/v2", with: "/echo")))
                let stream: WebSocketClientStream = WebSocketClientStream(url: url)
                try await stream.connect()
                let texts = ["", "Zürich – €", String(repeating: "a", count: 70_000)]
                for text in texts { try await stream.send(remoteMessage: text) }
                var received: WebSocketClientStream.Iterator = stream.makeAsyncIterator()
                for text in texts { #expect(try await received.next() == .text(text)) }
                await stream.close()
                #expect(try await received.next() == nil)
            }
        }

        /// What is none is told when it is used, as there is nobody to tell before.
        @Test(arguments: ["https://example.com/live", "live", "wss:///live", "ws://a:99999/"])
        func addressThatIsNone(_ text: String) async throws {
            let stream = WebSocketClientStream(url: try #require(URL(string: text)))
            await #expect(throws: ClientError.notConnected) {
                try await stream.send(remoteMessage: "greeting")
            }
            for _ in 1...2 {
                await #expect(throws: ClientError.badAddress(text)) { try await stream.connect() }
                var received = stream.makeAsyncIterator()
                await #expect(throws: ClientError.badAddress(text)) { try await received.next() }
                #expect(try await received.next() == nil)
            }
            await stream.close()
        }

        @Test func providerOfAClient() async throws {
            try await withServer { server in
                _ = try await server.pause()
                let client: any WebSocketClient = try EMWebSocketClient(
                    ClientConfiguration(url: server.url))
                let provider: EveryMatrixProvider = EveryMatrixProvider(webSocketClient: client)
                try await client.connect()
                let live: FeedSubscription = await provider.subscribeToLiveData()
                let next: FeedSubscription = await provider.subscribeToPreLiveMatches()
                let event: EventModel = try await firstEvent(live)
                #expect(try await firstEvent(next).id != event.id)
                let details: FeedSubscription = await provider.subscribeToEventDetails(
                    id: event.id)
                let whole: EventModel = try await firstEvent(details)
                #expect(whole.id == event.id)
                try await observers(details, whole)
                await provider.closeAll()
                await client.disconnect()
            }
        }

        private func firstEvent(_ subscription: FeedSubscription) async throws -> EventModel {
            for await content in await subscription.contents() {
                if case .contentUpdate(let events) = content, let event = events.first {
                    return event
                }
            }
            throw CancellationError()
        }

        private func observers(_ details: FeedSubscription, _ event: EventModel) async throws {
            let market: MarketModel = try #require(event.markets.first)
            let outcome: OutcomeModel = try #require(market.outcomes.first)
            let offer: BettingOfferModel = try #require(outcome.bettingOffers.first)
            let store: ChannelDataStore = details.store
            let markets: AnyPublisher<MarketModel?, Never> =
                store.observeMarketPublisher(id: market.id)
            #expect(try await value(of: markets)?.id == market.id)
            let outcomes: AnyPublisher<OutcomeModel?, Never> =
                store.observeOutcomePublisher(id: outcome.id)
            #expect(try await value(of: outcomes)?.id == outcome.id)
            let entities: AnyPublisher<EntityValue?, Never> =
                store.observeEntityPublisher(type: "BETTING_OFFER", id: offer.id)
            #expect(try await value(of: entities)?.bettingOffer?.id == offer.id)
        }

        private func value<Value: Sendable>(
            of publisher: AnyPublisher<Value, Never>
        ) async throws -> Value {
            try await first(
                publisher.setFailureType(to: ServiceProviderError.self).eraseToAnyPublisher())
        }
    }
}
