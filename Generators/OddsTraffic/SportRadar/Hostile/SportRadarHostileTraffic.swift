/// Endless traffic of one SportRadar socket, made to collide: few ids in a content of each
/// type, so that everything that the SportRadar contract covers happens all the time.
/// Entities are orphaned, replaced, moved, removed and put in again, elements of contents
/// interleave, connections begin anew, and much of it cannot be read. The same seed gives
/// the same bytes.
///
/// Its contents are not of a world, and its elements do not add up: it is to show that
/// readers agree with each other. Allocates freely.
package struct SportRadarHostileTraffic: Sendable {
    /// A socket frame, legal or not.
    package struct Frame: Equatable, Sendable {
        /// The frame's text.
        package let bytes: [UInt8]
        /// Milliseconds since 1970: the `at` of a capture.
        package let arrivalMilliseconds: Int64
    }

    /// How often each kind has occurred.
    package private(set) var counts: [HostileKind: Int] = [:]

    var random: TrafficRandom
    private var now = TrafficGenerator.startMilliseconds
    private var frameCount = 0
    /// The contents that this connection has not yet shown as a whole.
    private var waiting: [HostileContent] = []

    /// Traffic that depends on the seed alone.
    package init(seed: UInt64) { random = TrafficRandom(seed: seed) }

    mutating func note(_ kind: HostileKind) { counts[kind, default: 0] += 1 }

    /// Whether something odd is to occur, which is then counted.
    mutating func happens(_ kind: HostileKind, _ percent: Int) -> Bool {
        guard random.chance(percent) else { return false }
        note(kind)
        return true
    }

    /// The next frame; the first one begins a connection.
    package mutating func nextFrame() -> Frame {
        now += Int64(random.below(20))
        frameCount += 1
        let bytes = frameCount == 1 ? listening() : anyFrame()
        return Frame(bytes: spelt(bytes), arrivalMilliseconds: now)
    }

    private mutating func anyFrame() -> [UInt8] {
        let text: String
        switch random.below(100) {
        case 0..<2: return listening()
        case 2: text = pickNoted([
            (.listeningWithoutID, #"{"notificationType":"LISTENING_STARTED","data":""}"#),
            (.listeningWithoutID, #"{"notificationType":"LISTENING_STARTED","data":{"id":7}}"#),
            (.listeningWithoutID, #"{"notificationType":"LISTENING_STARTED"}"#),
        ])
        case 3: text = pickNoted([
            (.errorFrame, #"{"errorType":"SUBSCRIBER_NOT_FOUND","data":["s-1"]}"#),
            (.errorFrame, #"{"notificationType":"LISTENING_STARTED","data":"s","errorType":"E"}"#),
            (.unknownFrame, #"{"errorType":7}"#), (.unknownFrame, #"{"errorType":null,"data":[]}"#),
        ])
        case 4: text = pickNoted([
            (.unknownFrame, #"{"notificationType":"CONTENT_PATCHES","data":[]}"#),
            (.unknownFrame, #"{"notificationType":"content_changes","data":[]}"#),
            (.unknownFrame, #"{"notificationType":null}"#), (.unknownFrame, "{}"),
        ])
        case 5: text = pickNoted([
            (.dataIsNoArray, #"{"notificationType":"CONTENT_CHANGES","data":{"0":7}}"#),
            (.dataIsNoArray, #"{"notificationType":"CONTENT_CHANGES","data":null}"#),
            (.dataIsNoArray, #"{"notificationType":"CONTENT_CHANGES"}"#),
        ])
        case 6: text = nested()
        case 7: text = pickNoted([
            (.emptyFrame, #"{"notificationType":"CONTENT_CHANGES","data":[]}"#)
        ])
        default: text = changes()
        }
        return Array(text.utf8)
    }

    private mutating func pickNoted(_ texts: [(HostileKind, String)]) -> String {
        let (kind, text) = random.pick(texts)
        note(kind)
        return text
    }

    private mutating func listening() -> [UInt8] {
        note(.listening)
        waiting = HostileContent.all.filter { _ in random.chance(85) }
        return Array(#"{"notificationType":"LISTENING_STARTED","data":"s-\#(frameCount)"}"#.utf8)
    }

    /// The frame's own object is level 1, and a member of it level 2.
    private mutating func nested() -> String {
        let isTooDeep = random.coin()
        note(isTooDeep ? .nestedTooDeep : .nestedDeep)
        let depth = isTooDeep ? 64 : 63
        let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return #"{"note":\#(value),"notificationType":"CONTENT_CHANGES","data":[\#(element())]}"#
    }

    private mutating func changes() -> String {
        var elements: [String] = []
        // Elements of a content stand next to each other, or those of some interleave.
        let contents = (0..<1 + random.below(3)).map { _ in random.pick(HostileContent.all) }
        if contents.count > 1 { note(.interleaved) }
        for _ in 0..<random.below(10) {
            if random.chance(25), let content = waiting.popLast() {
                elements.append(refreshed(content))
            } else {
                elements.append(random.chance(10) ? element() : element(random.pick(contents)))
            }
            if happens(.repeatedElement, 3), let last = elements.last { elements.append(last) }
        }
        var members = [
            ("notificationType", #""CONTENT_CHANGES""#),
            ("data", "[\(elements.joined(separator: ","))]"),
        ]
        if happens(.unknownMember, 5) { members.append(("versionList", garbage())) }
        if happens(.repeatedMember, 2) { members.insert(("data", garbage()), at: 0) }
        if happens(.repeatedMember, 1) { members.append(("data", garbage())) }
        return object(members)
    }

    /// The frame in another spelling, at times damaged.
    private mutating func spelt(_ frame: [UInt8]) -> [UInt8] {
        var frame = frame
        if happens(.keyOrder, 25) {
            var style = FrameStyle()
            style.keyOrderSeed = random.next()
            frame = style.rewrite(frame)
        }
        let spacePercent = happens(.whiteSpace, 20) ? 25 : 0
        let escapePercent = happens(.escapes, 12) ? 8 : 0
        if spacePercent + escapePercent > 0 {
            frame = TextScribbler.scribble(
                frame, spacePercent: spacePercent, escapePercent: escapePercent, using: &random)
        }
        return happens(.damagedFrame, 4) ? TextScribbler.damage(frame, using: &random) : frame
    }
}

// JSON text.
extension SportRadarHostileTraffic {
    /// An object of such members, whose values are JSON.
    func object(_ members: [(String, String)]) -> String {
        "{\(members.map { "\(quoted($0)):\($1)" }.joined(separator: ","))}"
    }

    func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A value that fits hardly anywhere.
    mutating func garbage() -> String {
        random.pick([
            "null", "true", "false", "0", "-0", "7", "1.5", "1e400", "0.99999999999999999999",
            "9223372036854775808", #""""#, #""7""#, #""\ud800""#, #""UPDATED""#, "[]", "{}",
            #"[{"idfoevent":"1.1"}]"#, #"{"idfoevent":"1.1","idfoevent":7}"#,
            #"{"home":1}"#, "[[[[[]]]]]",
        ])
    }
}
