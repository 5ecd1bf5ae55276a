// Answers that are streams.
extension NetworkManager {
    /// Sends a request whose answer is a stream, and returns its pieces once its head is
    /// there. The session is renewed where it is refused, as for other requests.
    ///
    /// - Throws: As `request` does.
    func open(
        _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> AsyncThrowingStream<[UInt8], any Error> {
        let token = try await usableToken(endpoint)
        if let pieces = try await openOnce(endpoint, token, isLast: false) { return pieces }
        let renewed = try await coordinator.forceTokenRefresh(
            forKey: key, refused: token.generation)
        if let pieces = try await openOnce(endpoint, renewed, isLast: true) { return pieces }
        throw .unauthorized
    }

    /// - Returns: `nil` if the session was refused, and this is not the last attempt.
    private func openOnce(
        _ endpoint: some Endpoint, _ token: SessionToken, isLast: Bool
    ) async throws(ServiceProviderError) -> AsyncThrowingStream<[UInt8], any Error>? {
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
        if 200...299 ~= head.status { return pieces }
        // Its body, which is short, says what is wrong.
        var answer = head
        do {
            for try await piece in pieces where answer.body.count < 1 << 16 {
                answer.body += piece
            }
        } catch {
            throw .noNetworkConnection
        }
        let failure = table.failure(of: answer)
        guard failure.isSessionRefused else { throw failure.error }
        guard isLast else { return nil }
        await coordinator.endSession(refused: token.generation, forKey: key)
        throw failure.error
    }
}
