import Logging
import OddsClientTesting
import Testing

@testable import ServicesProvider

/// Platform contract, sections 5 to 7: what becomes of one request.
@Suite(.timeLimit(.minutes(5))) struct NetworkManagerTests {
    private struct TestEndpoint: Endpoint {
        var url = "http://h"
        var endpoint = "/p"
        var method = HTTPRequestMethod.get
        var headers: [(name: String, value: String)] = []
        var query: [(name: String, value: String)] = []
        var body: RequestBody?
        var timeout: Duration?
        var requireSessionKey = false
        var userID: String?

        func authHeaderKey(for part: AuthenticationPart) -> String? {
            part == .sessionId ? "X-SessionId" : "X-User"
        }
    }

    private struct Answer: Decodable, Sendable, Equatable {
        let value: Int
    }

    private let clock = ManualClock()
    private let coordinator: SessionCoordinator
    private let key = SessionTokenKey.playerSessionToken

    init() {
        var configuration = SessionCoordinator.Configuration()
        configuration.clock = clock
        coordinator = SessionCoordinator(
            configuration: configuration,
            store: MemoryTokenStore(
                StoredSession(
                    token: "t0", credentials: Credentials(username: "ana", password: "secret"),
                    userID: "1")), sharing: [[.playerSessionToken]])
    }

    private func manager(_ transport: ScriptedTransport) -> NetworkManager {
        NetworkManager(
            transport: transport, coordinator: coordinator, key: key,
            table: EveryMatrixErrorTable(), configuration: NetworkConfiguration(), clock: clock,
            random: LockedRandom(SystemRandomNumberGenerator()), log: Logger(label: "test"),
            noteExchange: { _ in })
    }

    /// Sends a request while the clock runs through all pauses.
    private func send(
        _ transport: ScriptedTransport, _ endpoint: TestEndpoint
    ) async -> Result<Answer, ServiceProviderError> {
        let manager = manager(transport)
        let task = Task { () -> Result<Answer, ServiceProviderError> in
            do throws(ServiceProviderError) {
                return .success(try await manager.request(endpoint))
            } catch { return .failure(error) }
        }
        let time = Task { [clock] in
            while !Task.isCancelled {
                if clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
                await Task.yield()
            }
        }
        defer { time.cancel() }
        return await task.value
    }

    private func answers(_ answers: [HTTPTransportResponse]) -> ScriptedTransport {
        ScriptedTransport { (_, number) throws(HTTPTransportError) in
            answers[min(number, answers.count - 1)]
        }
    }

    private func failures(_ kind: HTTPTransportError.Kind) -> ScriptedTransport {
        ScriptedTransport { (_, _) throws(HTTPTransportError) in
            throw HTTPTransportError(kind, "a test")
        }
    }

    private let good = HTTPTransportResponse.json(200, #"{"value":7}"#)

    // MARK: Answers

    @Test func answerIsDecoded() async {
        #expect(await send(answers([good]), TestEndpoint()) == .success(Answer(value: 7)))
    }

    @Test func emptyBodyWhereSomethingIsExpectedIsEmptyData() async throws {
        let empty = HTTPTransportResponse.json(204, "")
        #expect(await send(answers([empty]), TestEndpoint()) == .failure(.emptyData))
        // Where nothing is expected, it is a success.
        try await manager(answers([empty])).request(TestEndpoint())
    }

    @Test func decodingErrorNamesTypeAndPathNeverTheContent() async {
        for (text, path) in [
            (#"{"value":"s3cret"}"#, ".value is no Int"), (#"{}"#, ".value is missing"),
            (#"{"value":"#, "cannot be read"),
            (#"{"value":null}"#, ".value is null in place of Int"),
        ] {
            #expect(
                await send(answers([.json(200, text)]), TestEndpoint())
                    == .failure(.decodingError(message: "Answer: \(path)")))
        }
    }

    @Test func queryItemsAndSpacesArePercentEncoded() async {
        let transport = answers([good])
        _ = await send(
            transport, TestEndpoint(query: [("mobile", "+351 9&1=é"), ("a b", "/?#")]))
        #expect(
            transport.requests.first?.url
                == "http://h/p?mobile=%2B351%209%261%3D%C3%A9&a%20b=%2F%3F%23")
    }

    // MARK: Attempts

    @Test(arguments: [500, 502, 503, 504]) func idempotentRequestIsTriedThreeTimes(
        _ status: Int
    ) async {
        let transport = answers([.json(status)])
        #expect(await send(transport, TestEndpoint()) == .failure(.internalServerError))
        #expect(transport.requests.count == 3)
        let recovered = answers([.json(status), .json(status), good])
        #expect(await send(recovered, TestEndpoint()) == .success(Answer(value: 7)))
    }

    @Test(arguments: [400, 404, 409, 410, 422, 424, 418]) func otherStatusesAreNotTriedAgain(
        _ status: Int
    ) async {
        let transport = answers([.json(status)])
        _ = await send(transport, TestEndpoint())
        #expect(transport.requests.count == 1)
    }

    @Test func postWithoutAKeyIsSentOnce() async {
        for transport in [answers([.json(500)]), failures(.broken), failures(.timedOut)] {
            _ = await send(transport, TestEndpoint(method: .post))
            #expect(transport.requests.count == 1)
        }
        // Not a byte has left: it may be sent again.
        let unsent = failures(.notSent)
        #expect(
            await send(unsent, TestEndpoint(method: .post)) == .failure(.noNetworkConnection))
        #expect(unsent.requests.count == 3)
    }

    @Test func postWithAKeyIsTriedAgainWithTheSameKeyAndBody() async {
        let transport = failures(.broken)
        let endpoint = TestEndpoint(
            method: .post, headers: [("Idempotency-Key", "k-1")],
            body: RequestBody(type: "application/json", bytes: Array("{}".utf8)))
        #expect(await send(transport, endpoint) == .failure(.noNetworkConnection))
        #expect(transport.requests.map { $0.header("Idempotency-Key") } == ["k-1", "k-1", "k-1"])
        #expect(Set(transport.requests.map(\.body)).count == 1)
    }

    @Test(arguments: [
        (HTTPTransportError.Kind.notSent, ServiceProviderError.noNetworkConnection, 3),
        (.broken, .noNetworkConnection, 3), (.timedOut, .timedOut, 3), (.cancelled, .cancelled, 1),
        (.tooLarge, .invalidResponse, 1),
    ]) func missingAnswerIsAnErrorOfItsOwn(
        _ kind: HTTPTransportError.Kind, _ error: ServiceProviderError, _ attempts: Int
    ) async {
        let transport = failures(kind)
        #expect(await send(transport, TestEndpoint()) == .failure(error))
        #expect(transport.requests.count == attempts)
    }

    @Test func retryAfterIsObeyedOnce() async {
        func limited(_ seconds: String?) -> HTTPTransportResponse {
            .json(429, headers: seconds.map { [("retry-after", $0)] } ?? [])
        }
        let once = answers([limited("10"), good])
        #expect(await send(once, TestEndpoint(method: .post)) == .success(Answer(value: 7)))
        let twice = answers([limited("1")])
        #expect(await send(twice, TestEndpoint()) == .failure(.rateLimitExceeded))
        #expect(twice.requests.count == 2)
        for seconds in [nil, "11", "-1", "soon"] {
            let refused = answers([limited(seconds), good])
            #expect(await send(refused, TestEndpoint()) == .failure(.rateLimitExceeded))
            #expect(refused.requests.count == 1)
        }
    }

    // MARK: The session

    private func session(_ method: HTTPRequestMethod = .post) -> TestEndpoint {
        TestEndpoint(
            method: method, headers: [("Idempotency-Key", "k-1")],
            body: RequestBody(type: "application/json", bytes: Array(#"{"a":1}"#.utf8)),
            requireSessionKey: true, userID: "1")
    }

    @Test(arguments: [401, 403]) func refusedRequestIsSentOnceMoreTheSameButForTheToken(
        _ status: Int
    ) async {
        await coordinator.registerUpdater({ "t1" }, forKey: key)
        let transport = ScriptedTransport { (request, _) throws(HTTPTransportError) in
            request.header("X-SessionId") == "t1"
                ? .json(200, #"{"value":7}"#) : .json(status, #"{"error":"Forbidden"}"#)
        }
        #expect(await send(transport, session()) == .success(Answer(value: 7)))
        #expect(transport.requests.map { $0.header("X-SessionId") } == ["t0", "t1"])
        let rest = transport.requests.map { request in
            [request.url, request.method.rawValue, "\(request.body ?? [])"]
                + request.headers.filter { $0.name != "X-SessionId" }.map { "\($0)" }
        }
        #expect(rest[0] == rest[1])
    }

    @Test func secondRefusalIsThrownAndEndsTheSession() async {
        await coordinator.registerUpdater({ "t1" }, forKey: key)
        let transport = answers([.json(401)])
        #expect(await send(transport, session()) == .failure(.unauthorized))
        #expect(transport.requests.count == 2)
        #expect(coordinator.states.latest == .expired(.refused))
        // What needs a session is not sent any more.
        #expect(await send(transport, session()) == .failure(.userSessionNotFound))
        #expect(transport.requests.count == 2)
    }

    @Test func refusalWithABusinessCodeIsNoExpiredSession() async {
        let gate = Gate<String>()
        await coordinator.registerUpdater({ await gate.pass() }, forKey: key)
        let body = #"{"thirdPartyResponse":{"errorCode":"KYC_REQUIRED","message":"m"}}"#
        let transport = answers([.json(403, body)])
        #expect(
            await send(transport, session())
                == .failure(.errorDetailedMessage(key: "KYC_REQUIRED", message: "m")))
        #expect(transport.requests.count == 1)
        #expect(gate.count == 0)
        #expect(coordinator.states.latest == .logged(userID: "1"))
    }

    @Test func tokenThatThePushRefusedIsRenewedBeforeTheRequest() async {
        await coordinator.registerUpdater({ "t1" }, forKey: key)
        await coordinator.noteSessionEnd(.expired, token: "t0", forKey: key)
        let transport = answers([good])
        #expect(await send(transport, session()) == .success(Answer(value: 7)))
        #expect(transport.requests.map { $0.header("X-SessionId") } == ["t1"])
        #expect(transport.requests.map { $0.header("X-User") } == ["1"])
    }

    @Test func requestOfAnotherPlayerIsNotSent() async {
        let transport = answers([good])
        var endpoint = session()
        endpoint.userID = "2"
        #expect(await send(transport, endpoint) == .failure(.userSessionNotFound))
        #expect(transport.requests.isEmpty)
    }
}
