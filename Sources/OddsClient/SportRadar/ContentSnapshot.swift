import OddsWAMP

/// A content as it was at one moment.
public struct ContentSnapshot: Sendable {
    /// The content.
    public let content: SportRadarContent
    /// The JSON text of what the server has said; `nil` if the content is empty.
    public let json: [UInt8]?

    /// The entities of the content.
    ///
    /// - Throws: `protocolViolation` if the text is not of the content's shape.
    /// - Complexity: O(bytes).
    public func records() throws(ClientError) -> FeedRecords {
        let trees = StoreStrategy.full.makeContents()
        let position = trees.open(content.type, id: content.id)
        var trace = FrameTrace(isOn: false, intended: nil)
        var isRead = false
        do {
            _ = try frame.withUnsafeBytes {
                try trees.receive($0, trace: &trace) { _, _ in isRead = true }
            }
        } catch {
            throw .protocolViolation("a content that cannot be read: \(content)")
        }
        guard isRead else {
            throw .protocolViolation("a content of another shape: \(content)")
        }
        return FeedRecords(
            events: trees.events(of: position, limit: .max),
            references: trees.references(of: position),
            rejectedCount: trees.counters(of: position).recordsRejected)
    }

    /// The content as it comes on a socket.
    private var frame: [UInt8] {
        Array(#"{"notificationType":"CONTENT_CHANGES","data":[{"contentId":"#.utf8)
            + SportRadarMessages.id(of: content).json
            + Array(#","changeType":"REFRESHED","change":"#.utf8)
            + (json ?? Array("null".utf8)) + Array("}]}".utf8)
    }
}

extension SportRadarSocketClient {
    /// Asks for a content as it is now. It needs no session, and is tried again as requests
    /// to subscribe are. Any number of calls may be under way.
    ///
    /// - Throws: `refused` with the server's `errorType`; `unreachable`, `connectionLost`,
    ///   `timedOut`, `closed` if the task is cancelled; `protocolViolation` for an answer
    ///   that is none.
    public nonisolated func get(
        _ content: SportRadarContent
    ) async throws(ClientError) -> ContentSnapshot {
        let request = SportRadarMessages.get(content, configuration)
        var attempt = 1
        var hasWaited = false
        while true {
            var pause = await drawPause(before: attempt)
            let failure: ClientError
            do throws(ClientError) {
                let response = try await requests.post(request)
                switch ContentAnswer(response, retryAfterMax: configuration.retryAfterMax) {
                case .accepted: return try Self.snapshot(of: content, response.body)
                case .delayed(let error, let time) where !hasWaited:
                    hasWaited = true
                    pause = time
                    failure = error
                case .delayed(let error, _), .refused(let error): throw error
                case .failed(let error): failure = error
                case .unknownSubscriber:
                    throw ClientError.refused(
                        error: ContentAnswer.unknownSubscriberType, description: "")
                }
            } catch {
                guard error.mayPass else { throw error }
                failure = error
            }
            guard attempt < configuration.requestAttemptsMax else { throw failure }
            attempt += 1
            do { try await clock.sleep(for: pause) } catch { throw .closed }
        }
    }

    private func drawPause(before attempt: Int) -> Duration {
        configuration.requestPauses.drawDelay(before: attempt, from: &random)
    }

    private nonisolated static func snapshot(
        of content: SportRadarContent, _ body: [UInt8]
    ) throws(ClientError) -> ContentSnapshot {
        guard let answer = JSONObjectText(body) else {
            throw .protocolViolation("an answer that is no object")
        }
        if let type = answer.text("errorType") { throw .refused(error: type, description: "") }
        let data = answer.value("data")
        return ContentSnapshot(content: content, json: data == Array("null".utf8) ? nil : data)
    }
}

extension ClientError {
    /// Whether the same request may be answered at another time.
    fileprivate var mayPass: Bool {
        switch self {
        case .unreachable, .connectionLost, .timedOut: true
        default: false
        }
    }
}
