import Foundation
import OddsCapture
import OddsJSON

/// The WebSocket messages of a HAR file, as the developer tools of Chromium export it: HAR 1.2
/// (http://www.softwareishard.com/blog/har-12-spec/), whose entries have `_webSocketMessages`
/// (https://chromium-review.googlesource.com/c/chromium/src/+/1555867).
///
/// The file is mapped; messages are read out of it on demand.
struct HARArchive {
    /// A connection of the page.
    struct Connection {
        var url = ""
        var messages: [Message] = []
    }

    /// A message of either side.
    struct Message: Equatable {
        /// Milliseconds since 1970.
        let at: Int64
        /// Whether it is in Base64.
        let isBinary: Bool
        /// Where its text is in the file, a JSON string.
        let data: Range<Int>
    }

    private let content: Data
    /// Those with messages, in the file's order.
    private(set) var connections: [Connection] = []

    /// - Throws: `ConversionError`.
    /// - Complexity: O(bytes).
    init(path: String) throws(ConversionError) {
        do {
            content = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe)
        } catch {
            guard FileManager.default.fileExists(atPath: path) else {
                throw .capture(.noSuchFile(file: path))
            }
            throw .unreadable(file: path, reason: error)
        }
        do throws(JSONSyntaxError) {
            connections = try Self.connections(of: content)
        } catch {
            throw .notHAR(file: path, what: "\(error.what) at byte \(error.offset)")
        }
        guard !connections.isEmpty else { throw .noMessages(file: path) }
    }

    /// The bytes of a message; `nil` if they are not in Base64 where they should be.
    func bytes(of message: Message) -> [UInt8]? {
        let text = content.withUnsafeBytes {
            JSONText.unescaped(UnsafeRawBufferPointer(rebasing: $0[message.data]))
        }
        return message.isBinary ? Base64.decode(text) : text
    }

    private static func connections(of content: Data) throws(JSONSyntaxError) -> [Connection] {
        // The closure of `withUnsafeBytes` cannot throw a typed error.
        try content.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try connections(of: bytes) }
        }.get()
    }

    private static func connections(
        of bytes: UnsafeRawBufferPointer
    ) throws(JSONSyntaxError) -> [Connection] {
        var scanner = JSONScanner(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { scanner.advance(by: 3) }
        scanner.skipWhiteSpace()
        let start = scanner.position
        try scanner.skipValue()
        let end = scanner.position
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw scanner.error("bytes behind the object") }
        guard let log = try bytes.member("log", of: start..<end),
            let entries = try bytes.member("entries", of: log),
            bytes[entries.lowerBound] == UInt8(ascii: "[")
        else {
            throw JSONSyntaxError(offset: start, what: "there is no array log.entries")
        }
        var connections: [Connection] = []
        var walk = JSONScanner(bytes, at: entries.lowerBound)
        try walk.forEachElement { entry throws(JSONSyntaxError) in
            let connection = try Self.connection(of: entry, in: bytes)
            if !connection.messages.isEmpty { connections.append(connection) }
        }
        return connections
    }

    private static func connection(
        of entry: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) throws(JSONSyntaxError) -> Connection {
        var connection = Connection()
        guard let messages = try bytes.member("_webSocketMessages", of: entry) else {
            return connection
        }
        if let request = try bytes.member("request", of: entry),
            let url = try bytes.member("url", of: request),
            bytes[url.lowerBound] == UInt8(ascii: "\"") {
            let text = JSONText.unescaped(UnsafeRawBufferPointer(rebasing: bytes[url]))
            connection.url = String(decoding: text, as: UTF8.self)
        }
        var last = Int64.min
        var walk = JSONScanner(bytes, at: messages.lowerBound)
        try walk.forEachElement { range throws(JSONSyntaxError) in
            guard let message = try Self.message(of: range, in: bytes, after: last) else { return }
            last = message.at
            connection.messages.append(message)
        }
        return connection
    }

    /// `nil` for what is neither text nor binary, such as an error.
    ///
    /// - Parameter last: The time of the message before it. The order of messages is that of
    ///   the file, even where their times say another.
    private static func message(
        of range: Range<Int>, in bytes: UnsafeRawBufferPointer, after last: Int64
    ) throws(JSONSyntaxError) -> Message? {
        guard let opcode = try bytes.member("opcode", of: range).map({ bytes.number($0) }),
            opcode == 1 || opcode == 2
        else { return nil }
        guard let data = try bytes.member("data", of: range),
            bytes[data.lowerBound] == UInt8(ascii: "\"")
        else {
            throw JSONSyntaxError(offset: range.lowerBound, what: "a message without \"data\"")
        }
        guard let time = try bytes.member("time", of: range),
            let seconds = bytes.number(time), (0...1e12).contains(seconds)
        else {
            throw JSONSyntaxError(
                offset: range.lowerBound, what: "a message without \"time\" in seconds since 1970")
        }
        let at = Int64((seconds * 1_000).rounded())
        return Message(at: max(at, last), isBinary: opcode == 2, data: data)
    }
}

extension UnsafeRawBufferPointer {
    /// The value of a member of the object at `range`, the last one if the name is repeated;
    /// `nil` if there is none, or no object.
    fileprivate func member(
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
        return found
    }

    fileprivate func number(_ range: Range<Int>) -> Double? {
        Double(String(decoding: self[range], as: UTF8.self))
    }
}
