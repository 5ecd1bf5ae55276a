import OddsSimulator
import PlatformFixture
import ServicesProvider
import Testing

/// Sessions that end, against the real service: platform contract, section 6.
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
    private let login = "/v1/player/legislation/login"

    /// P1.
    @Test func thousandRequestsOnAnExpiredSessionMakeOneLogin() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, _ in
                try await running.expireSessions()
                let answers = try await withThrowingTaskGroup(of: UserWallet.self) { group in
                    for _ in 0..<1_000 { group.addTask { try await client.getUserBalance() } }
                    return try await group.reduce(into: [UserWallet]()) { $0.append($1) }
                }
                #expect(answers.count == 1_000)
                #expect(Set(answers.map(\.real)) == [50])
                #expect(try await running.requestCount("POST", login, 200) == 2)
                #expect(running.platform.metrics.refreshCount == 1)
                let route = "/v2/player/{player}/balance"
                let refused = try await running.requestCount("GET", route, 403)
                #expect(refused <= 1_000)
                #expect(try await running.requestCount("GET", route, 200) == 1_000)
            }
        }
    }

    /// P4.
    @Test func wrongCredentialsAtTheRefreshEndTheSessionOnce() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, player in
                running.faults.set(FaultPlan(rules: [FaultRule(.refuseLogin)]))
                try await running.expireSessions()
                var states = try client.userSessionStates.makeAsyncIterator()
                #expect(await states.next() == .logged(userID: player.id))
                let errors = await withTaskGroup(of: ServiceProviderError?.self) { group in
                    for _ in 0..<100 {
                        group.addTask {
                            do throws(ServiceProviderError) {
                                _ = try await client.getUserBalance()
                                return nil
                            } catch { return error }
                        }
                    }
                    return await group.reduce(into: Set()) { $0.insert($1) }
                }
                // Who was refused waits and learns it; who comes later finds no session.
                #expect(errors.isSubset(of: [.unauthorized, .userSessionNotFound]))
                #expect(errors.contains(.unauthorized))
                #expect(
                    await states.next() == .expired(.credentialsRefused(.invalidEmailPassword)))
                #expect(try await running.requestCount("POST", login, 403) == 1)
                // No more logins before the next `login`.
                let error = try await failure { _ = try await client.getUserBalance() }
                #expect(error == .userSessionNotFound)
                #expect(try await running.requestCount("POST", login, 403) == 1)
                running.faults.set(FaultPlan())
                _ = try await client.login(username: player.username, password: player.password)
                #expect(await states.next() == .logged(userID: player.id))
            }
        }
    }

    /// P3.
    @Test func logoutDuringARefreshLeavesNoSession() async throws {
        try await withPlatform { running in
            let store = MemoryTokenStore()
            try await running.withLogin({ $0.tokenStore = store }) { client, _ in
                for _ in 0..<20 {
                    guard let player = try await running.makePlayers(1).first else { return }
                    _ = try await client.login(username: player.username, password: player.password)
                    try await running.expireSessions()
                    async let refused = failure { _ = try await client.getUserBalance() }
                    async let logout: Void = client.logout()
                    try await logout
                    let error = try await refused
                    #expect(error == nil || error == .userSessionNotFound)
                    #expect(try client.userSessionStates.latest == .anonymous)
                    #expect(store.load() == nil)
                }
            }
        }
    }

    @Test func pushOfTheExpiryAndItsRefusalHaveOneOutcome() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, player in
                var wallets = try client.subscribeUserWallet().makeAsyncIterator()
                for round in 1...10 {
                    // The stream stands, and nothing is under way.
                    while case .some(let change) = try await wallets.next() {
                        if case .contentUpdate = change { break }
                    }
                    try await running.expireSessions()
                    #expect(try await client.getUserBalance().real == 50)
                    let logins = try await running.requestCount("POST", login, 200)
                    #expect(logins == round + 1)
                }
            }
        }
    }

    @Test func kickedPlayerIsToldByThePush() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, player in
                let wallets = try client.subscribeUserWallet()
                let reader = Task { for try await _ in wallets {} }
                while running.platform.streamCount == 0 { await Task.yield() }
                // The same player pauses on another device.
                try await running.withClient { other in
                    _ = try await other.login(username: player.username, password: player.password)
                    try await other.setTimeOut(.day, reason: "")
                }
                #expect(try await client.userSessionStates.wait(for: .expired(.kicked)))
                #expect(try await running.requestCount("POST", login, 200) == 2)
                _ = try? await reader.value
            }
        }
    }

    @Test func requestsOfAPlayerAreNotAnsweredForAnother() async throws {
        try await withPlatform { running in
            let players = try await running.makePlayers(2, balance: "1.00")
            let transport = HoldingTransport("/balance")
            try await running.withClient({ $0.httpTransport = { transport } }) { client in
                _ = try await client.login(
                    username: players[0].username, password: players[0].password)
                try await running.expireSessions()
                let asked = Task { () -> ServiceProviderError? in
                    do throws(ServiceProviderError) {
                        _ = try await client.getUserBalance()
                        return nil
                    } catch { return error }
                }
                await transport.gate.arrivals(1)
                _ = try await client.login(
                    username: players[1].username, password: players[1].password)
                transport.gate.open()
                #expect(await asked.value == .userSessionNotFound)
                #expect(transport.gate.count == 1)
                #expect(try client.userSessionStates.latest == .logged(userID: players[1].id))
            }
        }
    }
}
