import Foundation
import NIOConcurrencyHelpers
import OddsClient
import OddsClientTesting
import OddsModel
import OpenCombine
import PublisherFixture
import SeededRandom
import ServicesProvider
import ServicesProviderCombine
import Testing

/// The article Names: a client of the feed behind `WebSocketClientProtocol`.
@Suite(.timeLimit(.minutes(5))) struct WebSocketAdapterTests {
    /// What a publisher has sent.
    private final class Collected<Value: Sendable>: Sendable {
        let values = NIOLockedValueBox<[Value]>([])
        let isFinished = NIOLockedValueBox(false)
        private let holder = Holder()

        init(_ publisher: AnyPublisher<Value, some Error>) {
            holder.cancellable = publisher.sink(
                receiveCompletion: { [isFinished] _ in isFinished.withLockedValue { $0 = true } },
                receiveValue: { [values] value in values.withLockedValue { $0.append(value) } })
        }

        var all: [Value] { values.withLockedValue { $0 } }
    }

    private typealias Message = (channelId: String, message: Data)

    private func texts(_ messages: Collected<Message>) -> [String] {
        messages.all.map { "\($0.channelId) \(String(decoding: $0.message, as: UTF8.self))" }
    }

    @Test func framesOfChannelsOnEachConnection() async throws {
        let client: MockWebSocketClient = MockWebSocketClient()
        let adapter = WebSocketClientAdapter(client)
        let connection: any WebSocketClientProtocol = adapter
        let states: AnyPublisher<WebSocketConnectionState, Never> =
            connection.connectionStatePublisher
        let published: AnyPublisher<(channelId: String, message: Data), Error> =
            connection.messagePublisher
        let messages = Collected(published)
        let connections = Collected(states)
        await client.setDump("dump", of: "/a")
        connection.subscribe(to: "/a")
        connection.connect()
        try await eventually { texts(messages) == ["/a dump"] }
        await client.send("update", on: "/a")
        await client.send("of nobody", on: "/b")
        try await eventually { texts(messages).count == 2 }
        await client.drop()
        await client.open()
        try await eventually { texts(messages).count == 3 }
        connection.unsubscribe(from: "/a")
        connection.subscribe(to: "/c")
        try await eventually { await client.requestedDumps.last == "/c" }
        await client.send("after the end", on: "/a")
        await client.send("last", on: "/c")
        try await eventually { texts(messages).count == 4 }
        #expect(texts(messages) == ["/a dump", "/a update", "/a dump", "/c last"])
        connection.disconnect()
        try await eventually { connections.all.last == .disconnected(nil) }
        #expect(connections.all.contains(.connected(session: "1")))
    }

    @Test func refusalCostsNoOtherChannel() async throws {
        let client = ScriptedWebSocketClient()
        let adapter = WebSocketClientAdapter(client)
        let messages = Collected(adapter.messagePublisher)
        let failures = Collected(adapter.failurePublisher)
        let refusal = ClientError.refused(error: "wamp.no.backend", description: "later")
        await client.answerRegistrations([.refuse(refusal)])
        for channel in ["/a", "/b"] { await client.setDump("dump", of: channel) }
        adapter.connect()
        adapter.subscribe(to: "/a")
        adapter.subscribe(to: "/b")
        try await eventually { texts(messages) == ["/b dump"] && failures.all.count == 1 }
        #expect(failures.all[0].channelId == "/a" && failures.all[0].error == refusal)
        await client.failDump(refusal, of: "/b")
        try await eventually { failures.all.count == 2 }
        adapter.subscribe(to: "/a")
        try await eventually { texts(messages) == ["/b dump", "/a dump"] }
        #expect(!messages.isFinished.withLockedValue { $0 })
    }

    /// A frame that is missed would make the content wrong: the publisher fails instead.
    @Test func subscriberThatTakesNothingIsGivenUp() async throws {
        let client = ScriptedWebSocketClient()
        let adapter = WebSocketClientAdapter(client)
        let slow = Reading(
            adapter.messagePublisher.mapError { _ in ServiceProviderError.unknown }
                .eraseToAnyPublisher())
        let quick = Collected(adapter.messagePublisher)
        adapter.connect()
        adapter.subscribe(to: "/a")
        try await eventually { await client.requestedDumps == ["/a"] }
        let count = WebSocketClientAdapter.SlowSubscriber.messagesMax
        for number in 0...count { await client.send("\(number)", on: "/a") }
        try await eventually { quick.all.count == count + 1 }
        var results = slow.reader.results.makeAsyncIterator()
        for number in 0..<count {
            slow.reader.ask()
            let message = try #require(try await results.next()?.get())
            #expect(String(decoding: message.message, as: UTF8.self) == "\(number)")
        }
        slow.reader.ask()
        guard case .failure(.unknown) = await results.next() else {
            Issue.record("a frame was missed, and nobody told of it")
            return
        }
    }

    /// Calls take effect in their order, whatever they wait for.
    @Test(arguments: UInt64(1)...30) func callsKeepTheirOrder(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let client = ScriptedWebSocketClient()
        let adapter = WebSocketClientAdapter(client)
        let messages = Collected(adapter.messagePublisher)
        let channels = (0..<4).map { "/\($0)" }
        var expected: Set<String> = []
        for _ in 0..<40 {
            let channel = channels.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<6, using: &random) {
            case 0: adapter.connect()
            case 1: adapter.disconnect()
            case 2, 3:
                adapter.subscribe(to: channel)
                expected.insert(channel)
            default:
                adapter.unsubscribe(from: channel)
                expected.remove(channel)
            }
        }
        adapter.connect()
        adapter.subscribe(to: "/end")
        try await eventually { await client.requestedDumps.last == "/end" }
        for channel in channels + ["/end"] { await client.send("frame", on: channel) }
        try await eventually { messages.all.last?.channelId == "/end" }
        let found = messages.all.map(\.channelId).filter { $0 != "/end" }
        #expect(found.sorted() == expected.sorted(), "seed \(seed)")
    }

    @Test func subscriptionsEndWithTheAdapter() async throws {
        let client = ScriptedWebSocketClient()
        var adapter: WebSocketClientAdapter? = WebSocketClientAdapter(client)
        let messages = try Collected(#require(adapter).messagePublisher)
        await client.setDump("dump", of: "/a")
        adapter?.connect()
        adapter?.subscribe(to: "/a")
        try await eventually { messages.all.count == 1 }
        adapter = nil
        try await eventually { messages.isFinished.withLockedValue { $0 } }
    }
}

