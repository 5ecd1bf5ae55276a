/// Text as its UTF-8 bytes, which is how the feed contract compares it.
///
/// `String` would take composed and decomposed accents for equal.
public struct UTF8Text: Hashable, Comparable, Sendable {
    public let bytes: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    public init(_ string: String) { bytes = Array(string.utf8) }

    public var isEmpty: Bool { bytes.isEmpty }

    public static func == (left: UTF8Text, right: UTF8Text) -> Bool { left.bytes == right.bytes }

    public static func < (left: UTF8Text, right: UTF8Text) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    public func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension UTF8Text: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral value: String) { self.init(value) }

    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
