import Logging
import OddsSimulator
import PlatformFixture
import Testing

@testable import ServicesProvider

/// The symptoms of the guide's troubleshooting section, as someone meets them who adds an
/// endpoint.
@Suite(.timeLimit(.minutes(5))) struct TroubleshootingTests {
    private struct BalanceEndpoint: Endpoint {
        let url: String
        let endpoint: String
        var method = HTTPRequestMethod.get
        var requireSessionKey = true
        var sessionHeader = "X-SessionId"

        func authHeaderKey(for part: AuthenticationPart) -> String? {
            part == .sessionId ? sessionHeader : nil
        }
    }

    private struct Balance: Decodable, Sendable {
        let sequence: String
    }

    /// The layer of requests of a player who is logged in.
    private func withNetwork(
        _ body: (RunningPlatform, NetworkManager, RunningPlatform.Player) async throws -> Void
    ) async throws {
        try await withPlatform { running in
            let player = try #require(try await running.makePlayers(1).first)
            let transport = AsyncHTTPTransport()
            let manager = EveryMatrixPrivilegedAccessManager(
                try running.configuration(),
                SessionCoordinator(sharing: [[.playerSessionToken]]), transport,
                states: StateSource(.disconnected))
            manager.start()
            _ = try await manager.login(username: player.username, password: player.password)
            try await body(running, manager.network, player)
            manager.stop()
            await manager.coordinator.shutDown()
            await transport.shutDown()
        }
    }

    @Test func unauthorizedThoughLoggedInIsTheWrongHeader() async throws {
        try await withNetwork { running, network, player in
            var endpoint = BalanceEndpoint(
                url: running.url, endpoint: "/v2/player/\(player.id)/balance")
            endpoint.sessionHeader = "X-Session-Id"
            let wrong = endpoint
            let error = try await failure { try await network.request(wrong) }
            #expect(error == .unauthorized)
            #expect(network.coordinator.states.latest == .expired(.refused))
        }
    }

    @Test func userSessionNotFoundIsAnEndpointThatNeedsALogin() async throws {
        try await withPlatform { running in
            try await running.withClient { client in
                let error = try await failure { _ = try await client.getUserBalance() }
                #expect(error == .userSessionNotFound)
            }
        }
    }

    @Test func forbiddenIsAnEndpointThatForgotTheSession() async throws {
        try await withNetwork { running, network, player in
            var endpoint = BalanceEndpoint(
                url: running.url, endpoint: "/v2/player/\(player.id)/balance")
            endpoint.requireSessionKey = false
            let wrong = endpoint
            let error = try await failure { try await network.request(wrong) }
            #expect(error == .unauthorized)
            // It was not sent with a session, so that none has ended.
            #expect(network.coordinator.states.latest == .logged(userID: player.id))
        }
    }

    @Test func decodingErrorNamesTheMember() async throws {
        try await withNetwork { running, network, player in
            let endpoint = BalanceEndpoint(
                url: running.url, endpoint: "/v2/player/\(player.id)/balance")
            let error = try await failure { let _: Balance = try await network.request(endpoint) }
            #expect(error == .decodingError(message: "Balance: .sequence is no String"))
        }
    }

    @Test func emptyDataIsAnAnswerWithoutABody() async throws {
        try await withNetwork { running, network, player in
            var endpoint = BalanceEndpoint(
                url: running.url, endpoint: "/v1/player/\(player.id)/logout")
            endpoint.method = .post
            let wrong = endpoint
            let error = try await failure { let _: Balance = try await network.request(wrong) }
            #expect(error == .emptyData)
        }
    }

    @Test func lostAnswerOfAPostIsNotAskedForAgainWithoutAKey() async throws {
        try await withNetwork { running, network, player in
            running.faults.set(FaultPlan(rules: [FaultRule(.httpCut)]))
            var endpoint = BalanceEndpoint(
                url: running.url, endpoint: "/v1/player/\(player.id)/logout")
            #expect(endpoint.isIdempotent)
            endpoint.method = .post
            #expect(!endpoint.isIdempotent)
            let wrong = endpoint
            let error = try await failure { try await network.request(wrong) }
            #expect(error == .noNetworkConnection)
            #expect(running.metrics.value(of: .httpCut) == 1)
        }
    }

    @Test func notFoundIsAPathThatIsNotEncoded() async throws {
        try await withNetwork { running, network, player in
            let glued = BalanceEndpoint(
                url: running.url, endpoint: "/v1/player/\(player.id)/payment/tx/9/status")
            let error = try await failure { try await network.request(glued) }
            #expect(error == .notFound)
        }
    }
}
