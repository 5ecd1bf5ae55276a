import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import OddsClient

/// Sends requests with AsyncHTTPClient, on the event loops that the process has anyway.
/// It follows no redirects, and keeps connections alive.
public final class AsyncHTTPTransport: HTTPTransport {
    /// The limits of connections and answers.
    public struct Configuration: Sendable {
        /// Until a connection stands.
        public var connectTimeLimit = Duration.seconds(5)
        /// Connections for each host; further requests wait for one. Streams have their
        /// own, beside them.
        public var connectionsPerHost = 8
        /// The largest answer, in bytes.
        public var responseBytesMax = 8 << 20

        /// The defaults above.
        public init() {}
    }

    private let client: HTTPClient
    /// Streams would keep the connections of requests busy.
    private let streamClient: HTTPClient
    private let gate: HostGate
    private let configuration: Configuration

    /// A transport without connections.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        gate = HostGate(configuration.connectionsPerHost)
        client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: Self.settings(
                configuration, connections: configuration.connectionsPerHost))
        streamClient = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: Self.settings(configuration, connections: 1_000))
    }

    private static func settings(
        _ configuration: Configuration, connections: Int
    ) -> HTTPClient.Configuration {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(configuration.connectTimeLimit)))
        settings.httpVersion = .http1Only
        settings.tlsConfiguration = SocketConfiguration.defaultTLS
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        settings.connectionPool.retryConnectionEstablishment = false
        return settings
    }

    /// See `HTTPTransport`.
    public func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let exchange = Task {
            let translated = Self.translated(request)
            return try await gate.pass(Self.host(request.url)) {
                let response = try await client.execute(translated, deadline: .distantFuture)
                let body = try await response.body.collect(upTo: configuration.responseBytesMax)
                return Self.head(response, body: Array(buffer: body))
            }
        }
        // The client library's deadline ends with the answer's head. A timer of an event loop
        // costs less than a task that sleeps.
        let isLate = NIOLockedValueBox(false)
        let timer = client.eventLoopGroup.any().scheduleTask(in: TimeAmount(request.timeLimit)) {
            isLate.withLockedValue { $0 = true }
            exchange.cancel()
        }
        defer { timer.cancel() }
        do {
            return try await withTaskCancellationHandler {
                try await exchange.value
            } onCancel: {
                exchange.cancel()
            }
        } catch {
            let error = Self.translated(error)
            guard error.kind == .cancelled, !Task.isCancelled, isLate.withLockedValue(\.self)
            else { throw error }
            throw HTTPTransportError(.timedOut, "no answer within \(request.timeLimit)")
        }
    }

    /// Scheme, host and port.
    private static func host(_ url: String) -> String {
        guard let scheme = url.range(of: "://") else { return url }
        let end = url[scheme.upperBound...].firstIndex { "/?#".contains($0) }
        return String(url[..<(end ?? url.endIndex)])
    }

    /// See `HTTPTransport`.
    public func open(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> (
        head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
    ) {
        do {
            // Its deadline would end the stream: the reader watches the time instead.
            let response = try await streamClient.execute(
                Self.translated(request), deadline: .distantFuture)
            let (pieces, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            let task = Task {
                do {
                    for try await buffer in response.body {
                        continuation.yield(Array(buffer: buffer))
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: Self.translated(error))
                }
            }
            continuation.onTermination = { _ in task.cancel() }
            return (Self.head(response, body: []), pieces)
        } catch { throw Self.translated(error) }
    }

    /// See `HTTPTransport`.
    public func shutDown() async {
        try? await client.shutdown()
        try? await streamClient.shutdown()
    }

    private static func translated(_ request: HTTPTransportRequest) -> HTTPClientRequest {
        var translated = HTTPClientRequest(url: request.url)
        translated.method = HTTPMethod(rawValue: request.method.rawValue)
        for header in request.headers {
            translated.headers.add(name: header.name, value: header.value)
        }
        if let body = request.body { translated.body = .bytes(ByteBuffer(bytes: body)) }
        return translated
    }

    private static func head(
        _ response: HTTPClientResponse, body: [UInt8]
    ) -> HTTPTransportResponse {
        HTTPTransportResponse(
            status: Int(response.status.code),
            headers: response.headers.map { ($0.name.lowercased(), $0.value) }, body: body)
    }

    private static func translated(_ error: any Error) -> HTTPTransportError {
        switch error {
        case let error as HTTPTransportError: error
        case is CancellationError: HTTPTransportError(.cancelled, "cancelled")
        case is NIOTooManyBytesError: HTTPTransportError(.tooLarge, "too large an answer")
        case is NIOConnectionError: HTTPTransportError(.notSent, "no connection")
        case let error as HTTPClientError: translated(error)
        default: HTTPTransportError(.broken, "\(type(of: error))")
        }
    }

    private static func translated(_ error: HTTPClientError) -> HTTPTransportError {
        let reason = error.shortDescription
        switch error {
        case .cancelled, .alreadyShutdown, .requestStreamCancelled:
            return HTTPTransportError(.cancelled, reason)
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
            return HTTPTransportError(.notSent, reason)
        case .deadlineExceeded, .readTimeout, .writeTimeout:
            return HTTPTransportError(.timedOut, reason)
        default: return HTTPTransportError(.broken, reason)
        }
    }
}
