import OddsTopics
import OddsWAMP

/// A registration of a client, across its connections.
final class Registered {
    let registration: FeedRegistration
    let receiver: any FeedReceiver
    /// The server's id of it on this connection.
    var route: WAMPID?
    /// The REGISTER without an answer.
    var request: WAMPID?
    var timer: Task<Void, Never>?
    /// How often the server has ended it since it last stood for a heartbeat.
    var revocationCount = 0
    /// The call of `register`, until the first answer.
    var caller: CheckedContinuation<Result<Void, ClientError>, Never>?

    init(_ registration: FeedRegistration, _ receiver: any FeedReceiver) {
        self.registration = registration
        self.receiver = receiver
    }
}

/// A request without an answer.
enum OpenRequest {
    case register(Registered)
    case unregister
    case dump(Registered, timer: Task<Void, Never>)
    case call(
        CheckedContinuation<Result<JSONObjectText, ClientError>, Never>,
        timer: Task<Void, Never>)
}

// MARK: - Registrations

extension EMWebSocketClient {
    /// See `WebSocketClient`.
    public func register(
        _ topic: String, receiver: any FeedReceiver
    ) async throws(ClientError) -> FeedRegistration {
        lastRegistration += 1
        let registration = FeedRegistration(number: lastRegistration, topic: topic)
        let entry = Registered(registration, receiver)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                entry.caller = caller
                registrations[registration] = entry
                startTimer(of: entry)
                if session.phase == .established { sendRegister(entry) }
            }
        } onCancel: {
            Task { await cancelRegister(registration) }
        }
        try result.get()
        return registration
    }

    private func cancelRegister(_ registration: FeedRegistration) {
        guard let entry = registrations[registration], entry.caller != nil else { return }
        fail(entry, .closed)
    }

    func startTimer(of entry: Registered) {
        let limit = configuration.registerTimeLimit
        let registration = entry.registration
        entry.timer?.cancel()
        entry.timer = after(limit) { client in
            guard let entry = client.registrations[registration], entry.route == nil else {
                return
            }
            client.fail(entry, .timedOut(.register, limit))
        }
    }

    func sendRegister(_ entry: Registered) {
        do throws(WAMPRequestError) {
            let request = try session.register(entry.registration.topic)
            entry.request = request.id
            requests[request.id] = .register(entry)
            link?.send(request.message)
        } catch {
            fail(entry, ClientError(error))
        }
    }

    /// Registers everything on a new connection.
    func restoreRegistrations() {
        let inOrder = registrations.values.sorted {
            $0.registration.number < $1.registration.number
        }
        for entry in inOrder {
            if entry.caller == nil { startTimer(of: entry) }
            sendRegister(entry)
        }
    }

    /// Gives a registration up, and tells its caller or receiver.
    func fail(_ entry: Registered, _ error: ClientError) {
        entry.timer?.cancel()
        registrations[entry.registration] = nil
        if let request = entry.request {
            requests[request] = nil
            _ = session.expire(request)
        }
        if let caller = entry.caller {
            entry.caller = nil
            caller.resume(returning: .failure(error))
        } else {
            entry.receiver.receive(.registrationFailed(error))
        }
    }

    func registered(_ entry: Registered, _ route: WAMPID) {
        if let other = routes[route] {
            violated(
                """
                REGISTERED of \(entry.registration.topic) has the id \(route), which is that of \
                \(other.registration.topic)
                """)
            return
        }
        entry.timer?.cancel()
        entry.request = nil
        entry.route = route
        routes[route] = entry
        if entry.revocationCount > 0 { forgetRevocations(of: entry) }
        entry.receiver.receive(.registered(entry.registration))
        entry.caller?.resume(returning: .success(()))
        entry.caller = nil
    }

    /// See `WebSocketClient`.
    public func unregister(_ registration: FeedRegistration) {
        guard let entry = registrations.removeValue(forKey: registration) else { return }
        entry.timer?.cancel()
        entry.caller?.resume(returning: .failure(.closed))
        entry.caller = nil
        if let request = entry.request {
            // When its answer comes, the registration is released.
            requests[request] = nil
            _ = session.expire(request)
        }
        if let route = entry.route {
            routes[route] = nil
            release(route)
        }
    }

    /// Ends a registration that only the server knows.
    func release(_ route: WAMPID) {
        guard let request = try? session.unregister(route) else { return }
        requests[request.id] = .unregister
        link?.send(request.message)
    }
}

