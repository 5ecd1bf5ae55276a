import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// The connection of the second provider: platform contract, sections 2, 3 and 13.
@Suite(.timeLimit(.minutes(5))) struct SportRadarConnectionTests {
    private typealias Configuration = ServicesProviderConfiguration

    @Test func statesAreThoseOfTheServers() async throws {
        try await withSportRadar { running in
            let client = ServicesProviderClient(
                providerType: .sportradar, configuration: try running.sportRadarConfiguration())
            #expect(client.bettingConnectionStates.latest == .disconnected)
            #expect(
                try await failure { _ = try await client.getUserBalance() }
                    == .privilegedAccessManagerNotFound)
            #expect(
                try await failure { _ = try await client.getFreebetBalance() }
                    == .bettingProviderNotFound)
            client.connect()
            #expect(await client.bettingConnectionStates.wait(for: .connected))
            #expect(await client.privilegedAccessManagerConnectionStates.wait(for: .connected))
            // They were asked without a session, and an answer counts whatever it says.
            #expect(try await running.requestCount("GET", "/api/betting/fo/freeBalance", 401) == 1)
            #expect(try await running.pamCount("GET", "consents") == 1)
            client.reconnectIfNeeded()
            client.disconnect()
            #expect(await client.bettingConnectionStates.wait(for: .disconnected))
        }
    }

    // MARK: Configuration

    @Test func addressesMayBeEqualOrNot() throws {
        let all = try Configuration(
            endpoints: [.production: .init(sportRadar: .init(all: "https://h"))])
        #expect(all.endpoints.sportRadar?.socketURL == "wss://h")
        #expect(all.hasEndpoints(of: .sportradar) && !all.hasEndpoints(of: .everymatrix))
        let development = try Configuration(environment: .development)
        #expect(development.endpoints.sportRadar?.socketURL == "ws://127.0.0.1:9412")
        #expect(development.endpoints.sportRadar?.account == "http://127.0.0.1:9412")
        let one = Configuration.SportRadarEndpoints(
            socket: "wss://s", subscription: "https://u", content: "https://c",
            account: "https://a", betting: "https://b")
        #expect(one.socketURL == "wss://s")
        for (key, path) in [
            ("socket", \Configuration.SportRadarEndpoints.socket),
            ("subscription", \.subscription), ("content", \.content), ("account", \.account),
            ("betting", \.betting),
        ] as [(String, WritableKeyPath<Configuration.SportRadarEndpoints, String>)] {
            for address in ["", "ftp://h", "https://h/", "https://u@h"] {
                var wrong = one
                wrong[keyPath: path] = address
                do {
                    _ = try Configuration(endpoints: [.production: .init(sportRadar: wrong)])
                    Issue.record("\(key): \(address)")
                } catch {
                    #expect(error.key == "sportRadar.\(key)")
                    #expect(error.description.contains(".production].sportRadar.\(key)"))
                }
            }
        }
    }

    // MARK: Secrets

    /// Session keys and passwords never stand in a log (P14).
    @Test func nothingThatIsLoggedOrThrownHasASecret() async throws {
        let log = LogCollector()
        var secrets: Set<String> = ["wr0ng-one", "s3cret-password"]
        var told: [String] = []
        try await withSportRadar { running in
            try await running.withSportRadarLogin({ $0.log = log.logger }) { client, player in
                secrets.insert(player.password)
                let accounts = try #require(
                    try client.accounts() as? SportRadarPrivilegedAccessManager)
                func note(_ body: () async throws -> Any) async {
                    var dumped = ""
                    do { dump(try await body(), to: &dumped) } catch { dump(error, to: &dumped) }
                    told.append(dumped)
                    for key in [SessionTokenKey.restSessionToken, .launchToken] {
                        guard let token = await accounts.coordinator.current(forKey: key) else {
                            continue
                        }
                        secrets.insert(token.value)
                        told.append("\(token)")
                    }
                }
                for fault in [
                    nil, FaultRule(.httpGarbage), FaultRule(.httpStatus), FaultRule(.httpCut),
                ] {
                    running.faults.set(FaultPlan(rules: [fault].compactMap(\.self)))
                    await note {
                        try await client.login(username: player.username, password: "wr0ng-one")
                    }
                    await note { try await client.getUserBalance() }
                    await note {
                        try await client.updatePassword(
                            oldPassword: "wr0ng-one", newPassword: "s3cret-password")
                    }
                    await note { try await client.getBetHistory(pageIndex: 0) }
                    // Too many wrong passwords in a row would lock the account.
                    await note {
                        try await client.login(
                            username: player.username, password: player.password)
                    }
                }
                running.faults.set(FaultPlan())
                try await running.expireSessions()
                await note { try await client.getUserBalance() }
                let deposit = try await client.processDeposit(
                    PaymentRequest(methodCode: "CARD", amount: 10))
                secrets.formUnion(
                    [deposit.pageURL, deposit.clientKey, deposit.sessionID].compactMap(\.self))
                told.append("\(deposit)")
                await note { deposit }
            }
        }
        #expect(secrets.count >= 9 && log.lines.count > 20)
        for line in log.lines + told {
            for secret in secrets where line.contains(secret) {
                Issue.record("\(line.replacing(secret, with: "(a secret)").prefix(300))")
            }
        }
    }
}
