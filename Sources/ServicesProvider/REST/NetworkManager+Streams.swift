// Answers that are streams.
extension NetworkManager {
    /// Sends a request whose answer is a stream, and returns its pieces once its head is
    /// there. The session is renewed where it is refused, as for other requests.
    ///
    /// - Throws: As `request` does.
    func open(
        _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> AsyncThrowingStream<[UInt8], any Error> {
        try await withSession(endpoint) { (token) async throws(ServiceProviderError) in
            try await openOnce(endpoint, token)
        }
    }

    private func openOnce(
        _ endpoint: some Endpoint, _ token: SessionToken
    ) async throws(ServiceProviderError) -> SessionAttempt<AsyncThrowingStream<[UInt8], any Error>>
    {
        var request = transportRequest(endpoint, token)
        request.headers.removeAll { $0.name == "Accept" }
        request.headers.append(("Accept", "text/event-stream"))
        let opened = await Deadline.run(request.timeLimit, clock: clock) {
            [transport, request, noteExchange] () async throws(ServiceProviderError) in
            do throws(HTTPTransportError) {
                let opened = try await transport.open(request)
                noteExchange(true)
                return opened
            } catch {
                if error.kind != .cancelled { noteExchange(false) }
                throw ServiceProviderError(error)
            }
        }
        let (head, pieces) = try opened.get()
        log.debug("\(endpoint.method.rawValue) \(endpoint.endpoint): \(head.status)")
        if 200...299 ~= head.status { return .succeeded(pieces) }
        // Its body, which is short, says what is wrong.
        var answer = head
        do {
            for try await piece in pieces where answer.body.count < 1 << 16 {
                answer.body += piece
            }
        } catch {
            throw .noNetworkConnection
        }
        return .failed(table.failure(of: answer))
    }
}
