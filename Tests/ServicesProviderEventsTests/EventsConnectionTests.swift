import NIOCore
import NIOPosix
import OddsClient
import OddsClientTesting
import OddsServer
import OddsSimulator
import Testing

@testable import ServicesProvider

extension EventsTests {
    @Suite struct EventsConnectionTests {
        @Test("Without a connection there is no provider, and nothing goes onto the wire")
        func notConnected() async throws {
            try await withServer { server in
                let client = try makeClient(feed: server.url)
                for isLater in [false, true] {
                    for function in feedFunctions {
                        await #expect(throws: ServiceProviderError.eventsProviderNotFound) {
                            try await function.call(client)
                        }
                    }
                    guard !isLater else { break }
                    #expect(server.metrics.value(of: .connections) == 0)
                    client.connect()
                    _ = try await client.getTournaments(forSportType: nil)
                    client.disconnect()
                    try await eventually { server.metrics.value(of: .connections) == 0 }
                }
                #expect(server.metrics.value(of: .messagesReceived) == 3)
            }
        }

        @Test("Capabilities say exactly what is offered")
        func capabilities() async throws {
            try await withServer { server in
                try await withClient(of: server) { client in
                    for function in feedFunctions {
                        var isOffered = true
                        do { try await function.call(client) } catch {
                            isOffered = error as? ServiceProviderError != .notSupportedForProvider
                        }
                        #expect(client.capabilities.contains(function.capability) == isOffered)
                    }
                }
            }
        }

        @Test("The states are those of the session")
        func states() async throws {
            try await withServer { server in
                let client = try makeClient(feed: server.url)
                var states = client.eventsConnectionStates.makeAsyncIterator()
                #expect(await states.next() == .disconnected)
                client.connect()
                client.connect()
                await states.wait(for: .connected)
                try await server.setFaults(
                    FaultPlan(rules: [FaultRule(.restart, everySeconds: 0.01)]))
                await states.wait(for: .connecting)
                try await server.setFaults(FaultPlan())
                await states.wait(for: .connected)
                client.disconnect()
                #expect(await states.next() == .disconnected)
                client.connect()
                await states.wait(for: .connected)
                client.disconnect()
            }
        }

        @Test("A retry ends the pause, and drops no connection that works")
        func reconnect() async throws {
            // A port on which nobody listens yet.
            let holder = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(host: "127.0.0.1", port: 0).get()
            let port = try #require(holder.localAddress?.port)
            try await holder.close()
            let clock = ManualClock()
            let client = try makeClient(feed: "ws://127.0.0.1:\(port)/v2") {
                // A pause that no test waits for.
                $0.backoff = .init(initial: .seconds(1_000_000_000), cap: .seconds(1_000_000_000))
                $0.clock = clock
            }
            client.connect()
            defer { client.disconnect() }
            // Until the first attempt has failed, requests may run out of time before.
            let provider = try #require(try client.events() as? EveryMatrixEventsProvider)
            for await state in await provider.session.topics.client.states() {
                // The first attempt has failed, and the next one is far away.
                if case .waiting = state { break }
            }
            let time = Task {
                while !Task.isCancelled {
                    clock.advance(by: .seconds(1))
                    await Task.yield()
                }
            }
            // Until the provider has heard of the failure, a request runs out of time.
            var failure: ServiceProviderError?
            while failure != .noNetworkConnection {
                do throws(ServiceProviderError) {
                    _ = try await client.getTournaments(forSportType: nil)
                } catch let error {
                    failure = error
                }
            }
            time.cancel()
            await time.value
            var configuration = ServerConfiguration()
            configuration.port = port
            try await withServer(configuration) { server in
                var states = client.eventsConnectionStates.makeAsyncIterator()
                #expect(await states.next() == .connecting)
                client.reconnectIfNeeded()
                await states.wait(for: .connected)
                client.reconnectIfNeeded()
                client.reconnectIfNeeded()
                _ = try await client.getTournaments(forSportType: nil)
                #expect(server.metrics.value(of: .connections) == 1)
            }
        }

