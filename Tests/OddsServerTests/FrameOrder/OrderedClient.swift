import NIOCore
import NIOEmbedded
import NIOWebSocket
import OddsWAMP
import OddsWebSocket

@testable import OddsServer

/// A client of a `NumberedFeed` that holds what it gets against the rule: after a dump at n come
/// n + 1, n + 2 …, each once for each registration, and before it nothing above n.
final class OrderedClient {
    struct Place: Equatable {
        var epoch: UInt64
        var number: UInt64
    }

    struct Registration {
        let topic: String
        /// What it has been given, or its client had before; `nil` before a dump.
        var place: Place?
    }

    let channel: EmbeddedChannel
    private(set) var registrations: [WAMPID: Registration] = [:]
    /// Those that it has ended.
    private var formerRegistrations: [WAMPID: Registration] = [:]
    /// What the client has of topics, by whatever registration.
    private(set) var places: [String: Place] = [:]
    /// What broke the rule.
    private(set) var violations: [String] = []
    private(set) var dumpCount = 0
    private(set) var pushedDumpCount = 0
    private(set) var frameCount = 0
    private(set) var refusalCount = 0
    private var requestedTopics: [WAMPID: String] = [:]
    private var lastRequest: WAMPID = 0
    private var unread: [UInt8] = []

    init(shard: Shard, number: UInt64, ids: WAMPIDSource, loop: EmbeddedEventLoop) throws {
        channel = EmbeddedChannel(loop: loop)
        let messages = WebSocketMessageHandler(role: .server, messageBytesMax: 1 << 20)
        try channel.pipeline.syncOperations.addHandlers(
            WebSocketFrameEncoder(),
            ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
        try channel.pipeline.syncOperations.addHandlers(
            messages, Connection(shard: shard, number: number, ids: ids, messages: messages))
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        try send(#"[1,"r",{"roles":{"caller":{}}}]"#)
    }

    var isOpen: Bool { channel.isActive }

    /// Nothing waits for an answer.
    var isAnswered: Bool { requestedTopics.isEmpty }

    // What it asks

    private func send(_ text: String) throws {
        try channel.writeInbound(ByteBuffer(bytes: TestSocket.frame(1, Array(text.utf8))))
    }

    private func nextRequest(_ topic: String) -> WAMPID {
        lastRequest += 1
        requestedTopics[lastRequest] = topic
        return lastRequest
    }

    func register(_ topic: String) throws {
        try send(#"[64,\#(nextRequest(topic)),{},"\#(topic)"]"#)
    }

    func askDump(_ topic: String) throws {
        let request = nextRequest(topic)
        try send(#"[48,\#(request),{},"/sports#initialDump",[],{"topic":"\#(topic)"}]"#)
    }

    /// What was sent before is read before.
    func unregister(_ registration: WAMPID) throws {
        lastRequest += 1
        try send("[66,\(lastRequest),\(registration)]")
        try read()
        formerRegistrations[registration] = registrations.removeValue(forKey: registration)
    }

    func setReading(_ isReading: Bool) {
        channel.isWritable = isReading
        channel.pipeline.fireChannelWritabilityChanged()
    }

    // What it gets

    /// Reads and judges all that has been sent.
    func read() throws {
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
            unread += bytes.readableBytesView
        }
        while let message = try nextMessage() { judge(message) }
    }

    private func nextMessage() throws -> WAMPMessage? {
        while unread.count >= 2 {
            var (start, count) = (2, Int(unread[1]))
            if count == 126, unread.count >= 4 {
                (start, count) = (4, Int(unread[2]) << 8 | Int(unread[3]))
            }
            guard unread.count >= start + count else { return nil }
            let isText = unread[0] & 15 == 1
            let text = Array(unread[start..<start + count])
            unread.removeFirst(start + count)
            if isText { return try text.withUnsafeBytes { try WAMPMessage(json: $0) } }
        }
        return nil
    }

    private func judge(_ message: WAMPMessage) {
        switch message {
        case .registered(let request, let registration):
            let topic = requestedTopics.removeValue(forKey: request) ?? ""
            registrations[registration] = Registration(topic: topic, place: places[topic])
        case .error(_, let request, _, _, _):
            refusalCount += 1
            guard let topic = requestedTopics.removeValue(forKey: request) else { break }
            check(places[topic] == nil, "a topic that it has a dump of is refused: \(topic)")
        case .result(let request, _, let payload):
            dumpCount += 1
            let topic = requestedTopics.removeValue(forKey: request)
            guard let keywords = payload.keywords, let place = place("dump", keywords) else {
                return check(false, "a RESULT without a dump")
            }
            check(keywords.text("topic") == topic, "the dump of another topic")
            take(dump: place, of: topic ?? "")
            for (key, value) in registrations where value.topic == topic {
                registrations[key]?.place = place
            }
            for (key, value) in formerRegistrations where value.topic == topic {
                formerRegistrations[key]?.place = place
            }
        case .invocation(_, let registration, _, let payload):
            guard let keywords = payload.keywords else {
                return check(false, "an INVOCATION without keywords")
            }
            judge(keywords, of: registration)
        default: break
        }
    }

    private func judge(_ keywords: JSONObjectText, of registration: WAMPID) {
        // What was on its way when the client unregistered counts as well.
        if let known = registrations[registration] {
            registrations[registration]?.place = judge(keywords, known)
        } else if let known = formerRegistrations[registration] {
            formerRegistrations[registration]?.place = judge(keywords, known)
        } else {
            check(false, "an INVOCATION of registration \(registration)")
        }
    }

    private func judge(_ keywords: JSONObjectText, _ known: Registration) -> Place? {
        check(keywords.text("topic") == known.topic, "the frame of another topic")
        if let place = place("dump", keywords) {
            pushedDumpCount += 1
            take(dump: place, of: known.topic)
            return place
        }
        guard let place = place("frame", keywords) else {
            check(false, "neither a dump nor a frame")
            return nil
        }
        frameCount += 1
        let next = known.place.map { Place(epoch: $0.epoch, number: $0.number + 1) }
        check(place == next, "\(known.topic): \(place) in place of \(String(describing: next))")
        let old = places[known.topic] ?? place
        if (old.epoch, old.number) < (place.epoch, place.number) { places[known.topic] = place }
        return place
    }

    private func take(dump place: Place, of topic: String) {
        let old = places[topic] ?? Place(epoch: 0, number: 0)
        check(
            (place.epoch, place.number) >= (old.epoch, old.number),
            "\(topic): a dump at \(place) behind \(old)")
        places[topic] = place
    }

    private func place(_ kind: String, _ keywords: JSONObjectText) -> Place? {
        guard let epoch = Self.number("epoch", keywords), let number = Self.number(kind, keywords)
        else { return nil }
        return Place(epoch: epoch, number: number)
    }

    private static func number(_ name: String, _ keywords: JSONObjectText) -> UInt64? {
        keywords.value(name).flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
    }

    private func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
        if !isRight { violations.append(what()) }
    }
}
