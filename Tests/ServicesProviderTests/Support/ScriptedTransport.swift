import NIOConcurrencyHelpers
import ServicesProvider

/// Answers requests as a test says, for what no server can be brought to do in this order.
final class ScriptedTransport: HTTPTransport {
    typealias Script =
        @Sendable (
            HTTPTransportRequest, _ number: Int
        ) async throws(HTTPTransportError) -> HTTPTransportResponse

    private let script: Script
    private let sent = NIOLockedValueBox<[HTTPTransportRequest]>([])

    /// - Parameter script: Gets each request and its number, from 0.
    init(_ script: @escaping Script) { self.script = script }

    /// The requests so far.
    var requests: [HTTPTransportRequest] { sent.withLockedValue { $0 } }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let number = sent.withLockedValue { sent in
            sent.append(request)
            return sent.count - 1
        }
        return try await script(request, number)
    }

    func open(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> (
        head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
    ) {
        let answer = try await send(request)
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        continuation.yield(answer.body)
        continuation.finish()
        return (answer, pieces)
    }

    func shutDown() async {}
}

extension HTTPTransportResponse {
    /// An answer of JSON.
    static func json(
        _ status: Int, _ text: String = "{}", headers: [(name: String, value: String)] = []
    ) -> HTTPTransportResponse {
        HTTPTransportResponse(status: status, headers: headers, body: Array(text.utf8))
    }
}

extension HTTPTransportRequest {
    /// A header field.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
