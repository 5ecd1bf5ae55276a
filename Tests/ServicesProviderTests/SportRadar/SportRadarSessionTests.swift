import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// Sessions of the second provider against the real service: contracts of the second provider,
/// section 8, and of the platform, section 6.
@Suite(.timeLimit(.minutes(5))) struct SportRadarSessionTests {
    /// S9 for requests of accounts.
    @Test func thousandRequestsThatAreRefusedMakeOneLoginAndOneGameSession() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                #expect(try await running.pamCount("GET", "openGameSession") == 1)
                try await running.expireSessions()
                let users = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<1_000 {
                        group.addTask {
                            try await client.getUserProfile(withKycExpire: false).userID
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(users == Array(repeating: player.id, count: 1_000))
                #expect(try await running.pamCount("POST", "login") == 2)
                #expect(try await running.pamCount("GET", "openGameSession") == 2)
                // Each request was sent at most twice, and the login asked for the profile once.
                #expect(try await running.pamCount("GET", "getPlayerInfo") <= 2_001)
                // The token of bets came with the session.
                #expect(try await client.getFreebetBalance() == 5)
                #expect(try await running.pamCount("GET", "openGameSession") == 2)
            }
        }
    }

    /// S9 for requests of bets, where the token alone is refused.
    @Test func betsThatAreRefusedMakeOneGameSessionAndNoLogin() async throws {
        try await withSportRadar { running in
            let route = "/api/cashout/fo/cashout/allowedBetIds"
            let holding = HoldingTransport(route)
            try await running.withSportRadarLogin({ $0.httpTransport = { holding } }) {
                client, _ in
                // This answer comes late: until then the token that the fault has ended is the
                // current one.
                running.faults.set(FaultPlan(rules: [FaultRule(.sessionExpiry, route: route)]))
                async let late = client.allowedCashoutBetIds()
                await holding.gate.arrivals(1)
                running.faults.set(FaultPlan())
                let balances = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<250 {
                        group.addTask { try await client.getFreebetBalance() == 5 }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(balances == Array(repeating: true, count: 250))
                // It is replayed with the new token.
                holding.gate.open()
                await holding.gate.arrivals(2)
                holding.gate.open()
                #expect(try await late == [])
                #expect(try await running.pamCount("POST", "login") == 1)
                #expect(try await running.pamCount("GET", "openGameSession") == 2)
                // Each was sent at most twice.
                let free = "/api/betting/fo/freeBalance"
                #expect(try await running.requestCount("GET", free, 200) == 250)
                // Whether the server is there was asked without a token.
                #expect(try await running.requestCount("GET", free, 401) <= 251)
            }
        }
    }

    /// The game session is refused, too.
    @Test func betOnAnExpiredSessionLogsInOnce() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                try await running.expireSessions()
                let balances = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<100 {
                        group.addTask { try await client.getFreebetBalance() == 5 }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(balances.allSatisfy(\.self) && balances.count == 100)
                #expect(try await running.pamCount("POST", "login") == 2)
                // That of the first login, the one that was refused, that of the second login.
                #expect(try await running.pamCount("GET", "openGameSession") == 3)
            }
        }
    }

    @Test func wrongCredentialsAtTheRefreshEndTheSession() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                running.faults.set(FaultPlan(rules: [FaultRule(.refuseLogin)]))
                try await running.expireSessions()
                #expect(
                    try await failure { _ = try await client.getFreebetBalance() }
                        == .unauthorized)
                #expect(
                    try client.userSessionStates.latest
                        == .expired(.credentialsRefused(.invalidEmailPassword)))
                let logins = try await running.pamCount("POST", "login")
                #expect(
                    try await failure { _ = try await client.getUserBalance() }
                        == .userSessionNotFound)
                #expect(try await running.pamCount("POST", "login") == logins)
            }
        }
    }

    @Test func wrongPasswordChangesNothing() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                let error = try await failure {
                    _ = try await client.login(username: player.username, password: "no")
                }
                #expect(error == .invalidEmailPassword)
                #expect(try client.userSessionStates.latest == .logged(userID: player.id))
                #expect(try await client.getUserBalance().real == 50)
                #expect(try await running.pamCount("GET", "openGameSession") == 1)
            }
        }
    }

    @Test func lockedAccountSaysUntilWhen() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                try await client.setTimeOut(.day, reason: "")
                let error = try await failure {
                    _ = try await client.login(
                        username: player.username, password: player.password)
                }
                guard case .failedTempLock(let date) = error else {
                    Issue.record("\(String(describing: error))")
                    return
                }
                let end = try #require(SportRadarTime.date(date))
                #expect(abs(end.timeIntervalSinceNow - 24 * 60 * 60) < 600)
                // The session that there was has ended, and cannot be renewed.
                #expect(
                    try await failure { _ = try await client.getUserBalance() } == .unauthorized)
                guard case .expired = try client.userSessionStates.latest else {
                    Issue.record("the session is not over")
                    return
                }
            }
        }
    }

    @Test func logoutEndsBothTokens() async throws {
        try await withSportRadar { running in
            let store = MemoryTokenStore()
            try await running.withSportRadarLogin({ $0.tokenStore = store }) { client, _ in
                let accounts = try #require(
                    try client.accounts() as? SportRadarPrivilegedAccessManager)
                #expect(await accounts.coordinator.current(forKey: .launchToken) != nil)
                try await client.logout()
                #expect(store.load() == nil)
                #expect(await accounts.coordinator.current(forKey: .launchToken) == nil)
                #expect(await accounts.coordinator.current(forKey: .restSessionToken) == nil)
                #expect(try await running.pamCount("GET", "logout") == 1)
                #expect(
                    try await failure { _ = try await client.getFreebetBalance() }
                        == .userSessionNotFound)
            }
        }
    }

    /// The token of bets is not stored.
    @Test func storedSessionGetsATokenOfBetsWhenItIsNeeded() async throws {
        try await withSportRadar { running in
            let store = MemoryTokenStore()
            try await running.withSportRadarLogin({ $0.tokenStore = store }) { _, _ in }
            try await running.withSportRadarClient({ $0.tokenStore = store }) { client in
                #expect(try await client.getFreebetBalance() == 5)
                #expect(try await running.pamCount("POST", "login") == 1)
                #expect(try await running.pamCount("GET", "openGameSession") == 2)
                let session = try #require(store.load())
                // It is that of accounts.
                #expect(try await client.getUserBalance().real == 50)
                #expect(store.load() == session)
            }
        }
    }

    @Test func newPasswordRenewsTheSession() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, player in
                try await client.updatePassword(
                    oldPassword: player.password, newPassword: "another-one-1")
                try await running.expireSessions()
                #expect(try await client.getUserBalance().real == 50)
                #expect(
                    try await failure {
                        try await client.updatePassword(oldPassword: "no", newPassword: "x1234567")
                    } == .invalidEmailPassword)
            }
        }
    }

    /// No bet is replayed on another's account: platform contract, section 6.
    @Test func loginOfAnotherPlayerEndsBothTokensOfTheFirst() async throws {
        try await withSportRadar { running in
            try await running.withSportRadarLogin { client, _ in
                let accounts = try #require(
                    try client.accounts() as? SportRadarPrivilegedAccessManager)
                let old = try #require(await accounts.coordinator.current(forKey: .launchToken))
                let other = try #require(try await running.makePlayers(1).first)
                _ = try await client.login(username: other.username, password: other.password)
                let error = try await failure {
                    _ = try await accounts.coordinator.forceTokenRefresh(
                        forKey: .launchToken, refused: old.generation)
                }
                #expect(error == .userSessionNotFound)
                #expect(try await client.getUserBalance().real == 0)
            }
        }
    }
}