        @Test("A server that refuses for good ends subscriptions and requests")
        func givenUp() async throws {
            try await withServer { server in
                // The path of another service, which knows no such protocol.
                let client = try makeClient(
                    feed: server.url.replacing("/v2", with: "/nothing"))
                client.connect()
                defer { client.disconnect() }
                var states = client.eventsConnectionStates.makeAsyncIterator()
                await states.wait(for: .disconnected)
                #expect(throws: ServiceProviderError.onConnection) {
                    try client.subscribeLiveMatches(forSportType: nil)
                }
                await #expect(throws: ServiceProviderError.onConnection) {
                    try await client.getTournaments(forSportType: nil)
                }
            }
        }

        @Test("What was stopped is released, whatever had become of it", arguments: [
            "/v2", "/nothing",
        ])
        func releaseOfSessions(path: String) async throws {
            try await withServer { server in
                weak var client: (any WebSocketClient)?
                do {
                    let provider = EveryMatrixEventsProvider(
                        try makeClient(feed: server.url.replacing("/v2", with: path))
                            .configuration)
                    client = provider.session.topics.client
                    provider.start()
                    var states = provider.connectionStates.makeAsyncIterator()
                    await states.wait(for: path == "/v2" ? .connected : .disconnected)
                    provider.stop()
                }
                try await eventually { client == nil }
            }
        }

        @Test("Disconnecting ends what waits and what streams, as cancelled")
        func disconnect() async throws {
            try await withServer { server in
                let client = try makeClient(feed: server.url)
                client.connect()
                let list = try client.subscribeLiveMatches(forSportType: nil)
                var live = list.makeAsyncIterator()
                _ = try await live.content()
                var market = try client.subscribeToEventOnListsMarketUpdates(withId: "1")
                    .makeAsyncIterator()
                _ = try await market.content()
                let waiting = try client.subscribeSportTypes()
                client.disconnect()
                await #expect(throws: ServiceProviderError.cancelled) {
                    while true { _ = try await live.content() }
                }
                await #expect(throws: ServiceProviderError.cancelled) {
                    while true { _ = try await market.content() }
                }
                var sports = waiting.makeAsyncIterator()
                await #expect(throws: ServiceProviderError.cancelled) {
                    while true { _ = try await sports.content() }
                }
                try await eventually { server.metrics.value(of: .connections) == 0 }
            }
        }

        @Test("A lost connection is told, and what comes after it is the server's again")
        func lostConnection() async throws {
            try await withServer { server in
                try await withClient(of: server) { client in
                    let list = try client.subscribeLiveMatches(forSportType: nil)
                    var live = list.makeAsyncIterator()
                    _ = try await live.content()
                    try await server.setFaults(
                        FaultPlan(rules: [FaultRule(.restart, everySeconds: 0.01)]))
                    var notices: [String] = []
                    while notices.last != "connected" {
                        switch try await live.next() {
                        case .connected: notices.append("connected")
                        case .disconnected:
                            notices.append("disconnected")
                            try await server.setFaults(FaultPlan())
                        case .contentUpdate: continue
                        case nil: throw CancellationError()
                        }
                    }
                    #expect(notices.first == "disconnected")
                    _ = try await live.content()
                }
            }
        }

        @Test("Maintenance is told to requests, and subscriptions wait for its end")
        func maintenance() async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [FaultRule(.maintenance)])
            try await withServer(configuration) { server in
                try await withClient(of: server) { client in
                    let list = try client.subscribeLiveMatches(forSportType: nil)
                    await #expect(throws: ServiceProviderError.maintenanceMode(
                        message: "the feed is under maintenance")
                    ) { try await client.getTournaments(forSportType: nil) }
                    try await server.setFaults(FaultPlan())
                    var live = list.makeAsyncIterator()
                    #expect(try await live.content().eventIDs.count == 10)
                }
            }
        }

        @Test("Two clients share nothing")
        func twoClients() async throws {
            try await withServer { server in
                let (first, second) = (
                    try makeClient(feed: server.url), try makeClient(feed: server.url)
                )
                first.connect()
                second.connect()
                defer { second.disconnect() }
                let lists = [
                    try first.subscribeLiveMatches(forSportType: nil),
                    try second.subscribeLiveMatches(forSportType: nil),
                ]
                for list in lists {
                    var live = list.makeAsyncIterator()
                    _ = try await live.content()
                }
                #expect(server.metrics.value(of: .connections) == 2)
                first.disconnect()
                try await eventually { server.metrics.value(of: .connections) == 1 }
                var live = lists[1].makeAsyncIterator()
                _ = try await live.content()
                _ = try await live.content()
                var states = second.eventsConnectionStates.makeAsyncIterator()
                #expect(await states.next() == .connected)
            }
        }

        @Test("A subscription ends with its last reference, and its topic is released")
        func release() async throws {
            try await withServer { server in
                let clock = ManualClock()
                let provider = EveryMatrixEventsProvider(
                    try makeClient(feed: server.url) { $0.clock = clock }.configuration)
                provider.start()
                defer { provider.stop() }
                do {
                    let list = try provider.subscribeLiveMatches(forSportType: nil)
                    var live = list.makeAsyncIterator()
                    _ = try await live.content()
                    #expect(await provider.session.topics.topics.count == 1)
                }
                // After its period of grace.
                try await eventually {
                    clock.advance(by: .seconds(1))
                    return await provider.session.topics.topics.isEmpty
                }
            }
        }
    }
}
