// Answers that are streams.
extension NetworkManager {
    /// Sends a request whose answer is a stream of events, and returns the data of each
    /// once the answer's head is there. The session is renewed where it is refused, as for
    /// other requests.
    ///
    /// The events end with the stream, however it does, or once it is silent for too long.
    ///
    /// - Throws: As `request` does.
    func events(
        _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> AsyncStream<[UInt8]> {
        let pieces = try await withSession(endpoint) {
            (token) async throws(ServiceProviderError) in
            try await openOnce(endpoint, token)
        }
        let (events, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let reader = Task {
            var parser = EventStreamParser()
            var silence = watchSilence(of: continuation)
            do {
                for try await piece in pieces {
                    silence.cancel()
                    silence = watchSilence(of: continuation)
                    for event in parser.take(piece) { continuation.yield(event) }
                }
            } catch {
                // An end like any other.
            }
            silence.cancel()
            continuation.finish()
        }
        continuation.onTermination = { _ in reader.cancel() }
        return events
    }

    /// Ends events after a silence.
    private func watchSilence(
        of events: AsyncStream<[UInt8]>.Continuation
    ) -> Task<Void, Never> {
        Task {
            do { try await clock.sleep(for: configuration.streamSilenceMax) } catch { return }
            events.finish()
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
