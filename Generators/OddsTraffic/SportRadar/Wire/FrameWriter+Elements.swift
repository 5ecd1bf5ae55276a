/// The types of change of a content, as the wire spells them.
enum ElementType {
    case refreshed, updated, added, removed

    var text: StaticString {
        switch self {
        case .refreshed: "REFRESHED"
        case .updated: "UPDATED"
        case .added: "ADDED"
        case .removed: "REMOVED"
        }
    }
}

/// Socket frames and their elements. `endFrame` ends such a frame, too.
extension FrameWriter {
    /// Starts a frame of changes and discards the previous frame.
    mutating func beginSocketFrame() {
        clear()
        raw(SocketFrame.opening)
    }

    /// Writes the frame that begins a connection, and discards the previous frame.
    mutating func writeListening(subscriber: StaticString) {
        clear()
        raw(#"{"notificationType":"LISTENING_STARTED","data":""#)
        raw(subscriber)
        raw(#""}"#)
    }

    /// Starts elements that stand in no frame yet, and discards the previous frame.
    mutating func beginElements() {
        clear()
        raw("[")
    }

    /// The elements since `beginElements`, with commas between them.
    var elements: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) }

    /// Starts an element up to its type of change.
    ///
    /// Never inlined, for the same reason as `beginRecord`.
    @inline(never)
    mutating func beginElement(_ opening: [UInt8], _ type: ElementType) {
        beginRecord(.element, 0)
        opening.withUnsafeBufferPointer { raw($0) }
        raw(type.text)
        raw("\"")
    }

    mutating func beginPath() { raw(#","path":""#) }

    /// Starts a segment that is a selector, up to its value.
    mutating func select(_ selector: StaticString, _ id: UInt64) {
        raw(selector)
        sportRadarID(id)
        raw("]")
    }

    mutating func endPath() { raw("\"") }

    mutating func beginChange() { raw(#","change":"#) }

    mutating func endElement() { raw("}") }
}
