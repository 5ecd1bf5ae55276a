import NIOCore
import OddsSimulator
import OddsTopics
import OddsTraffic
import OddsWAMP

// Client requests.
extension Connection {
    func perform(_ actions: [RouterSession.Action]) {
        for action in actions {
            switch action {
            case .send(let message):
                if case .abort(_, WAMPReason.protocolViolation) = message {
                    shard.metrics.add(.protocolViolations)
                }
                if case .error(WAMPMessageType.register.rawValue, _, _, _, _) = message {
                    shard.metrics.add(.registrationsRefused)
                }
                send(message)
            case .register(let request, let topic): register(request, topic)
            case .unregister(let registration): unregister(registration)
            case .call(let request, let procedure, let keywords):
                call(request, procedure, keywords)
            case .yielded: shard.metrics.add(.yieldsReceived)
            case .close: closeWhenDrained()
            }
        }
    }

    private func register(_ request: WAMPID, _ text: String) {
        if isUnavailable(.register, request) || refusesRegistration(request) { return }
        shard.feed.open(text, self.request { $0.registered(request, text, $1) })
    }

    private func registered(
        _ request: WAMPID, _ text: String, _ result: Result<FeedTopic, FeedError>
    ) {
        defer { drain() }
        switch result {
        case .failure(let error):
            perform([
                session.refuse(
                    .register, request, error.reason ?? WAMPReason.noSuchProcedure,
                    error.description)
            ])
        case .success(let topic):
            guard let accepted = session.accept(register: request) else {
                // The client has disconnected in the meantime.
                shard.feed.close(topic, for: shard)
                return
            }
            topics[accepted.registration] = (topic, text, nil)
            shard.register(self, accepted.registration, topic)
            send(accepted.message)
            if shard.holdsFrames { join(accepted.registration, topic, text) }
        }
    }

    private func unregister(_ registration: WAMPID) {
        guard let (topic, _, progress) = topics.removeValue(forKey: registration) else { return }
        progress?.leave(registration)
        if let frame = reordered.removeValue(forKey: registration) {
            shard.metrics.addDropped(records: frame.recordCount, .disconnected)
        }
        shard.unregister(self, registration, topic, closing: true)
    }

    private func call(_ request: WAMPID, _ procedure: String, _ keywords: JSONObjectText) {
        if isUnavailable(.call, request) { return }
        switch procedure {
        case EMFeed.initialDump:
            guard let topic = keywords.text("topic") else {
                perform([
                    session.refuse(
                        .call, request, WAMPReason.invalidArgument,
                        "the keyword argument \"topic\" is missing")
                ])
                return
            }
            dump(request, topic)
        case EMFeed.operatorInfo:
            shard.feed.operatorInfo(self.request { $0.answered(request, $1) })
        default: query(request, procedure, keywords)
        }
    }

    /// Answers a call that asks the source something.
    private func query(_ request: WAMPID, _ procedure: String, _ keywords: JSONObjectText) {
        let query: WorldQuery
        do throws(FeedError) {
            if let call = try BettingCall(procedure: procedure, keywords: keywords) {
                return answer(request, call)
            }
            guard let known = try WorldQuery(procedure: procedure, keywords: keywords) else {
                return perform([
                    session.refuse(
                        .call, request, WAMPReason.noSuchProcedure, "there is no \(procedure)")
                ])
            }
            query = known
        } catch {
            return perform([
                session.refuse(.call, request, WAMPReason.invalidArgument, error.description)
            ])
        }
        shard.feed.answer(query, self.request { $0.answered(request, $1) })
    }

    /// Answers a call about a ticket.
    private func answer(_ request: WAMPID, _ call: BettingCall) {
        shard.feed.quotes(
            call.offers,
            self.request { connection, quotes in
                connection.answered(
                    request, Result { () throws(FeedError) in try call.answer(quotes.get()) })
            })
    }

    private func answered(_ request: WAMPID, _ result: Result<[UInt8], FeedError>) {
        switch result {
        case .success(let keywords): answer(request, keywords)
        case .failure(let error):
            perform([
                session.refuse(.call, request, WAMPReason.invalidArgument, error.description)
            ])
            drain()
        }
    }

    private func dump(_ request: WAMPID, _ topic: String) {
        if shard.holdsFrames { return callDump(request, topic) }
        shard.feed.dump(
            of: topic, notBefore: nil,
            self.request { connection, result in
                guard case .success(let dump) = result else {
                    return connection.answered(request, result.map(\.frame.bytes))
                }
                connection.shard.metrics.add(.dumpsSent)
                connection.answer(request, dump.frame.bytes, delay: connection.dumpDelay())
            })
    }

    /// Sends a RESULT with these keyword arguments. A delayed RESULT can arrive
    /// after updates that it does not contain.
    private func answer(_ request: WAMPID, _ keywords: [UInt8], delay: TimeAmount? = nil) {
        guard let delay else {
            guard session.phase == .established else { return }
            append(.result(request: request, keywords: keywords))
            return drain()
        }
        let connection = NIOLoopBound(self, eventLoop: shard.loop)
        shard.loop.scheduleTask(in: delay) { connection.value.answer(request, keywords) }
    }
}

extension FeedError {
    /// The reason of an ERROR, where it is not that of its request.
    var reason: String? { isOfTheMoment ? WAMPReason.tooManyRequests : nil }
}
