import CWire
import OddsModel

/// Reads frames: one pass over the bytes into a checked, flat `FrameBatch`; no
/// tree of JSON values is ever made. It reads any legal JSON, with keys in any
/// order.
///
/// A parser predicts: it learns the skeletons of the frames and records that it
/// reads, and reads others that fit one by comparing constant bytes in wide
/// steps and reading only what varies. At the first surprise the record goes
/// to the general parser. Batches and errors are the same either way.
///
/// Allocates when a frame is larger than all before it, while it learns, for
/// numbers that need the standard library to be rounded, and for reference
/// entities with more than 64 properties. One thread owns a parser.
public struct FrameParser: ~Copyable {
    let names = PropertyNames()
    /// The values of the record being read, by property index.
    let values: UnsafeMutablePointer<UInt64>
    private let powers = PowersOfTen.allocate()
    private let padding = EndPadding.allocate()
    private let predicts: Bool
    /// The shapes of records, by message type.
    let records: UnsafeMutablePointer<SkeletonTree>
    private var frames: FrameSkeletons
    /// What the last frame was, and probably the next one is.
    private var expectedMessageType = MessageType.update

    /// - Parameter predicts: Whether to learn skeletons. Without, every frame
    ///   goes to the general parser; that is what prediction is checked
    ///   against.
    public init(predicts: Bool = true) { self.init(predicts: predicts, PredictionOptions()) }

    /// A parser that predicts in a certain way.
    package init(_ options: PredictionOptions) { self.init(predicts: true, options) }

    private init(predicts: Bool, _ options: PredictionOptions) {
        self.predicts = predicts
        frames = FrameSkeletons(options)
        values = .allocate(capacity: Schema.propertyCountMax)
        values.initialize(repeating: 0, count: Schema.propertyCountMax)
        records = .allocate(capacity: 2)
        (records + Int(MessageType.initialDump.rawValue)).initialize(to: SkeletonTree(options))
        (records + Int(MessageType.update.rawValue)).initialize(to: SkeletonTree(options))
    }

    deinit {
        values.deallocate()
        records.deinitialize(count: 2)
        records.deallocate()
        powers.deallocate()
        padding.deallocate()
    }

    /// Reads one frame.
    ///
    /// - Parameters:
    ///   - frame: the frame's text. It must stay where it is for as long as
    ///     the batch is read.
    ///   - batch: is emptied first; undefined if an error is thrown.
    ///   - lookup: that of the store which the batch is for.
    /// - Throws: why the frame is rejected as a whole (EM-F1). Records that
    ///   are rejected alone (EM-R1) are counted in the batch.
    /// - Complexity: O(bytes).
    public mutating func parse(
        _ frame: UnsafeRawBufferPointer, into batch: inout FrameBatch,
        lookup: RowLookup = .none
    ) throws(FrameError) {
        batch.contents.pointee.lookup = lookup
        if predicts,
            (Int(WireFrameBytesMin)..<FrameBatch.longFrameBytes).contains(frame.count) {
            switch frames.readWhole(frame, records, into: &batch) {
            case .departs: break
            case .whole: return
            case .begun(let offset, let needsSeparator):
                if try parseRest(frame, from: offset, needsSeparator, into: &batch) { return }
            }
        }
        batch.begin(frame)
        guard frame.count <= WireLimits.frameBytesMax else {
            throw FrameError(reason: .tooLarge, offset: WireLimits.frameBytesMax)
        }
        guard frame.count > 0 else { throw FrameError(reason: .syntax, offset: 0) }
        if frame.count >= FrameBatch.longFrameBytes { batch.reserve(frameBytes: frame.count) }
        let scanner = JSONScanner(frame, powers, padding)
        if predicts, try parsePredicted(scanner, into: &batch) { return }
        try parseInGeneral(scanner, into: &batch)
    }

    /// Reads a frame that begins and ends as one before it. Returns false if
    /// it does not.
    private mutating func parsePredicted(
        _ scanner: JSONScanner, into batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        var offset = 0
        guard let skeleton = frames.matchHead(scanner, &offset, &batch),
            scanner.byte(offset) == UInt8(ascii: "[")
        else {
            batch.begin(batch.frame)
            return false
        }
        batch.messageType = frames.messageType(of: skeleton)
        let opening = offset
        // What came so far is legal: the first error, if any, is behind it.
        try parseRecords(scanner, &offset, batch.messageType, into: &batch)
        if frames.matchTail(of: skeleton, scanner, offset, &batch) {
            if batch.versionNumber != nil {
                let version = batch.contents.pointee.versionText
                frames.learnWhole(scanner, records: opening..<offset, version: version)
            }
            return true
        }
        batch.begin(batch.frame)
        return false
    }

    /// Goes on with a frame that was like those before up to `offset`. Returns false
    /// if its end is another one.
    @inline(never)
    private mutating func parseRest(
        _ frame: UnsafeRawBufferPointer, from start: Int, _ needsSeparator: Bool,
        into batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        let scanner = JSONScanner(frame, powers, padding)
        var offset = start
        // What came so far is legal: the first error, if any, is behind it.
        var hasMore = true
        if needsSeparator { hasMore = try scanner.scanRecordSeparator(&offset) }
        if hasMore {
            try parseFollowingRecords(scanner, &offset, batch.messageType, into: &batch)
        }
        return frames.matchTail(of: frames.lastSkeleton, scanner, offset, &batch)
    }

