import OddsSimulator
import PlatformFixture
import ServicesProvider
import Testing

/// The facade and its connection: platform contract, sections 2 and 3.
@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
    @Test func nothingIsSentBeforeConnectAndAfterDisconnect() async throws {
        try await withPlatform { running in
            let client = ServicesProviderClient(
                providerType: .everymatrix, configuration: try running.configuration())
            #expect(
                try await failure { _ = try await client.getAllConsents() }
                    == .privilegedAccessManagerNotFound)
            #expect(throws: ServiceProviderError.privilegedAccessManagerNotFound) {
                try client.userSessionStates
            }
            client.connect()
            _ = try await client.getAllConsents()
            client.disconnect()
            #expect(
                try await failure { _ = try await client.getAllConsents() }
                    == .privilegedAccessManagerNotFound)
            #expect(try await running.requestCount("GET", "/v1/player/consents", 200) == 1)
        }
    }

    @Test func sessionOutlivesTheConnection() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, player in
                client.disconnect()
                client.connect()
                #expect(try client.userSessionStates.latest == .logged(userID: player.id))
                #expect(try await client.getUserBalance().real == 50)
                // The profile of a session that was stored is read.
                var profiles = try client.userProfiles.makeAsyncIterator()
                while let profile = await profiles.next(), profile?.userID != player.id {}
            }
        }
    }

    @Test func requestsUnderWayAreCancelledByDisconnect() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, _ in
                // Its answer would come in two seconds.
                running.faults.set(
                    FaultPlan(rules: [FaultRule(.httpDelay, milliseconds: 2_000, route: "/v2")]))
                let asked = Task { try await failure { _ = try await client.getUserBalance() } }
                while running.metrics.value(of: .httpDelay) == 0 { await Task.yield() }
                client.disconnect()
                let error = try await asked.value
                #expect(error == .cancelled)
            }
        }
    }

    @Test func streamsEndWithTheConnection() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, _ in
                let wallets = try client.subscribeUserWallet()
                let reader = Task { for try await _ in wallets {} }
                while running.platform.streamCount == 0 { await Task.yield() }
                client.disconnect()
                _ = try? await reader.value
            }
        }
    }

    @Test func connectTwiceIsConnectOnce() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, _ in
                client.connect()
                // The session would be lost with the coordinator.
                _ = try await client.getUserBalance()
            }
        }
    }

    @Test func statesAreThoseOfTheServer() async throws {
        let client = try await withAddressOfAServerThatIsGone { url in
            var configuration = try ServicesProviderConfiguration(
                environment: .staging,
                endpoints: [.staging: .init(feed: "ws://127.0.0.1:9/v2", player: url, odds: url)])
            configuration.backoff = .init(initial: .milliseconds(1), cap: .milliseconds(5))
            return ServicesProviderClient(
                providerType: .everymatrix, configuration: configuration)
        }
        var states = client.privilegedAccessManagerConnectionStates.makeAsyncIterator()
        #expect(await states.next() == .disconnected)
        client.connect()
        #expect(await states.next() == .connecting)
        #expect(
            try await failure { _ = try await client.getAllConsents() } == .noNetworkConnection)
        client.disconnect()
        #expect(await states.next() == .disconnected)
    }

    @Test func statesFollowOneClientThroughItsConnections() async throws {
        try await withPlatform { running in
            let client = ServicesProviderClient(
                providerType: .everymatrix, configuration: try running.configuration())
            let states = client.privilegedAccessManagerConnectionStates
            #expect(await states.wait(for: .disconnected))
            client.connect()
            #expect(await states.wait(for: .connected))
            // A connection that works is not dropped.
            client.reconnectIfNeeded()
            #expect(await states.wait(for: .connected))
            client.disconnect()
            #expect(await states.wait(for: .disconnected))
            client.connect()
            #expect(await states.wait(for: .connected))
            client.disconnect()
        }
    }

    @Test func clientsShareNothing() async throws {
        try await withPlatform { one in
            try await withPlatform { other in
                try await one.withLogin { first, player in
                    try await other.withClient { second in
                        #expect(try second.userSessionStates.latest == .anonymous)
                        #expect(
                            try await failure { _ = try await second.getUserBalance() }
                                == .userSessionNotFound)
                        first.disconnect()
                        _ = try await second.getAllConsents()
                    }
                }
            }
        }
    }

    // MARK: Configuration

    @Test func missingOrWrongAddressNamesEnvironmentAndKey() throws {
        typealias Configuration = ServicesProviderConfiguration
        for environment in [Configuration.Environment.production, .staging] {
            do {
                _ = try Configuration(environment: environment)
                Issue.record("\(environment) without addresses")
            } catch {
                #expect(error.environment == environment && error.key == "endpoints")
                #expect(error.description.contains(environment.rawValue))
            }
        }
        for (endpoints, key) in [
            (Configuration.Endpoints(feed: "", player: "https://h", odds: "https://h"), "feed"),
            (.init(feed: "http://h", player: "https://h", odds: "https://h"), "feed"),
            (.init(feed: "wss://h", player: "", odds: "https://h"), "player"),
            (.init(feed: "wss://h", player: "https://h/", odds: "https://h"), "player"),
            (.init(feed: "wss://h", player: "https:///x", odds: "https://h"), "player"),
            (.init(feed: "wss://h", player: "https://u:p@h", odds: "https://h"), "player"),
            (.init(feed: "wss://h", player: "https://h h", odds: "https://h"), "player"),
            (.init(feed: "wss://h", player: "https://h", odds: ""), "odds"),
            (.init(feed: "wss://h", player: "https://h", odds: "ws://h"), "odds"),
        ] {
            do {
                _ = try Configuration(endpoints: [.production: endpoints])
                Issue.record("\(endpoints)")
            } catch {
                #expect(error.key == key && error.description.contains(".production].\(key)"))
            }
        }
        let development = try Configuration(environment: .development)
        #expect(development.endpoints.player == "http://127.0.0.1:9410")
        #expect(development.endpoints.odds == "http://127.0.0.1:9411")
        #expect(development.endpoints.feed == "ws://127.0.0.1:9400/v2")
    }
}

/// A value made with the address of a server that has been stopped.
private func withAddressOfAServerThatIsGone<Value>(
    _ body: (String) throws -> Value
) async throws -> Value {
    var url = ""
    try await withPlatform { url = $0.url }
    return try body(url)
}
