import ServicesProvider

/// The real transport, which holds the answers of one path back until a test lets them go.
final class HoldingTransport: HTTPTransport {
    let gate = Gate<Void>()
    private let path: String
    private let base = AsyncHTTPTransport()

    init(_ path: String) { self.path = path }

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let answer = try await base.send(request)
        if request.url.hasSuffix(path) { await gate.pass() }
        return answer
    }

    func open(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> (
        head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
    ) { try await base.open(request) }

    func shutDown() async { await base.shutDown() }
}