    private mutating func parseInGeneral(
        _ scanner: JSONScanner, into batch: inout FrameBatch
    ) throws(FrameError) {
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
        guard offset == scanner.count else {
            throw FrameError(reason: .trailingBytes, offset: offset)
        }
        guard isObject else { throw FrameError(reason: .notAnObject, offset: 0) }
        guard let messageType = shape.messageType else {
            throw FrameError(reason: .messageType, offset: 0)
        }
        guard let records = shape.records else {
            throw FrameError(reason: .records, offset: 0)
        }
        if shape.recordsReadAs != messageType {
            var offset = records.lowerBound
            try parseRecords(scanner, &offset, messageType, into: &batch)
        }
        batch.messageType = messageType
        expectedMessageType = messageType
        if predicts, shape.isPlain {
            frames.learn(scanner, records: records, version: shape.version, messageType)
        }
    }

    /// What is known of the frame's own properties so far. Of a repeated key
    /// the last one counts, so each may change until the end.
    private struct FrameShape {
        var messageType: MessageType?
        /// The array with its brackets, if there is one.
        var records: Range<Int>?
        /// As what the records were read when they went by.
        var recordsReadAs: MessageType?
        /// The version, if it is a string without escapes.
        var version: ScannedString?
        /// Whether another frame can be told to be like this one: no key that
        /// matters is repeated, and no text that matters has escapes.
        var isPlain = true
        private var keysSeen: UInt8 = 0

        /// Notes one of the keys that matter, as a bit.
        mutating func note(_ key: UInt8) {
            if keysSeen & key != 0 { isPlain = false }
            keysSeen |= key
        }
    }

    private mutating func parseMembers(
        _ scanner: JSONScanner, _ offset: inout Int, _ shape: inout FrameShape,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        if scanner.scanOpening(UInt8(ascii: "}"), &offset) { return }
        repeat {
            let key = try scanner.scanString(&offset)
            try scanner.scanColon(&offset)
            if key.hasEscapes { shape.isPlain = false }
            if batch.text(key, equals: "records") {
                shape.note(1)
                try parseRecordsMember(scanner, &offset, &shape, into: &batch)
            } else if batch.text(key, equals: "messageType") {
                shape.note(2)
                shape.messageType = nil
                let value = try scanner.scanStringOrOther(&offset)
                if let value, batch.text(value, equals: "INITIAL_DUMP") {
                    shape.messageType = .initialDump
                } else if let value, batch.text(value, equals: "UPDATE") {
                    shape.messageType = .update
                }
            } else if batch.text(key, equals: "version") {
                shape.note(4)
                let isString = scanner.byte(offset) == UInt8(ascii: "\"")
                let value = try scanner.scanTextOrInteger(&offset)
                batch.setVersion(value)
                shape.version = value
                if !isString || batch.versionNumber == nil || value?.hasEscapes != false {
                    shape.isPlain = false
                }
            } else {
                try scanner.scanValue(&offset, depth: 1)
            }
        } while try scanner.scanSeparator(UInt8(ascii: "}"), &offset)
    }

    private mutating func parseRecordsMember(
        _ scanner: JSONScanner, _ offset: inout Int, _ shape: inout FrameShape,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        let start = offset
        shape.records = nil
        shape.recordsReadAs = nil
        guard scanner.byte(start) == UInt8(ascii: "[") else {
            try scanner.scanValue(&offset, depth: 1)
            return
        }
        // Where the message type comes later, it is probably the usual one.
        let messageType = shape.messageType ?? expectedMessageType
        try parseRecords(scanner, &offset, messageType, into: &batch)
        shape.recordsReadAs = messageType
        shape.records = start..<offset
    }

    // MARK: Records

    /// Reads the array of records, from its opening bracket on.
    private mutating func parseRecords(
        _ scanner: JSONScanner, _ offset: inout Int, _ messageType: MessageType,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        batch.beginRecords()
        if scanner.scanOpening(UInt8(ascii: "]"), &offset) { return }
        try parseFollowingRecords(scanner, &offset, messageType, into: &batch)
    }

    /// Reads the records from the one at `offset` on, up to the closing bracket.
    private mutating func parseFollowingRecords(
        _ scanner: JSONScanner, _ offset: inout Int, _ messageType: MessageType,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        let skeletons = records + Int(messageType.rawValue)
        repeat {
            if predicts {
                if try skeletons.pointee.matchRun(scanner, &offset, &batch) { return }
                if skeletons.pointee.match(scanner, &offset, &batch) { continue }
            }
            try parseRecord(scanner, &offset, messageType, into: &batch)
        } while try scanner.scanRecordSeparator(&offset)
    }

    /// Reads one element of the array in general, and learns it.
    private mutating func parseRecord(
        _ scanner: JSONScanner, _ offset: inout Int, _ messageType: MessageType,
        into batch: inout FrameBatch
    ) throws(FrameError) {
        let start = offset
        let members = try scanRecord(scanner, &offset, batch: &batch)
        let mark = batch.mark
        let isRead =
            switch messageType {
            case .initialDump: appendDumpRecord(members, scanner, to: &batch)
            case .update: appendChangeRecord(members, scanner, to: &batch)
            }
        guard isRead else {
            batch.rollBack(to: mark)
            batch.rejectedRecordCount += 1
            return
        }
        guard predicts else { return }
        let record = batch.records[batch.records.count - 1]
        records[Int(messageType.rawValue)].learn(
            start..<offset, record, messageType, scanner, names, &batch)
    }
}
