import OddsClient
import OddsClientTesting
import OddsModel
import OddsServer
import OddsSimulator
import OddsTopics
import OddsWAMP
import Testing

extension ClientServerTests {
    /// The client and its stores against the real server; the numbers are those
    /// of the list of troubles.
    @Suite struct ConnectionTests {
        let clock = ManualClock()

        private func stores(
            _ client: EMWebSocketClient, _ topics: [String] = [listTopic, nextTopic]
        ) async -> [ChannelDataStore] {
            var configuration = StoreConfiguration()
            configuration.resyncInterval = .milliseconds(20)
            configuration.resyncIntervalMax = .milliseconds(100)
            configuration.backoff = Backoff(initial: .milliseconds(10), cap: .milliseconds(100))
            var stores: [ChannelDataStore] = []
            for topic in topics {
                let store = ChannelDataStore(topic, client: client, configuration: configuration)
                await store.subscribe()
                stores.append(store)
            }
            return stores
        }

        private func end(_ client: EMWebSocketClient, _ stores: [ChannelDataStore] = []) async {
            for store in stores { await store.unsubscribe() }
            await client.disconnect()
        }

        @Test("Connects, calls, follows topics and leaves")
        func follow() async throws {
            try await withServer { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                var states = await client.states().makeAsyncIterator()
                #expect(await states.next() == .disconnected(nil))
                try await client.connect()
                #expect(await states.next() == .connecting(attempt: 1))
                guard case .connected = await states.next() else {
                    Issue.record("not connected")
                    return
                }
                let info = try await client.call(EMFeed.operatorInfo, keywords: .empty)
                #expect(info != .empty)
                let refusal = await #expect(throws: ClientError.self) {
                    try await client.call("/none", keywords: .empty)
                }
                guard case .refused(WAMPReason.noSuchProcedure, _) = refusal else {
                    Issue.record("\(String(describing: refusal))")
                    return
                }
                let stores = await stores(client)
                try await eventually(clock) { await stores[0].counters.framesApplied > 50 }
                try await expectTruth(server, stores, clock)
                await end(client, stores)
                #expect(await states.next() == .disconnected(nil))
                try await eventually { server.metrics.value(of: .connections) == 0 }
            }
        }

