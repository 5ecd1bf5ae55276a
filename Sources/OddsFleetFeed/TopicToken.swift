/// A topic as one token of a subject: letters, digits, `-` and `_` as they are, each other
/// byte as `%2F`, in upper case.
///
/// One topic has one token and the other way round, so that tokens can be compared in place of
/// topics: they are ASCII, where equal strings are equal bytes.
package struct TopicToken: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The longest token, in bytes. A longer one is no topic.
    package static let bytesMax = 512

    /// The token.
    package let description: String

    /// The token of a topic.
    ///
    /// - Throws: `FleetFormatError` if the topic is empty or its token is too long.
    /// - Complexity: O(`bytesMax`), however long the topic is.
    package init(topic: String) throws(FleetFormatError) {
        var token: [UInt8] = []
        for byte in topic.utf8 {
            guard token.count < Self.bytesMax else { break }
            if isPlain(byte) {
                token.append(byte)
            } else {
                token.append(UInt8(ascii: "%"))
                token.append(Self.digits[Int(byte >> 4)])
                token.append(Self.digits[Int(byte & 15)])
            }
        }
        guard !token.isEmpty else { throw FleetFormatError("a topic is empty") }
        guard token.count <= Self.bytesMax, Self.byteCount(of: topic) == token.count else {
            throw FleetFormatError(
                "the topic \(topic.quoted) takes more than \(Self.bytesMax) bytes as a token")
        }
        description = String(decoding: token, as: UTF8.self)
    }

    /// A token that was received.
    ///
    /// - Throws: `FleetFormatError` unless it is what `init(topic:)` makes of some topic.
    /// - Complexity: O(`bytesMax`).
    package init(token: String) throws(FleetFormatError) {
        guard token.utf8.prefix(Self.bytesMax + 1).count <= Self.bytesMax,
            let topic = Self.topic(of: token), !topic.isEmpty,
            try TopicToken(topic: topic).description.utf8.elementsEqual(token.utf8)
        else { throw FleetFormatError("\(token.quoted) is no token of a topic") }
        description = token
    }

    /// The topic.
    ///
    /// - Complexity: O(bytes).
    package var topic: String { Self.topic(of: description) ?? "" }

    package static func < (left: TopicToken, right: TopicToken) -> Bool {
        left.description < right.description
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The bytes of the token, counted only as far as is needed to refuse it.
    private static func byteCount(of topic: String) -> Int {
        topic.utf8.prefix(bytesMax + 1).reduce(0) { $0 + (isPlain($1) ? 1 : 3) }
    }

    private static func topic(of token: String) -> String? {
        var bytes: [UInt8] = []
        var rest = token.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digits.firstIndex),
                let low = rest.popFirst().flatMap(digits.firstIndex)
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
