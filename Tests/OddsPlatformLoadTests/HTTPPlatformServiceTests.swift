import OddsExperiments
import ServicesProvider
import Testing

@testable import OddsPlatformLoad

/// What control answers, and what is made of it.
@Suite struct HTTPPlatformServiceTests {
    /// Answers every request alike; what was asked is part of the answer's name.
    private struct Answering: HTTPTransport {
        let status: Int
        let body: String

        func send(
            _ request: HTTPTransportRequest
        ) async throws(HTTPTransportError) -> HTTPTransportResponse {
            guard request.headers.contains(where: { $0 == ("Authorization", "Bearer t") }) else {
                throw HTTPTransportError(.notSent, "no token")
            }
            return HTTPTransportResponse(status: status, headers: [], body: Array(body.utf8))
        }

        func open(
            _ request: HTTPTransportRequest
        ) async throws(HTTPTransportError) -> (
            head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
        ) { throw HTTPTransportError(.notSent, "no streams") }

        func shutDown() async {}
    }

    private func service(
        _ body: String, status: Int = 200, token: String? = "t"
    ) -> HTTPPlatformService {
        HTTPPlatformService(
            playerURL: "http://127.0.0.1:1", control: "http://127.0.0.1:2", token: token,
            transport: Answering(status: status, body: body))
    }

    @Test func answersAreRead() async throws {
        let players = try await service(
            #"{"players":[{"userId":"70501","username":"+351900000001","password":"p"}]}"#
        ).makePlayers(1, balance: "10.00")
        #expect(players.map(\.userId) == ["70501"])
        #expect(try await service(#"{"expired":3}"#).expireSessions() == 3)
        let ledger = #"{"ok":true,"postings":812,"sum":"0.00","players":1000}"#
        #expect(
            try await service(ledger).checkLedger()
                == LedgerAnswer(ok: true, postings: 812, sum: "0.00", players: 1_000))
        #expect(
            try await service("emsim_platform_logins_total 5\n").counts().logins == 5)
    }

    @Test(arguments: [("{}", 200, "t"), ("{}", 403, "t"), (#"{"expired":3}"#, 200, nil)])
    func whatCannotBeReadOrIsRefusedEndsTheRun(body: String, status: Int, token: String?) async {
        await #expect(throws: ExperimentFailure.self) {
            try await service(body, status: status, token: token).expireSessions()
        }
    }
}
