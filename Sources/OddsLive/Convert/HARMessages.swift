import OddsJSON

/// A connection of a page in a HAR file.
struct HARConnection {
    /// A message of either side.
    struct Message: Equatable {
        /// Milliseconds since 1970.
        var at: Int64
        /// `nil` if the file does not say it.
        let isSent: Bool?
        var content: Content
    }

    /// Where the parts of a message are in the file, each a JSON string; one, unless the
    /// message was sent in several.
    enum Content: Equatable {
        case text([Range<Int>])
        case base64([Range<Int>])
        case unreadable(String)
    }

    var url = ""
    var messages: [Message] = []
    /// How many messages have no time of their own.
    var untimedCount = 0
}

/// Reads the messages of one connection. What HAR does not say of a message is as if it were
/// `null`; a message that cannot be read is one for itself.
struct HARMessages {
    private let bytes: UnsafeRawBufferPointer
    private var connection = HARConnection()
    /// The newest message of each side, which a continuation continues.
    private var newest: [Bool?: Int] = [:]
    /// Messages whose parts went to a later one.
    private var continued: Set<Int> = []
    /// The time of the message before; `nil` before the first one with a time.
    private var last: Int64?
    private var untimedHead = 0

    /// - Throws: `JSONSyntaxError`, never for legal JSON.
    /// - Complexity: O(bytes).
    static func connection(
        of entry: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) throws(JSONSyntaxError) -> HARConnection? {
        guard let list = try bytes.member("_webSocketMessages", of: entry) else { return nil }
        var messages = HARMessages(bytes)
        if let request = try bytes.member("request", of: entry) {
            messages.connection.url = try bytes.text("url", of: request) ?? ""
        }
        guard bytes[list.lowerBound] == UInt8(ascii: "[") else {
            messages.append(nil, nil, .unreadable("\"_webSocketMessages\" is no array"))
            return messages.finish(at: nil)
        }
        var walk = JSONScanner(bytes, at: list.lowerBound)
        try walk.forEachElement { range throws(JSONSyntaxError) in try messages.read(range) }
        let start = try bytes.text("startedDateTime", of: entry)
        return messages.finish(at: start.flatMap(HARTime.milliseconds))
    }

    private init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func read(_ range: Range<Int>) throws(JSONSyntaxError) {
        let opcode = Opcode(try bytes.text("opcode", of: range))
        guard opcode != .control else { return }
        let type = try bytes.text("type", of: range)
        let isSent: Bool? = type == "send" ? true : type == "receive" ? false : nil
        let time = try bytes.text("time", of: range).flatMap(HARTime.milliseconds)
        guard let data = try bytes.member("data", of: range),
            bytes[data.lowerBound] == UInt8(ascii: "\"")
        else {
            return append(time, isSent, .unreadable("a message without \"data\""))
        }
        switch opcode {
        case .text: append(time, isSent, .text([data]))
        case .binary: append(time, isSent, .base64([data]))
        case .continuation: append(time, isSent, continuation(data, isSent))
        case .control, .unknown:
            append(time, isSent, .unreadable("a message with an unknown \"opcode\""))
        }
    }

    /// What a message is with one more part; it comes when its last part does.
    private mutating func continuation(
        _ data: Range<Int>, _ isSent: Bool?
    ) -> HARConnection.Content {
        guard let begun = newest[isSent] else { return .unreadable("a continuation of nothing") }
        continued.insert(begun)
        switch connection.messages[begun].content {
        case .text(let parts): return .text(parts + [data])
        case .base64(let parts): return .base64(parts + [data])
        case .unreadable(let reason): return .unreadable(reason)
        }
    }

    /// The order of messages is that of the file, even where their times say another.
    private mutating func append(
        _ time: Int64?, _ isSent: Bool?, _ content: HARConnection.Content
    ) {
        if time == nil, content.isReadable { connection.untimedCount += 1 }
        last = time.map { max($0, last ?? $0) } ?? last
        if last == nil { untimedHead += 1 }
        newest[isSent] = connection.messages.count
        connection.messages.append(
            HARConnection.Message(at: last ?? 0, isSent: isSent, content: content))
    }

    /// - Parameter start: When the connection began, for messages that come before any time.
    private consuming func finish(at start: Int64?) -> HARConnection {
        let next = connection.messages.dropFirst(untimedHead).first?.at
        let head = min(start ?? .max, next ?? .max)
        for index in 0..<untimedHead {
            connection.messages[index].at = head == .max ? 0 : head
        }
        let whole = connection.messages.enumerated().filter { !continued.contains($0.offset) }
        connection.messages = whole.map(\.element)
        return connection
    }
}

extension HARConnection.Content {
    fileprivate var isReadable: Bool {
        if case .unreadable = self { false } else { true }
    }
}

/// The kinds of frames of WebSockets (RFC 6455, section 5.2), as a number, its text or a name.
private enum Opcode {
    case continuation, text, binary
    /// Close, ping or pong, or what is none, such as an error.
    case control
    case unknown

    /// - Parameter value: `nil` is that of text.
    init(_ value: String?) {
        guard let value else {
            self = .text
            return
        }
        switch value.lowercased() {
        case "text": self = .text
        case "binary": self = .binary
        case "continuation": self = .continuation
        case "close", "ping", "pong": self = .control
        case let name:
            switch Double(name) {
            case 0: self = .continuation
            case 1: self = .text
            case 2: self = .binary
            case nil: self = .unknown
            default: self = .control
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The value of a member of the object at `range`, the last one if the name is repeated;
    /// `nil` if there is none or it is `null`, or no object.
    func member(
        _ name: StaticString, of range: Range<Int>
    ) throws(JSONSyntaxError) -> Range<Int>? {
        guard self[range.lowerBound] == UInt8(ascii: "{") else { return nil }
        var found: Range<Int>?
        var scanner = JSONScanner(self, at: range.lowerBound)
        try scanner.forEachMember { key, value throws(JSONSyntaxError) in
            let literal = UnsafeRawBufferPointer(rebasing: self[key])
            let expected = UnsafeBufferPointer(
                start: name.utf8Start, count: name.utf8CodeUnitCount)
            if JSONText.unescaped(literal).elementsEqual(expected) { found = value }
        }
        guard let found, self[found.lowerBound] != UInt8(ascii: "n") else { return nil }
        return found
    }

    /// The text of a member, or its JSON if it is something else.
    func text(
        _ name: StaticString, of range: Range<Int>
    ) throws(JSONSyntaxError) -> String? {
        guard let value = try member(name, of: range) else { return nil }
        let json = UnsafeRawBufferPointer(rebasing: self[value])
        let isText = json.first == UInt8(ascii: "\"")
        return isText
            ? String(decoding: JSONText.unescaped(json), as: UTF8.self)
            : String(decoding: json, as: UTF8.self)
    }
}
