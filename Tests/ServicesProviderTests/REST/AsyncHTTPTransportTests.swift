import OddsSimulator
import PlatformFixture
import ServicesProvider
import Testing

/// Exchanges over sockets that take longer than they may.
@Suite(.timeLimit(.minutes(1))) struct AsyncHTTPTransportTests {
    private func request(
        _ running: RunningPlatform, _ path: String, session: String = "none", limit: Duration
    ) -> HTTPTransportRequest {
        HTTPTransportRequest(
            method: .get, url: running.url + path, headers: [("X-SessionId", session)], body: nil,
            timeLimit: limit)
    }

    private func error(
        _ transport: AsyncHTTPTransport, _ request: HTTPTransportRequest
    ) async -> HTTPTransportError.Kind? {
        do throws(HTTPTransportError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error.kind
        }
    }

    /// A stream has a head at once, and a body without an end.
    @Test func answerWhoseBodyDoesNotEndIsTimedOut() async throws {
        try await withPlatform { running in
            let player = try await running.makePlayers(1)[0]
            let answer = try await running.platform.login(
                username: player.username, password: player.password)
            guard case .string(let session) = answer["sessionId"] else {
                Issue.record("no session")
                return
            }
            let transport = AsyncHTTPTransport()
            let kind = await error(
                transport,
                request(
                    running, "/v2/player/\(player.id)/information/updates", session: session,
                    limit: .milliseconds(300)))
            #expect(kind == .timedOut)
            await transport.shutDown()
        }
    }

    @Test func answerThatDoesNotComeIsTimedOutOrCancelled() async throws {
        try await withPlatform { running in
            running.faults.set(FaultPlan(rules: [FaultRule(.httpDelay, milliseconds: 5_000)]))
            let transport = AsyncHTTPTransport()
            let path = "/v1/player/legislation/registration/config"
            #expect(
                await error(transport, request(running, path, limit: .milliseconds(300)))
                    == .timedOut)
            let cancelled = Task {
                await error(transport, request(running, path, limit: .seconds(50)))
            }
            while running.metrics.value(of: .httpDelay) < 2 { await Task.yield() }
            cancelled.cancel()
            #expect(await cancelled.value == .cancelled)
            await transport.shutDown()
        }
    }
}
