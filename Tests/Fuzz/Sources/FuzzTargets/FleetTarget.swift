import OddsFleetFeed

/// Fuzzes what comes over NATS, message by message. A message is a kind (a letter), headers as
/// lines of `name: value`, an empty line and a payload. What is accepted must be written as it
/// came, parts of anything must be put together within bounds, and no order of messages makes a
/// topic at an edge pass on a frame out of order.
public enum FleetTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        var peer = FleetPeer()
        for (index, bytes) in FuzzInput(input).frames.enumerated() {
            guard let kind = bytes.first else { continue }
            let (headers, payload) = message(bytes.dropFirst())
            let wrong =
                switch kind {
                case UInt8(ascii: "F"): peer.frame(headers, payload)
                case UInt8(ascii: "D"): peer.dump(headers, payload)
                case UInt8(ascii: "B"): peer.beat(payload)
                case UInt8(ascii: "A"): peer.answer(headers, payload)
                case UInt8(ascii: "T"): FleetPeer.time(payload)
                case UInt8(ascii: "L"): FleetPeer.names(payload)
                case UInt8(ascii: "R"): FleetRunMessages.difference(payload)
                default: FleetPeer.name(String(decoding: payload, as: UTF8.self))
                }
            if let wrong { FuzzDriver.fail(wrong, frame: index, of: bytes) }
        }
    }

    private static func message(_ bytes: ArraySlice<UInt8>) -> ([FleetHeader], [UInt8]) {
        var headers: [FleetHeader] = []
        var rest = bytes
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if line.isEmpty { break }
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
            let name = String(decoding: line[..<colon], as: UTF8.self)
            headers.append((name, String(decoding: line[colon...].dropFirst(2), as: UTF8.self)))
        }
        return (headers, Array(rest))
    }
}

/// Whoever receives messages of the fleet, with one topic that a client has.
private struct FleetPeer {
    private static let request = try? DumpRequest(id: "r")
    /// The digest of any bytes.
    private static let digest = String(repeating: "0", count: 64)

    private var frames = FrameAssembler()
    private var dumps: DumpAssembler?
    private var beats = BeatAssembler()
    private var answers = AnswerAssembler()
    private var topic = EdgeTopic()
    private var attempt: UInt64 = 0
    private var now: UInt64 = 0
    /// What the client has.
    private var client: (epoch: UInt64, number: UInt64)?

    init() { _ = perform(topic.want(now: 0)) }

    mutating func frame(_ headers: [FleetHeader], _ bytes: [UInt8]) -> String? {
        guard let header = try? FrameHeader(headers) else { return nil }
        if let wrong = Self.difference(header.headers, headers) { return wrong }
        guard let frame = frames.receive(header, bytes) else { return nil }
        return advance() ?? perform(topic.receive(frame, now: now))
    }

    mutating func dump(_ headers: [FleetHeader], _ bytes: [UInt8]) -> String? {
        if let header = try? DumpHeader(headers),
            let wrong = Self.difference(header.headers, headers)
        {
            return wrong
        }
        if let request = try? DumpRequest(headers),
            let wrong = Self.difference(request.headers, headers)
        {
            return wrong
        }
        switch dumps?.receive(headers, bytes) {
        case .dump(let dump):
            return advance() ?? perform(topic.receive(dump, attempt: attempt, now: now))
        case .refused(let reason):
            guard let refusal = try? DumpRefusal(headers), refusal.reason == reason else {
                return "refused without a refusal"
            }
            return Self.difference(refusal.headers, headers)
                ?? perform(topic.dumpRefused(reason, attempt: attempt, now: now))
        case .damaged: return perform(topic.dumpFailed(attempt: attempt, now: now))
        case .progress, .dropped, nil: return nil
        }
    }

    mutating func beat(_ json: [UInt8]) -> String? {
        guard let part = try? BeatPart(json: json) else { return nil }
        guard part.json == json else { return "another document" }
        guard let beat = beats.receive(part) else { return nil }
        let number = beat.numbers.values.max()
        return advance()
            ?? perform(topic.beat(epoch: beat.epoch, number: number, now: now))
    }

    mutating func answer(_ headers: [FleetHeader], _ bytes: [UInt8]) -> String? {
        if let header = try? AnswerHeader(headers),
            let wrong = Self.difference(header.headers, headers)
        {
            return wrong
        }
        guard let answer = answers.receive(headers, bytes) else { return nil }
        return (100...599).contains(answer.status) ? nil : "status \(answer.status)"
    }

    static func time(_ json: [UInt8]) -> String? {
        if let request = try? TimeRequest(json: json), request.json != json {
            return "another request"
        }
        if let answer = try? TimeAnswer(json: json), answer.json != json {
            return "another answer"
        }
        return nil
    }

    static func names(_ json: [UInt8]) -> String? {
        guard let names = try? TopicNames(json: json) else { return nil }
        guard names.json == json else { return "another document" }
        return names.tokens == names.tokens.sorted() ? nil : "names out of order"
    }

    static func name(_ text: String) -> String? {
        if let world = try? WorldName(text) {
            let subjects = FeedSubjects(world)
            if !subjects.beat.utf8.elementsEqual("odds.\(text).beat".utf8) { return "beat" }
        }
        if let token = try? TopicToken(token: text) {
            guard (try? TopicToken(topic: token.topic)) == token else { return "another token" }
        }
        if let token = try? TopicToken(topic: text) {
            guard token.topic.utf8.elementsEqual(text.utf8),
                (try? TopicToken(token: token.description)) == token
            else { return "another topic" }
        }
        return nil
    }

    /// Headers that were accepted are all there, as they were.
    private static func difference(_ read: [FleetHeader], _ sent: [FleetHeader]) -> String? {
        let lost = read.first { header in
            !sent.contains { $0.name == header.name && $0.value == header.value }
        }
        return lost.map { "read as \($0.name): \($0.value)" }
    }

    /// Lets time pass.
    private mutating func advance() -> String? {
        now += 100_000_000
        return perform(topic.tick(now: now))
    }

    private mutating func perform(_ effects: [EdgeEffect]) -> String? {
        for effect in effects {
            switch effect {
            case .requestDump(let attempt):
                self.attempt = attempt
                dumps = Self.request.map { DumpAssembler($0) { _ in Self.digest } }
            case .pass(let frames):
                if client != nil, let wrong = take(frames) { return wrong }
            case .ready:
                if client == nil, let wrong = takeDump() { return wrong }
            case .redump:
                if let wrong = takeDump() { return wrong }
            case .subscribe, .fetch, .refuse: break
            }
        }
        return topic.byteCount <= 64 << 20 ? nil : "\(topic.byteCount) bytes are held"
    }

    private mutating func takeDump() -> String? {
        guard let held = topic.held else { return "no dump" }
        if let client, (held.dump.epoch, held.dump.number) < client { return "an older dump" }
        client = (held.dump.epoch, held.dump.number)
        return take(held.frames)
    }

    private mutating func take(_ frames: [FleetFrame]) -> String? {
        for frame in frames {
            guard let (epoch, number) = client, frame.epoch == epoch, frame.number == number + 1
            else { return "\(frame.epoch):\(frame.number) after \(String(describing: client))" }
            client = (epoch, number + 1)
        }
        return nil
    }
}
