/// The violations that SR-F1, SR-F2, SR-F4, SR-E13 and SR-U1 guard against, amid the
/// traffic of the `hostile` scenario: a frame or an element of garbage wherever EM's wire
/// has one. None of it changes a state, and rates count none.
///
/// Its random numbers are its own, so that the world does not depend on them.
struct HostileSocket: Sendable {
    private var random: TrafficRandom

    init(seed: UInt64) { random = TrafficRandom(seed: seed ^ 0x5A5A_0F0F_C3C3_9696) }

    /// Writes a frame in place of what the writer has.
    mutating func writeFrame(
        of contents: borrowing WorldContents, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        HostileSocketFrame.draw(using: &random)
            .write(contents, world, using: &random, to: &writer)
    }

    /// Writes an element into the frame that has been begun.
    mutating func writeElement(
        of contents: borrowing WorldContents, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        HostileElement.draw(using: &random).write(contents, world, using: &random, to: &writer)
    }
}

/// Frames that are rejected as a whole, passed over, or unusual but legal.
enum HostileSocketFrame: CaseIterable {
    case truncated, trailingBytes, invalidUTF8, notAnObject, nestedTooDeep
    case missingData, dataIsObject, missingType, unknownType, typeIsNumber
    case error, listeningWithoutID, noElements, escapesEverywhere

    static func draw(using random: inout TrafficRandom) -> HostileSocketFrame {
        allCases[random.below(allCases.count)]
    }

    func write(
        _ contents: borrowing WorldContents, _ world: borrowing TrafficWorld,
        using random: inout TrafficRandom, to writer: inout FrameWriter
    ) {
        writer.clear()
        switch self {
        case .truncated:
            writeOrphans(contents, world, using: &random, to: &writer)
            writer.truncate(to: 1 + random.below(writer.byteCount - 1))
        case .trailingBytes:
            writeOrphans(contents, world, using: &random, to: &writer)
            writer.raw("}")
        case .invalidUTF8:
            writer.raw(#"{"notificationType":"CONTENT_CHANGES","data":[],"note":""#)
            writer.raw(byte: 0xC3)
            writer.raw("\"}")
        case .notAnObject:
            writer.raw("[]")
        case .nestedTooDeep:
            writer.raw(#"{"notificationType":"CONTENT_CHANGES","data":[],"note":"#)
            for _ in 0..<64 { writer.raw("[") }
            for _ in 0..<64 { writer.raw("]") }
            writer.raw("}")
        case .missingData:
            writer.raw(#"{"notificationType":"CONTENT_CHANGES"}"#)
        case .dataIsObject:
            writer.raw(#"{"notificationType":"CONTENT_CHANGES","data":{}}"#)
        case .missingType:
            writer.raw(#"{"data":[]}"#)
        case .unknownType:
            writer.raw(#"{"notificationType":"CONTENT_PATCHES","data":[]}"#)
        case .typeIsNumber:
            writer.raw(#"{"notificationType":7,"data":[]}"#)
        case .error:
            writer.raw(
                #"{"errorType":"TRY_LATER","notificationType":"CONTENT_CHANGES","data":[]}"#)
        case .listeningWithoutID:
            writer.raw(#"{"notificationType":"LISTENING_STARTED","data":""}"#)
        case .noElements:
            writer.raw(#"{"notificationType":"CONTENT_CHANGES","data":[]}"#)
        case .escapesEverywhere:
            writer.raw(#"{ "notific\u0061tionType":"LISTENING_STARTED","data": [ ] ,"#)
            writer.raw(#""notificationType":"CONTENT\u005FCHANGES", "note":"\ud800 \/"}"#)
        }
        // What was begun as a legal frame is none any more.
        writer.forgetRecords()
    }

    private func writeOrphans(
        _ contents: borrowing WorldContents, _ world: borrowing TrafficWorld,
        using random: inout TrafficRandom, to writer: inout FrameWriter
    ) {
        writer.beginSocketFrame()
        for _ in 0..<1 + random.below(4) {
            HostileElement.orphanPrice.write(contents, world, using: &random, to: &writer)
        }
        writer.endFrame()
    }
}