extension EventsTests {
    /// The same names against a server.
    @Suite struct WebSocketNamesTests {
        @Test func framesOfAServer() async throws {
            try await withServer { server in
                let client: EMWebSocketConnection = try EMWebSocketConnection(
                    ClientConfiguration(url: server.url))
                let adapter: any WebSocketClientProtocol = WebSocketClientAdapter(client)
                let published: AnyPublisher<(channelId: String, message: Data), Error> =
                    adapter.messagePublisher
                var messages = Values(
                    published.mapError { _ in ServiceProviderError.unknown }.eraseToAnyPublisher()
                ).makeAsyncIterator()
                adapter.connect()
                let topic = await EveryMatrixProvider(client).subscribeToLiveData().store.topic
                adapter.subscribe(to: topic)
                struct Frame: Decodable { let messageType: String }
                var types: Set<String> = []
                while types.count < 2 {
                    let message = try #require(try await messages.next())
                    #expect(message.channelId == topic)
                    types.insert(
                        try JSONDecoder().decode(Frame.self, from: message.message).messageType)
                }
                #expect(types == ["INITIAL_DUMP", "UPDATE"])
                adapter.disconnect()
            }
        }

        @Test func outputOfAStore() async throws {
            try await withServer { server in
                let client = try EMWebSocketClient(ClientConfiguration(url: server.url))
                let provider = EveryMatrixProvider(webSocketClient: client)
                try await client.connect()
                let live = await provider.subscribeToLiveData()
                let store: ChannelDataStore = live.store
                let output: AnyPublisher<[EventModel], Never> = store.outputPublisher
                let events: [EventModel] = try await first(
                    output.setFailureType(to: ServiceProviderError.self)
                        .filter { !$0.isEmpty }.eraseToAnyPublisher())
                #expect(events.count == 10)
                await client.disconnect()
            }
        }
    }
}
