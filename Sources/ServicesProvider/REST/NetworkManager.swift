import Foundation
import Logging
import NIOConcurrencyHelpers
import OddsClient

/// What an answer that is no success means.
struct ResponseFailure: Sendable {
    let error: ServiceProviderError
    /// Whether the session was refused, so that it is to be renewed.
    let isSessionRefused: Bool
}

/// What an attempt with a session has come to.
enum SessionAttempt<Value: Sendable>: Sendable {
    case succeeded(Value)
    case failed(ResponseFailure)
}

/// How a provider's server says that something is wrong.
protocol ResponseErrorTable: Sendable {
    /// Whether an answer is a success, of which no failure is asked for.
    func isSuccess(_ response: HTTPTransportResponse) -> Bool
    /// What an answer that is no success means.
    func failure(of response: HTTPTransportResponse) -> ResponseFailure
}

extension ResponseErrorTable {
    /// Whether the status says so.
    func isSuccess(_ response: HTTPTransportResponse) -> Bool { 200...299 ~= response.status }
}

/// The limits of the REST layer.
public struct NetworkConfiguration: Sendable {
    /// The longest time of an exchange, unless its endpoint says another.
    public var timeLimit = Duration.seconds(15)
    /// The longest time of an exchange that places a bet or cashes one out.
    public var bettingTimeLimit = Duration.seconds(30)
    /// The longest time of a login that renews the session.
    public var refreshTimeLimit = Duration.seconds(10)
    /// How often an idempotent request is sent that gets no answer, or the server's
    /// failure.
    public var attemptsMax = 3
    /// The pauses between them.
    public var pauses = Backoff(initial: .milliseconds(200), cap: .seconds(10))
    /// The longest pause that a server may ask for.
    public var retryAfterMax = Duration.seconds(10)
    /// The silence after which a stream of events is given up.
    public var streamSilenceMax = Duration.seconds(45)

    /// The defaults above.
    public init() {}
}

/// Sends requests: adds what the session needs, renews it where it is refused, tries
/// again what may be tried again, and decodes answers.
///
/// Any number of tasks may use it.
public struct NetworkManager: Sendable {
    let transport: any HTTPTransport
    let coordinator: SessionCoordinator
    let key: SessionTokenKey
    let table: any ResponseErrorTable
    let configuration: NetworkConfiguration
    let clock: any Clock<Duration>
    let random: LockedRandom
    let log: Logger
    /// Told of each exchange: whether there was an answer, whatever it said.
    let noteExchange: @Sendable (_ isAnswered: Bool) -> Void

