import OddsModel

/// Reads frames: one pass over the bytes into a checked, flat `FrameBatch`; no
/// tree of JSON values is ever made. It reads any legal JSON, with keys in any
/// order.
///
/// Allocates only when a frame is larger than all before it, for numbers that
/// need the standard library to be rounded, and for reference entities with
/// more than 64 properties. One thread owns a parser.
public struct FrameParser: ~Copyable {
    let names = PropertyNames()
    /// The values of the record being read, by property index.
    let values: UnsafeMutablePointer<UInt64>

    public init() {
        values = .allocate(capacity: Schema.propertyCountMax)
        values.initialize(repeating: 0, count: Schema.propertyCountMax)
    }

    deinit { values.deallocate() }

    /// Reads one frame. Complexity: O(bytes).
    ///
    /// - Parameters:
    ///   - frame: the frame's text. It must stay where it is for as long as
    ///     the batch is read.
    ///   - batch: is emptied first; undefined if an error is thrown.
    /// - Throws: why the frame is rejected as a whole (rule 1). Records that
    ///   are rejected alone (rule 2) are counted in the batch.
    public borrowing func parse(
        _ frame: UnsafeRawBufferPointer, into batch: inout FrameBatch
    ) throws(FrameError) {
        batch.begin(frame)
        guard frame.count <= WireLimits.frameBytesMax else {
            throw FrameError(reason: .tooLarge, offset: WireLimits.frameBytesMax)
        }
        guard frame.count > 0 else { throw FrameError(reason: .syntax, offset: 0) }
        let scanner = JSONScanner(frame)
        var offset = 0
        scanner.skipSpace(&offset)
        var shape = FrameShape()
        let isObject = scanner.byte(offset) == UInt8(ascii: "{")
        if isObject {
            try parseMembers(scanner, &offset, &shape, into: &batch)
        } else {
            try scanner.scanValue(&offset, depth: 0)
        }
        scanner.skipSpace(&offset)
        guard offset == frame.count else {
            throw FrameError(reason: .trailingBytes, offset: offset)
        }
        guard isObject else { throw FrameError(reason: .notAnObject, offset: 0) }
        guard let messageType = shape.messageType else {
            throw FrameError(reason: .messageType, offset: 0)
        }
        guard shape.recordsOffset >= 0 else { throw FrameError(reason: .records, offset: 0) }
        if shape.recordsReadAs != messageType {
            var offset = shape.recordsOffset
            try parseRecords(scanner, &offset, messageType, into: &batch)
        }
        batch.messageType = messageType
    }

    /// What is known of the frame's own properties so far. Of a repeated key
    /// the last one counts, so each may change until the end.
    private struct FrameShape {
        var messageType: MessageType?
        /// Where the array begins; negative if there is none.
        var recordsOffset = -1
        /// As what the records were read when they went by, if the message
        /// type was known then.
        var recordsReadAs: MessageType?
    }

    private borrowing func parseMembers(
        _ scanner: JSONScanner, _ offset: inout Int, _ shape: inout FrameShape,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        if scanner.scanOpening(UInt8(ascii: "}"), &offset) { return }
        repeat {
            let key = try scanner.scanString(&offset)
            try scanner.scanColon(&offset)
            let start = offset
            if batch.text(key, equals: "records") {
                shape.recordsOffset = -1
                shape.recordsReadAs = nil
                if scanner.byte(start) == UInt8(ascii: "[") {
                    shape.recordsOffset = start
                    shape.recordsReadAs = shape.messageType
                }
                if let messageType = shape.recordsReadAs {
                    try parseRecords(scanner, &offset, messageType, into: &batch)
                } else {
                    try scanner.scanValue(&offset, depth: 1)
                }
            } else if batch.text(key, equals: "messageType") {
                shape.messageType = nil
                let value = try scanner.scanStringOrOther(&offset)
                if let value, batch.text(value, equals: "INITIAL_DUMP") {
                    shape.messageType = .initialDump
                } else if let value, batch.text(value, equals: "UPDATE") {
                    shape.messageType = .update
                }
            } else if batch.text(key, equals: "version") {
                let value = try scanner.scanTextOrInteger(&offset)
                batch.setVersion(value)
            } else {
                try scanner.scanValue(&offset, depth: 1)
            }
        } while try scanner.scanSeparator(UInt8(ascii: "}"), &offset)
    }

    /// Reads the array of records, from its opening bracket on.
    private borrowing func parseRecords(
        _ scanner: JSONScanner, _ offset: inout Int, _ messageType: MessageType,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        batch.beginRecords()
        if scanner.scanOpening(UInt8(ascii: "]"), &offset) { return }
        repeat {
            let members = try scanRecord(scanner, &offset, batch: &batch)
            let mark = batch.mark
            let isRead =
                switch messageType {
                case .initialDump: appendDumpRecord(members, scanner, to: &batch)
                case .update: appendChangeRecord(members, scanner, to: &batch)
                }
            if !isRead {
                batch.rollBack(to: mark)
                batch.rejectedRecordCount += 1
            }
        } while try scanner.scanSeparator(UInt8(ascii: "]"), &offset)
    }
}

extension JSONScanner {
    /// Reads any value, and returns it if it is a string.
    func scanStringOrOther(_ offset: inout Int) throws(FrameError) -> ScannedString? {
        if byte(offset) == UInt8(ascii: "\"") { return try scanString(&offset) }
        try scanValue(&offset, depth: 1)
        return nil
    }

    /// Reads any value, and returns it if it is a string or, as text, an
    /// integer: a number without fraction and exponent.
    func scanTextOrInteger(_ offset: inout Int) throws(FrameError) -> ScannedString? {
        let start = offset
        guard byte(offset) == UInt8(ascii: "-") || byte(offset) &- 0x30 < 10 else {
            return try scanStringOrOther(&offset)
        }
        guard try scanNumber(&offset) else { return nil }
        return ScannedString(start: start, count: offset - start, hasEscapes: false)
    }
}
