import OddsJSON
import OddsWAMP

// Messages of the server. Frames go to the frame parser as they lie in the
// socket's buffer; they are neither parsed nor copied on the way.

extension EMWebSocketClient {
    /// Takes a message, and returns its request id if it is an INVOCATION,
    /// which the caller then answers. Allocates nothing for frames in the usual
    /// form.
    func received(_ bytes: UnsafeRawBufferPointer) -> WAMPID? {
        guard session.phase == .established else {
            receiveOther(bytes)
            return nil
        }
        guard let head = WAMPEnvelopeHead(bytes) else {
            if let carrier = WAMPFrameCarrier(bytes) { return received(carrier) }
            receiveOther(bytes)
            return nil
        }
        let frame = UnsafeRawBufferPointer(rebasing: bytes[head.keywords])
        guard head.type == .invocation else {
            finish(head.request, frame)
            return nil
        }
        update(head.registration, frame, head.intendedNanoseconds)
        return head.request
    }

    private func received(_ carrier: WAMPFrameCarrier) -> WAMPID? {
        carrier.frame.withUnsafeBytes { frame in
            guard let route = carrier.registration else {
                finish(carrier.request, frame)
                return nil
            }
            update(route, frame, nil)
            return carrier.request
        }
    }

    private func update(
        _ route: WAMPID, _ frame: UnsafeRawBufferPointer, _ intended: UInt64?
    ) {
        guard let entry = routes[route] else { return counters.messagesIgnored += 1 }
        entry.receiver.receive(.update(frame, intendedNanoseconds: intended))
    }

    /// Takes the result of a call, whose keyword arguments are not parsed.
    private func finish(_ request: WAMPID, _ keywords: UnsafeRawBufferPointer) {
        guard session.expire(request) else { return counters.messagesIgnored += 1 }
        finishMatched(request, keywords)
    }

    /// Takes the result of a call that the session has matched.
    private func finishMatched(_ request: WAMPID, _ keywords: UnsafeRawBufferPointer) {
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
        let message: WAMPMessage
        do throws(WAMPDecodingError) {
            message = try WAMPMessage(json: bytes)
        } catch {
            receiveIllegal(bytes, error)
            return
        }
        let events = session.receive(message)
        if events.isEmpty {
            if case .registered(_, let route) = message, routes[route] == nil {
                // The answer to a REGISTER that was given up.
                release(route)
            } else if session.phase == .established {
                counters.messagesIgnored += 1
            }
        }
        for event in events { handle(event) }
    }

    /// Takes a text that cannot be read as a message. It costs its addressee alone; one
    /// that is of an unknown kind has none here.
    private func receiveIllegal(_ bytes: UnsafeRawBufferPointer, _ error: WAMPDecodingError) {
        if session.phase == .established, let carrier = WAMPFrameCarrier(damaged: bytes) {
            if let request = received(carrier) { answer(request) }
            return
        }
        switch WAMPFrameCarrier.type(of: bytes) {
        case let code?:
            if let type = Int(exactly: code).flatMap(WAMPMessageType.init) {
                violated("an illegal \("\(type)".uppercased()): \(error)")
            } else {
                counters.messagesIgnored += 1
            }
        case nil where session.phase == .opening: violated("no message of WAMP: \(error)")
        case nil where Self.isJSON(bytes): counters.messagesIgnored += 1
        case nil:
            // It may have been a frame of any topic, and the connection is still good:
            // each receiver finds that it cannot be read.
            counters.messagesRejected += 1
            for entry in routes.values {
                entry.receiver.receive(.update(bytes, intendedNanoseconds: nil))
            }
        }
    }

    private static func isJSON(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var scanner = JSONScanner(bytes)
        scanner.skipWhiteSpace()
        guard (try? scanner.skipValue()) != nil else { return false }
        scanner.skipWhiteSpace()
        return scanner.isAtEnd
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
        case .revoked(let route, let reason): revoked(route, reason)
        // One without a frame; `WAMPFrameCarrier` reads the others.
        case .result(let request, let payload):
            Self.text(of: payload).withUnsafeBytes { finishMatched(request, $0) }
        case .failed(_, .sessionEnded): break  // `closed` follows, and fails all requests.
        case .failed(let request, let error):
            if let open = requests.removeValue(forKey: request) { fail(open, ClientError(error)) }
        case .invoked(let request, let route, let payload):
            // Its receiver finds that it cannot be read.
            Self.text(of: payload).withUnsafeBytes { update(route, $0, nil) }
            answer(request)
        case .closed(let end): if let link { linkEnded(link, ClientError(end)) }
        case .unregistered(let request), .subscribed(let request, _),
            .unsubscribed(let request):
            requests[request] = nil
        }
    }

    /// What the server sent where a frame was due, if it is anything; else an empty object.
    private static func text(of payload: WAMPPayload) -> [UInt8] {
        let arguments = payload.arguments ?? []
        let isEmpty = arguments.allSatisfy { "[] \t\r\n".utf8.contains($0) }
        return isEmpty ? JSONObjectText.empty.utf8 : arguments
    }

    private func answer(_ request: WAMPID) {
        link?.send(.yield(request: request, options: .empty, payload: .none))
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
