import OddsWAMP

// Messages of the server. Frames go to the frame parser as they lie in the
// socket's buffer; they are neither parsed nor copied on the way.

extension EMWebSocketClient {
    /// Takes a message, and returns its request id if it is an INVOCATION,
    /// which the caller then answers. Allocates nothing for frames in the usual
    /// form.
    func received(_ bytes: UnsafeRawBufferPointer) -> WAMPID? {
        guard let head = WAMPEnvelopeHead(bytes), session.phase == .established else {
            receiveOther(bytes)
            return nil
        }
        let frame = UnsafeRawBufferPointer(rebasing: bytes[head.keywords])
        switch head.type {
        case .invocation:
            if let entry = routes[head.registration] {
                entry.receiver.receive(
                    .update(frame, intendedNanoseconds: head.intendedNanoseconds))
            }
            return head.request
        case .result: finish(head.request, frame)
        default: receiveOther(bytes)
        }
        return nil
    }

    /// Takes the result of a call, whose keyword arguments are not parsed.
    private func finish(_ request: WAMPID, _ keywords: UnsafeRawBufferPointer) {
        guard session.expire(request) else { return }
        switch requests.removeValue(forKey: request) {
        case .dump(let entry, let timer):
            timer.cancel()
            if registrations[entry.registration] === entry {
                entry.receiver.receive(.dump(keywords))
            }
        case .call(let caller, let timer):
            timer.cancel()
            caller.resume(
                returning: JSONObjectText(keywords).map { .success($0) }
                    ?? .failure(.protocolViolation("a result that is not a JSON object")))
        case .register, .unregister, nil: break
        }
    }

    private func receiveOther(_ bytes: UnsafeRawBufferPointer) {
        guard let message = try? WAMPMessage(json: bytes) else {
            // Its addressee is unknown, and the connection is still good: each
            // receiver gets it as a frame, and finds that it cannot be read.
            for entry in routes.values {
                entry.receiver.receive(.update(bytes, intendedNanoseconds: nil))
            }
            return
        }
        let events = session.receive(message)
        if events.isEmpty, case .registered(_, let route) = message, routes[route] == nil {
            // The answer to a REGISTER that was given up.
            release(route)
        }
        for event in events { handle(event) }
    }

    private func handle(_ event: ClientSession.Event) {
        switch event {
        case .send(let message): link?.send(message)
        case .established(let id): established(id)
        case .challenged(let method, let extra):
            authenticate(AuthenticationChallenge(method: method, extra: extra))
        case .registered(let request, let route):
            if case .register(let entry) = requests.removeValue(forKey: request) {
                registered(entry, route)
            }
        case .result(let request, let payload):
            let keywords = payload.keywords ?? .empty
            finishRead(request, keywords)
        case .failed(_, .sessionEnded): break  // `closed` follows, and fails all requests.
        case .failed(let request, let error):
            if let open = requests.removeValue(forKey: request) { fail(open, ClientError(error)) }
        case .invoked(let request, let route, let payload):
            // Without keyword arguments there is no frame: the receiver gets none,
            // and finds that it cannot be read.
            (payload.keywords?.utf8 ?? []).withUnsafeBytes { frame in
                routes[route]?.receiver.receive(.update(frame, intendedNanoseconds: nil))
            }
            link?.send(.yield(request: request, options: .empty, payload: .none))
        case .closed(let end): if let link { linkEnded(link, ClientError(end)) }
        case .unregistered(let request), .subscribed(let request, _),
            .unsubscribed(let request):
            requests[request] = nil
        }
    }

    /// Takes the result of a call that the session has matched.
    private func finishRead(_ request: WAMPID, _ keywords: JSONObjectText) {
        switch requests.removeValue(forKey: request) {
        case .dump(let entry, let timer):
            timer.cancel()
            guard registrations[entry.registration] === entry else { return }
            keywords.utf8.withUnsafeBytes { entry.receiver.receive(.dump($0)) }
        case .call(let caller, let timer):
            timer.cancel()
            caller.resume(returning: .success(keywords))
        case .register, .unregister, nil: break
        }
    }

    /// Ends the session, because the server broke the protocol.
    func violated(_ what: String) {
        guard let link else { return }
        link.send(
            .abort(
                details: JSONObjectText(["message": what]),
                reason: WAMPReason.protocolViolation))
        linkEnded(link, .protocolViolation(what))
    }

    private func authenticate(_ challenge: AuthenticationChallenge) {
        guard let link else { return }
        guard let authenticator = configuration.authenticator else {
            linkEnded(link, .noAuthenticator(method: challenge.method))
            return
        }
        Task {
            do {
                let signature = try await authenticator(challenge)
                guard link === self.link else { return }
                link.send(session.authenticate(signature: signature))
            } catch {
                linkEnded(link, .authenticationFailed("\(error)"))
            }
        }
    }
}
