import OddsTopics
import OddsWAMP

/// The messages of one connection between a client and its server, in order: finds the frames
/// of the feed among them, and the channel of each.
///
/// The kind of a message says who sent it, so that messages of both sides are taken alike. A
/// log may have several sessions of EM's, one after the other; what one has agreed on says
/// nothing about the next.
struct FeedConversation {
    /// What a message is.
    enum Content: Equatable {
        /// A frame of a channel, verbatim, legal or not.
        case frame(channel: String, bytes: [UInt8])
        /// A frame whose channel the messages do not say.
        case unnamed(UnnamedFrame, bytes: [UInt8])
        /// A frame of SportRadar's socket, verbatim, legal or not.
        case socketFrame([UInt8])
        /// A message that has no frame.
        case other
        /// Neither a message of WAMP nor one of SportRadar's socket, for the reason.
        case unreadable(String)
    }

    /// Why the channel of a frame is not known.
    enum UnnamedFrame: String {
        case alone = "a frame is in no message of WAMP"
        case answer = "a RESULT has a dump, but its CALL is not in the file"
    }

    private enum Call {
        case dump(topic: String?)
        case other
    }

    /// Whether any object is a frame, as in a log of frames alone; else only one that says
    /// so itself.
    private let takesObjects: Bool
    /// Counts the sessions.
    private var session = 0
    /// Whether this is SportRadar's socket.
    private var isSocket = false
    private var isWelcomeDue = false
    private var requestedTopics: [WAMPID: String] = [:]
    private var topics: [WAMPID: String] = [:]
    private var calls: [WAMPID: Call] = [:]

    init(takesObjects: Bool = false) { self.takesObjects = takesObjects }

    /// The channel of frames whose registration is not among the messages.
    static func channel(ofUnknown registration: WAMPID) -> String {
        "registration \(registration)"
    }

    /// Takes the next text of the connection, which may be a batch of messages.
    ///
    /// - Parameter isSent: Whether the client sent it; `nil` if that is not known.
    /// - Returns: Each message, and the session that it is of.
    /// - Complexity: O(bytes).
    mutating func take(
        _ text: UnsafeRawBufferPointer, isSent: Bool? = nil
    ) -> [(content: Content, session: Int)] {
        // A frame of a socket is what stands there, a batch or not.
        let messages =
            isSocket && isSent == false
            ? [text.startIndex..<text.endIndex] : MessageBatch.messages(of: text)
        return messages.map { message in
            let content = content(of: UnsafeRawBufferPointer(rebasing: text[message]), isSent)
            return (content, session)
        }
    }

    private mutating func content(
        of message: UnsafeRawBufferPointer, _ isSent: Bool?
    ) -> Content {
        if isSocket, let isSent { return isSent ? .other : .socketFrame(Array(message)) }
        if message.first == UInt8(ascii: "{") { return content(ofObject: message) }
        if let carrier = WAMPFrameCarrier(message) { return content(of: carrier) }
        let type = WAMPFrameCarrier.type(of: message)
        noteHandshake(type)
        do {
            note(try WAMPMessage(json: message))
            return .other
        } catch {
            // EVENT, which carries the state of the session and nothing of the feed.
            return type == 36 ? .other : .unreadable("\(error)")
        }
    }

    private mutating func content(ofObject message: UnsafeRawBufferPointer) -> Content {
        switch FeedObject(message) {
        case .socketFrame:
            isSocket = true
            return .socketFrame(Array(message))
        case .socketRequest:
            isSocket = true
            return .other
        case .captureLine where !isSocket:
            return .unreadable("a line of a capture, which 'bench replay' reads as it is")
        case .frame where !isSocket: return .unnamed(.alone, bytes: Array(message))
        case .frame, .captureLine, .unknown:
            if isSocket { return .socketFrame(Array(message)) }
            if takesObjects { return .unnamed(.alone, bytes: Array(message)) }
            return .unreadable("an object, and no message of WAMP")
        }
    }

    /// HELLO begins a session, as does a WELCOME without one.
    private mutating func noteHandshake(_ type: UInt64?) {
        guard type == 1 || type == 2 else { return }
        let begins = type == 1 || !isWelcomeDue
        isWelcomeDue = type == 1
        guard begins else { return }
        session += 1
        requestedTopics = [:]
        topics = [:]
        calls = [:]
    }

    private mutating func note(_ message: WAMPMessage) {
        switch message {
        case .register(let request, _, let topic): requestedTopics[request] = topic
        case .registered(let request, let registration):
            topics[registration] = requestedTopics.removeValue(forKey: request)
        case .call(let request, _, EMFeed.initialDump, let payload):
            calls[request] = .dump(topic: payload.keywords?.text("topic"))
        case .call(let request, _, _, _): calls[request] = .other
        default: break
        }
    }

    private mutating func content(of carrier: WAMPFrameCarrier) -> Content {
        if let registration = carrier.registration {
            return .frame(
                channel: topics[registration] ?? Self.channel(ofUnknown: registration),
                bytes: carrier.frame)
        }
        switch calls.removeValue(forKey: carrier.request) {
        case .dump(let topic?): return .frame(channel: topic, bytes: carrier.frame)
        case .dump(nil): return .unnamed(.answer, bytes: carrier.frame)
        // The results of other calls are no frames.
        case .other: return .other
        case nil:
            let isDump = carrier.frame.withUnsafeBytes { FeedObject.isDump($0) }
            return isDump ? .unnamed(.answer, bytes: carrier.frame) : .other
        }
    }
}
