/// Frames that are rejected as a whole, stale, or unusual but legal.
enum HostileFrame: CaseIterable {
    case truncated, trailingBytes, invalidUTF8, notAnObject, nestedTooDeep
    case missingMessageType, unknownMessageType, missingRecords, recordsNotAnArray
    case stale, unreadableVersion, escapesEverywhere

    static func draw(using random: inout TrafficRandom) -> HostileFrame {
        allCases[random.below(allCases.count)]
    }

    func write(_ world: inout TrafficWorld, to writer: inout FrameWriter) {
        writer.clear()
        switch self {
        case .truncated:
            writeOrphans(&world, version: world.now, to: &writer)
            writer.truncate(to: 1 + world.random.below(writer.byteCount - 1))
        case .trailingBytes:
            writeOrphans(&world, version: world.now, to: &writer)
            writer.raw("}")
        case .invalidUTF8:
            writer.raw(#"{"version":"0","messageType":"UPDATE","records":[],"note":""#)
            writer.raw(byte: 0xC3)
            writer.raw("\"}")
        case .notAnObject:
            writer.raw("[]")
        case .nestedTooDeep:
            writer.raw(#"{"messageType":"UPDATE","records":[],"note":"#)
            for _ in 0..<64 { writer.raw("[") }
            for _ in 0..<64 { writer.raw("]") }
            writer.raw("}")
        case .missingMessageType:
            writer.raw(#"{"version":"0","records":[]}"#)
        case .unknownMessageType:
            writer.raw(#"{"version":"0","messageType":"PATCH","records":[]}"#)
        case .missingRecords:
            writer.raw(#"{"version":"0","messageType":"UPDATE"}"#)
        case .recordsNotAnArray:
            writer.raw(#"{"version":"0","messageType":"INITIAL_DUMP","records":{}}"#)
        case .stale:
            writeOrphans(&world, version: world.now - 3_600_000, to: &writer)
        case .unreadableVersion:
            writer.raw(#"{"version":"soon","messageType":"UPDATE","records":["#)
            HostileRecord.orphanUpdate.write(&world, to: &writer)
            writer.endFrame()
        case .escapesEverywhere:
            writer.raw(#"{ "vers\u0069on":"0", "messageType":"\u0055PDATE","version":""#)
            writer.number(world.now)
            writer.raw(#"","note":"\ud800 \/","records":[ ] }"#)
        }
        writer.markVerbatim()
    }

    private func writeOrphans(
        _ world: inout TrafficWorld, version: Int64, to writer: inout FrameWriter
    ) {
        writer.beginFrame(.create, version: version)
        for _ in 0..<1 + world.random.below(6) {
            HostileRecord.orphanUpdate.write(&world, to: &writer)
        }
        writer.endFrame()
    }
}

extension FrameWriter {
    /// Removes the end of a frame, so that more records can be written.
    mutating func reopenFrame() { truncate(to: byteCount - 2) }
}
