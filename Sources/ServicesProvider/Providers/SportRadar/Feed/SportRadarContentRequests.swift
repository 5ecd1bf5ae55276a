public import OddsClient

/// Sends the requests about contents of a SportRadar client by an HTTP transport.
public struct SportRadarContentRequests: ContentRequests {
    private let transport: any HTTPTransport
    private let url: String
    private let contentURL: String

    /// - Parameters:
    ///   - transport: Sends the requests.
    ///   - url: The base URL of the server that takes subscriptions, without a slash at its
    ///     end.
    ///   - contentURL: That of the server that is asked for a content once; the same one if
    ///     it is `nil`.
    public init(_ transport: any HTTPTransport, url: String, contentURL: String? = nil) {
        self.transport = transport
        self.url = url
        self.contentURL = contentURL ?? url
    }

    /// See `ContentRequests`.
    public func post(
        _ request: ContentRequest
    ) async throws(ClientError) -> ContentResponse {
        do throws(HTTPTransportError) {
            let response = try await transport.send(
                HTTPTransportRequest(
                    method: .post, url: (request.isGet ? contentURL : url) + request.path,
                    headers: request.headers, body: request.body, timeLimit: request.timeLimit))
            return ContentResponse(
                status: response.status, retryAfter: response.header("retry-after"),
                body: response.body)
        } catch {
            switch error.kind {
            case .notSent: throw .unreachable(error.reason)
            case .broken: throw .connectionLost(error.reason)
            case .timedOut: throw .timedOut(.subscribe, request.timeLimit)
            case .cancelled: throw .closed
            case .tooLarge: throw .protocolViolation(error.reason)
            }
        }
    }
}