        @Test("1: a dump that comes after the updates that follow it loses none of them")
        func lateDump() async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [FaultRule(.lateDump, milliseconds: 50)])
            try await withServer(configuration) { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let stores = await stores(client, [listTopic])
                try await eventually { await stores[0].counters.framesApplied > 20 }
                try await expectTruth(server, stores, clock)
                await end(client, stores)
            }
        }

        @Test("2: frames that are broken, doubled and out of order lose nothing for good")
        func garbage() async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [
                FaultRule(.truncate, probability: 0.02), FaultRule(.malform, probability: 0.02),
                FaultRule(.repeat, probability: 0.05), FaultRule(.reorder, probability: 0.05),
                FaultRule(.lateDump, probability: 0.5, milliseconds: 5),
            ])
            try await withServer(configuration) { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let stores = await stores(client)
                try await eventually(clock, step: .microseconds(100)) {
                    let counters = await stores[0].counters
                    return counters.framesRejected > 3 && counters.framesApplied > 200
                }
                try await expectTruth(server, stores, clock)
                await end(client, stores)
            }
        }

        @Test("3: an ERROR to REGISTER is reported, and the store retries until it succeeds",
            arguments: [FaultKind.refuseRegistration, .maintenance])
        func refusedRegistration(kind: FaultKind) async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [FaultRule(kind)])
            try await withServer(configuration) { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let store = ChannelDataStore(listTopic, client: client)
                var states = await store.stateUpdates().makeAsyncIterator()
                await store.subscribe()
                #expect(await states.next() == .inactive)
                #expect(await states.next() == .subscribing)
                guard case .error(.refused(_, let description)) = await states.next() else {
                    Issue.record("no error")
                    return
                }
                #expect(!description.isEmpty)
                guard case .reconnecting = await states.next() else {
                    Issue.record("not reconnecting")
                    return
                }
                try await expectTruth(server, [store], clock)
                await end(client, [store])
            }
        }

        @Test("3: a request without an answer runs into its time limit", arguments: [
            FaultKind.ignoreRegistration, .silentMaintenance,
        ])
        func silentRegistration(kind: FaultKind) async throws {
            var plan = ServerConfiguration()
            plan.faults = FaultPlan(rules: [FaultRule(kind)])
            try await withServer(plan) { server in
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.registerTimeLimit = .seconds(10)
                let client = try EMWebSocketClient(configuration)
                try await client.connect()
                let store = ChannelDataStore(listTopic, client: client)
                await store.subscribe()
                let limit = ClientError.timedOut(.register, .seconds(10))
                var states = await store.stateUpdates().makeAsyncIterator()
                async let isTold: Bool = {
                    while let state = await states.next() {
                        if state == .error(limit) { return true }
                    }
                    return false
                }()
                try await eventually(clock, step: .seconds(1)) {
                    await store.state == .reconnecting(limit)
                }
                #expect(await isTold)
                try await server.setFaults(FaultPlan())
                try await eventually(clock) { await store.state == .active }
                await end(client, [store])
            }
        }

        @Test("4: a half-open connection is detected, its requests fail, and all topics come back")
        func halfOpen() async throws {
            try await withServer { server in
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.heartbeatInterval = .seconds(10)
                configuration.idleTimeLimit = .seconds(20)
                let client = try EMWebSocketClient(configuration)
                try await client.connect()
                let stores = await stores(client)
                for store in stores { try await eventually { await store.state == .active } }
                try await server.setFaults(
                    FaultPlan(rules: [FaultRule(.halfOpen, everySeconds: 0.01)]))
                try await eventually { server.metrics.value(of: FaultKind.halfOpen) > 0 }
                try await server.setFaults(FaultPlan())
                let call = Task {
                    try await client.call(EMFeed.operatorInfo, keywords: .empty)
                }
                var states = await client.states().makeAsyncIterator()
                _ = await states.next()
                try await eventually(clock, step: .seconds(10)) { await stores[0].isStale }
                guard case .waiting(_, after: .idle) = await states.next() else {
                    Issue.record("not noticed")
                    return
                }
                await #expect(throws: ClientError.idle(.seconds(20))) { try await call.value }
                try await expectTruth(server, stores, clock)
                await end(client, stores)
            }
        }

        @Test("5: after a refused reconnect it goes on trying, and all topics come back")
        func refusedReconnect() async throws {
            try await withServer { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let stores = await stores(client)
                for store in stores { try await eventually { await store.state == .active } }
                var states = await client.states().makeAsyncIterator()
                _ = await states.next()
                try await server.setFaults(
                    FaultPlan(rules: [
                        FaultRule(.refuseConnections, everySeconds: 0.01, milliseconds: 50)
                    ]))
                for store in stores { try await eventually { await store.isStale } }
                #expect(await stores[0].events().count > 0)
                await withTimePassing(clock) {
                    while let state = await states.next() {
                        if case .connecting(let attempt) = state, attempt > 3 { break }
                    }
                }
                try await expectTruth(server, stores, clock)
                await end(client, stores)
            }
        }

        @Test("Where a server is gone, the client goes on at the next of its addresses")
        func alternatives() async throws {
            try await withServer { second in
                var client: EMWebSocketClient?
                try await withServer { first in
                    var configuration = ClientConfiguration.patient(first, clock)
                    configuration.alternativeURLs = [second.url]
                    client = try EMWebSocketClient(configuration)
                    try await client?.connect()
                    #expect(await client?.addressNumber == 0)
                }
                let moved = try #require(client)
                let stores = await stores(moved)
                for store in stores { try await eventually(clock) { await !store.isStale } }
                #expect(await moved.addressNumber == 1)
                try await expectTruth(second, stores, clock)
                await end(moved, stores)
            }
        }

        @Test("5: a restarted server, whose versions are lower, is believed")
        func restart() async throws {
            try await withServer { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let stores = await stores(client)
                for store in stores { try await eventually { await store.state == .active } }
                try await server.setFaults(
                    FaultPlan(rules: [FaultRule(.restart, everySeconds: 0.01)]))
                try await eventually { server.metrics.value(of: .restarts) > 0 }
                try await expectTruth(server, stores, clock)
                await end(client, stores)
            }
        }

        @Test("A dropped connection: readers keep the stale tree, and get one difference")
        func oneDifference() async throws {
            try await withServer { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                try await client.connect()
                let store = await stores(client, [listTopic])[0]
                try await eventually { await store.state == .active }
                var contents = await store.contents().makeAsyncIterator()
                #expect(await contents.next() == .connected)
                _ = await contents.next()
                try await server.setFaults(
                    FaultPlan(rules: [FaultRule(.drop, everySeconds: 0.01)]))
                try await eventually { await store.isStale }
                let old = await store.events()
                #expect(!old.isEmpty)
                var changes = await store.changes().makeAsyncIterator()
                try await server.setFaults(FaultPlan())
                _ = try await server.pause()
                try await eventually(clock) { await !store.isStale }
                let all = try #require(await changes.next())
                #expect(all.changes.isReset && !all.isIncomplete)
                var seen: [SubscribableContent<[EventModel]>] = []
                while seen.last != .connected { seen.append(await contents.next()!) }
                #expect(seen.contains(.disconnected))
                _ = try await server.resume()
                try await expectTruth(server, [store], clock)
                await end(client, [store])
            }
        }

        @Test("An ABORT that refuses ends connect, which can be called again")
        func abort() async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [FaultRule(.abort)])
            try await withServer(configuration) { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                let refusal = await #expect(throws: ClientError.self) {
                    try await client.connect()
                }
                guard case .aborted("wamp.error.not_authorized", _) = refusal else {
                    Issue.record("\(String(describing: refusal))")
                    return
                }
                var states = await client.states().makeAsyncIterator()
                #expect(await states.next() == .disconnected(refusal))
                try await server.setFaults(FaultPlan())
                try await client.connect()
                await end(client)
            }
        }

        @Test("A refused handshake is reported with its HTTP status")
        func refusedHandshake() async throws {
            try await withServer { server in
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.url = server.url.replacing("/v2", with: "/none")
                let client = try EMWebSocketClient(configuration)
                await #expect(
                    throws: ClientError.handshakeRefused(status: 404, reason: "Not Found")
                ) {
                    try await client.connect()
                }
                await end(client)
            }
        }

        @Test("Without a server, connect says why in the end, and the client goes on trying")
        func nobodyThere() async throws {
            var configuration = ClientConfiguration(url: "ws://127.0.0.1:9")
            configuration.clock = clock
            let client = try EMWebSocketClient(configuration)
            let connecting = Task { () async -> ClientError? in
                do throws(ClientError) { try await client.connect() } catch { return error }
                return nil
            }
            var states = await client.states().makeAsyncIterator()
            while let state = await states.next() { if case .waiting = state { break } }
            await withTimePassing(clock) {
                #expect(
                    await connecting.value
                        == .unreachable("connection refused (127.0.0.1, port 9)"))
                while let state = await states.next() {
                    if case .connecting(let attempt) = state, attempt > 3 { break }
                }
            }
            await client.disconnect()
        }

        @Test("Texts that are no addresses", arguments: [
            "", "http://a", "ws://", "ws://a:0", "ws://a:99999", "sports.example",
        ])
        func badAddress(url: String) {
            #expect(throws: ClientError.badAddress(url)) {
                try EMWebSocketClient(ClientConfiguration(url: url))
            }
        }
    }
}
