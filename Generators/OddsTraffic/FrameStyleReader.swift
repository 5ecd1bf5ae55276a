/// The JSON that `FrameStyle` distinguishes: containers, and scalars as text.
indirect enum FrameStyleValue {
    case scalar(ArraySlice<UInt8>)
    case array([FrameStyleValue])
    case object([FrameStyleMember])
}

/// A member of an object; the key includes its quotes.
struct FrameStyleMember {
    let key: ArraySlice<UInt8>
    let value: FrameStyleValue
}

/// Splits a frame into its values. Scalars are only checked for their end:
/// their text is written back unchanged, so that nothing illegal becomes legal.
struct FrameStyleReader {
    private static let depthMax = 64

    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    /// Reads the whole text; `nil` if it is not exactly one JSON value.
    mutating func readDocument() -> FrameStyleValue? {
        guard let value = readValue(depth: 0) else { return nil }
        skipSpace()
        return position == text.count ? value : nil
    }

    private mutating func readValue(depth: Int) -> FrameStyleValue? {
        skipSpace()
        guard depth < Self.depthMax, position < text.count else { return nil }
        switch text[position] {
        case UInt8(ascii: "{"):
            return readItems(UInt8(ascii: "}")) { reader in
                reader.skipSpace()
                guard let key = reader.readString() else { return nil }
                reader.skipSpace()
                guard reader.take(UInt8(ascii: ":")) else { return nil }
                return reader.readValue(depth: depth + 1).map {
                    FrameStyleMember(key: key, value: $0)
                }
            }.map { .object($0) }
        case UInt8(ascii: "["):
            return readItems(UInt8(ascii: "]")) { $0.readValue(depth: depth + 1) }
                .map { .array($0) }
        case UInt8(ascii: "\""):
            return readString().map { .scalar($0) }
        default:
            let start = position
            while position < text.count, !Self.endsScalar(text[position]) { position += 1 }
            return position > start ? .scalar(text[start..<position]) : nil
        }
    }

    /// Reads from the opening bracket to after the closing one.
    private mutating func readItems<Item>(
        _ closing: UInt8, _ read: (inout FrameStyleReader) -> Item?
    ) -> [Item]? {
        position += 1
        skipSpace()
        if take(closing) { return [] }
        var items: [Item] = []
        while let item = read(&self) {
            items.append(item)
            skipSpace()
            if take(closing) { return items }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
        return nil
    }

    private mutating func readString() -> ArraySlice<UInt8>? {
        let start = position
        guard take(UInt8(ascii: "\"")) else { return nil }
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                position += 1
                return text[start..<position]
            case UInt8(ascii: "\\"):
                position += 2
            default:
                position += 1
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < text.count, text[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < text.count, Self.isSpace(text[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}")
            || byte == UInt8(ascii: "]")
    }
}