    /// Sends a request, and decodes its answer.
    ///
    /// - Throws: `userSessionNotFound`, unsent, if it needs a session and there is none;
    ///   the error of the server's answer; `decodingError`, `emptyData`,
    ///   `noNetworkConnection`, `timedOut` or `cancelled`.
    public func request<Response: Decodable & Sendable>(
        _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> Response {
        let body = try await send(endpoint).body
        guard !body.isEmpty else { throw .emptyData }
        return try WireDecoder.decode(Response.self, from: body)
    }

    /// Sends a request whose answer says nothing but that it succeeded.
    public func request(_ endpoint: some Endpoint) async throws(ServiceProviderError) {
        _ = try await send(endpoint)
    }

    /// Sends a request, and returns the answer of a success.
    func send(
        _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> HTTPTransportResponse {
        guard endpoint.requireSessionKey else {
            return try await sendRepeatedly(endpoint, nil).success(table)
        }
        return try await withSession(endpoint) { (token) async throws(ServiceProviderError) in
            let response = try await sendRepeatedly(endpoint, token)
            return response.failure(table).map(SessionAttempt.failed) ?? .succeeded(response)
        }
    }

    /// Attempts something with the current token and, where the session is refused, once
    /// more with a new one. A session that is refused even then is over.
    func withSession<Value: Sendable>(
        _ endpoint: some Endpoint,
        _ attempt: (SessionToken) async throws(ServiceProviderError) -> SessionAttempt<Value>
    ) async throws(ServiceProviderError) -> Value {
        var token = try await usableToken(endpoint)
        switch try await attempt(token) {
        case .succeeded(let value): return value
        case .failed(let failure) where !failure.isSessionRefused: throw failure.error
        case .failed: break
        }
        token = try await coordinator.forceTokenRefresh(forKey: key, refused: token.generation)
        switch try await attempt(token) {
        case .succeeded(let value): return value
        case .failed(let failure):
            if failure.isSessionRefused {
                await coordinator.endSession(refused: token.generation, forKey: key)
            }
            throw failure.error
        }
    }

    /// The current token, renewed if the server has said that it refuses it.
    ///
    /// - Throws: `userSessionNotFound` if the endpoint's player is not logged in.
    private func usableToken(
        _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> SessionToken {
        let token = await coordinator.current(forKey: key, ofUser: endpoint.userID)
        guard let token else {
            throw .userSessionNotFound
        }
        guard token.isRefused else { return token }
        return try await coordinator.forceTokenRefresh(forKey: key, refused: token.generation)
    }

    /// Sends a request until it is answered by something else than the server's failure,
    /// as often as it may be sent.
    private func sendRepeatedly(
        _ endpoint: some Endpoint, _ token: SessionToken?
    ) async throws(ServiceProviderError) -> HTTPTransportResponse {
        let request = transportRequest(endpoint, token)
        var attempt = 1
        var hasWaited = false
        while true {
            let isLast = attempt >= configuration.attemptsMax
            do throws(HTTPTransportError) {
                let response = try await exchange(request, endpoint)
                if response.status == 429, !hasWaited, let pause = retryPause(response) {
                    hasWaited = true
                    try await sleep(pause)
                    continue
                }
                let isFailure = [500, 502, 503, 504].contains(response.status)
                guard isFailure, endpoint.isIdempotent, !isLast else { return response }
            } catch {
                let mayRepeat = endpoint.isIdempotent || error.kind == .notSent
                guard mayRepeat, !isLast, error.kind != .cancelled, error.kind != .tooLarge else {
                    throw ServiceProviderError(error)
                }
            }
            let delay = random.delay(configuration.pauses, before: attempt)
            do { try await sleep(delay) } catch { throw .cancelled }
            attempt += 1
        }
    }

    private func sleep(_ duration: Duration) async throws(HTTPTransportError) {
        do { try await clock.sleep(for: duration) } catch {
            throw HTTPTransportError(.cancelled, "cancelled")
        }
    }

    private func retryPause(_ response: HTTPTransportResponse) -> Duration? {
        guard let seconds = response.header("retry-after").flatMap({ Int($0) }), seconds >= 0,
            .seconds(seconds) <= configuration.retryAfterMax
        else { return nil }
        return .seconds(seconds)
    }

    /// One exchange, noted and logged: without query, headers and bodies, which may have
    /// secrets.
    private func exchange(
        _ request: HTTPTransportRequest, _ endpoint: some Endpoint
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        do throws(HTTPTransportError) {
            let response = try await transport.send(request)
            noteExchange(true)
            log.debug("\(endpoint.method.rawValue) \(endpoint.endpoint): \(response.status)")
            return response
        } catch {
            if error.kind != .cancelled { noteExchange(false) }
            log.info("\(endpoint.method.rawValue) \(endpoint.endpoint): \(error.reason)")
            throw error
        }
    }

    func transportRequest(
        _ endpoint: some Endpoint, _ token: SessionToken?
    ) -> HTTPTransportRequest {
        var headers = endpoint.headers
        headers.append(("Accept", "application/json"))
        if let body = endpoint.body { headers.append(("Content-Type", body.type)) }
        var proof: [(name: String, value: String)] = []
        if let token {
            if let name = endpoint.authQueryKey(for: .sessionId) {
                proof.append((name, token.value))
            }
            if let name = endpoint.authHeaderKey(for: .sessionId) {
                headers.append((name, token.value))
            }
            if let name = endpoint.authHeaderKey(for: .userId), let id = endpoint.userID {
                headers.append((name, id))
            }
        }
        return HTTPTransportRequest(
            method: endpoint.method, url: endpoint.address(proof), headers: headers,
            body: endpoint.body?.bytes, timeLimit: endpoint.timeout ?? configuration.timeLimit)
    }
}

extension HTTPTransportResponse {
    fileprivate func failure(_ table: any ResponseErrorTable) -> ResponseFailure? {
        table.isSuccess(self) ? nil : table.failure(of: self)
    }

    fileprivate func success(
        _ table: any ResponseErrorTable
    ) throws(ServiceProviderError) -> HTTPTransportResponse {
        guard let failure = failure(table) else { return self }
        throw failure.error
    }
}

extension ServiceProviderError {
    /// What a missing answer means.
    init(_ error: HTTPTransportError) {
        switch error.kind {
        case .notSent, .broken: self = .noNetworkConnection
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        case .tooLarge: self = .invalidResponse
        }
    }
}

/// A random number generator that any task may use.
final class LockedRandom: Sendable {
    private let random: NIOLockedValueBox<any RandomNumberGenerator & Sendable>

    init(_ random: any RandomNumberGenerator & Sendable) {
        self.random = NIOLockedValueBox(random)
    }

    /// Draws the delay before an attempt.
    func delay(_ backoff: Backoff, before attempt: Int) -> Duration {
        random.withLockedValue { backoff.delay(before: attempt, using: &$0) }
    }
}
