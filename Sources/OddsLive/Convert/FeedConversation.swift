import OddsJSON
import OddsTopics
import OddsWAMP

/// The messages of one connection between an EM client and its server, in order: finds the
/// frames of the feed among them, and the channel of each.
///
/// The kind of a message says who sent it, so that messages of both sides are taken alike.
struct FeedConversation {
    /// What a message is.
    enum Content: Equatable {
        /// A frame of a channel, verbatim, legal or not.
        case frame(channel: String, bytes: [UInt8])
        /// A message of WAMP that has no frame.
        case other
        /// No message of WAMP, for the reason.
        case unreadable(String)
    }

    private var requestedTopics: [WAMPID: String] = [:]
    private var topics: [WAMPID: String] = [:]
    private var requestedDumps: [WAMPID: String] = [:]

    /// The channel of frames whose registration is not among the messages.
    static func channel(ofUnknown registration: WAMPID) -> String {
        "registration \(registration)"
    }

    /// Takes the next message.
    ///
    /// - Complexity: O(bytes).
    mutating func take(_ message: UnsafeRawBufferPointer) -> Content {
        if let carrier = FrameCarrier(message) { return content(of: carrier) }
        do {
            note(try WAMPMessage(json: message))
            return .other
        } catch {
            // EVENT, which carries the state of the session and nothing of the feed.
            return FrameCarrier.type(of: message) == 36 ? .other : .unreadable("\(error)")
        }
    }

    private mutating func note(_ message: WAMPMessage) {
        switch message {
        case .register(let request, _, let topic): requestedTopics[request] = topic
        case .registered(let request, let registration):
            topics[registration] = requestedTopics.removeValue(forKey: request)
        case .call(let request, _, EMFeed.initialDump, let payload):
            requestedDumps[request] = payload.keywords?.text("topic")
        default: break
        }
    }

    private mutating func content(of carrier: FrameCarrier) -> Content {
        let channel: String
        if let registration = carrier.registration {
            channel = topics[registration] ?? Self.channel(ofUnknown: registration)
        } else if let topic = requestedDumps.removeValue(forKey: carrier.request) {
            channel = topic
        } else {
            // The results of other calls are no frames.
            return .other
        }
        return .frame(channel: channel, bytes: carrier.frame)
    }
}

/// An INVOCATION or a RESULT with what stands where its keyword arguments should be, of which
/// nothing is expected, so that no frame is lost.
private struct FrameCarrier {
    let request: WAMPID
    /// `nil` in a RESULT.
    let registration: WAMPID?
    /// Without white space around it.
    let frame: [UInt8]

    init?(_ message: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(message)
        do throws(JSONSyntaxError) {
            let type = try Self.open(&scanner)
            guard type == 68 || type == 50 else { return nil }
            try Self.skipComma(&scanner)
            guard let request = try Self.number(&scanner) else { return nil }
            self.request = request
            try Self.skipComma(&scanner)
            registration = type == 68 ? try Self.number(&scanner) : nil
            if registration != nil { try Self.skipComma(&scanner) }
            for bracket in ["{", "["] as [Character] {
                guard scanner.byte == bracket.asciiValue else { return nil }
                try scanner.skipValue()
                try Self.skipComma(&scanner)
            }
        } catch {
            return nil
        }
        let rest = message[scanner.position...]
        guard let last = rest.lastIndex(where: { !isWhiteSpace($0) }),
            message[last] == UInt8(ascii: "]"),
            let end = rest[..<last].lastIndex(where: { !isWhiteSpace($0) })
        else { return nil }
        frame = Array(rest[...end])
    }

    /// The number of a message's kind, `nil` if it has none.
    static func type(of message: UnsafeRawBufferPointer) -> UInt64? {
        var scanner = JSONScanner(message)
        return try? open(&scanner)
    }

    private static func open(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> UInt64? {
        scanner.skipWhiteSpace()
        try scanner.skip("[")
        scanner.skipWhiteSpace()
        return try number(&scanner)
    }

    private static func number(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> UInt64? {
        let start = scanner.position
        try scanner.skipValue()
        return UInt64(String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self))
    }

    private static func skipComma(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
        scanner.skipWhiteSpace()
        try scanner.skip(",")
        scanner.skipWhiteSpace()
    }
}
