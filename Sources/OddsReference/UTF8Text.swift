/// Text as its UTF-8 bytes, which is how the feed contract compares it.
///
/// `String` would take composed and decomposed accents for equal.
package struct UTF8Text: Hashable, Comparable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    package init(_ string: String) { bytes = Array(string.utf8) }

    package var isEmpty: Bool { bytes.isEmpty }

    package static func == (left: UTF8Text, right: UTF8Text) -> Bool { left.bytes == right.bytes }

    package static func < (left: UTF8Text, right: UTF8Text) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension UTF8Text: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral value: String) { self.init(value) }

    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