// MARK: - Dumps and calls

extension EMWebSocketClient {
    /// See `WebSocketClient`.
    public func requestDump(_ registration: FeedRegistration) {
        guard let entry = registrations[registration] else { return }
        let topic = JSONObjectText(["topic": registration.topic])
        let limit = configuration.dumpTimeLimit
        do throws(WAMPRequestError) {
            let request = try session.call(EMFeed.initialDump, keywords: topic)
            let timer = after(limit) { $0.expire(request.id, .timedOut(.dump, limit)) }
            requests[request.id] = .dump(entry, timer: timer)
            link?.send(request.message)
        } catch {
            entry.receiver.receive(.dumpFailed(ClientError(error)))
        }
    }

    /// See `WebSocketClient`.
    public func call(
        _ procedure: String, keywords: JSONObjectText = .empty
    ) async throws(ClientError) -> JSONObjectText {
        let request: WAMPRequest
        do throws(WAMPRequestError) {
            request = try session.call(procedure, keywords: keywords)
        } catch {
            throw ClientError(error)
        }
        let limit = configuration.callTimeLimit
        let timer = after(limit) { $0.expire(request.id, .timedOut(.call, limit)) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                requests[request.id] = .call(caller, timer: timer)
                link?.send(request.message)
            }
        } onCancel: {
            Task { await expire(request.id, .closed) }
        }
        return try result.get()
    }

    private func expire(_ request: WAMPID, _ error: ClientError) {
        guard let open = requests.removeValue(forKey: request) else { return }
        _ = session.expire(request)
        fail(open, error)
    }

    func fail(_ request: OpenRequest, _ error: ClientError) {
        switch request {
        case .register(let entry):
            entry.request = nil
            fail(entry, error)
        case .unregister: break
        case .dump(let entry, let timer):
            timer.cancel()
            if registrations[entry.registration] === entry {
                entry.receiver.receive(.dumpFailed(error))
            }
        case .call(let caller, let timer):
            timer.cancel()
            caller.resume(returning: .failure(error))
        }
    }

    /// Fails calls, and drops requests for dumps, because the connection has
    /// gone. Registrations wait for the next one.
    func failRequests(_ error: ClientError) {
        let open = requests
        requests = [:]
        routes = [:]
        for request in open.values {
            switch request {
            case .call: fail(request, error)
            case .dump(_, let timer): timer.cancel()
            case .register, .unregister: break
            }
        }
        for entry in registrations.values {
            entry.request = nil
            entry.revocationCount = 0
            // The time limit of a restored registration starts with the next
            // connection. That of a call of `register` goes on.
            if entry.caller == nil { entry.timer?.cancel() }
            if entry.route != nil {
                entry.route = nil
                entry.receiver.receive(.connectionLost(error))
            }
        }
    }
}

extension ClientError {
    init(_ error: WAMPRequestError) {
        switch error {
        case .notConnected: self = .notConnected
        case .tooManyRequests: self = .tooManyRequests
        case .refused(let error, let description):
            self = .refused(error: error, description: description)
        case .sessionEnded(let end): self = ClientError(end)
        }
    }

    init(_ end: WAMPSessionEnd) {
        switch end {
        case .left(let reason): self = .sessionEnded(reason: reason)
        case .aborted(let reason, let message):
            self = .aborted(reason: reason, message: message)
        case .violation(let what): self = .protocolViolation(what)
        case .transportClosed: self = .connectionLost("closed")
        }
    }
}
