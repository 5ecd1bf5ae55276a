import OddsModel

/// What a record does.
@frozen
public enum RecordOperation: UInt8, BitwiseCopyable, Sendable {
    /// A whole entity: a record of a dump, or a CREATE.
    case put
    /// An UPDATE: the properties named, nothing else.
    case patch
    /// A DELETE.
    case remove
}

/// Which of the two messages a frame is.
@frozen
public enum MessageType: UInt8, BitwiseCopyable, Sendable {
    /// The whole state, which replaces everything.
    case initialDump
    /// Changes to the state.
    case update
}

/// A frame's `version`: compared as a number, shown as received.
public struct FrameVersion: Sendable, Equatable {
    /// What versions are compared by.
    public let number: UInt64
    /// The digits as received, 1 to 19 of them.
    public let text: String

    /// A version from its number and its digits.
    public init(number: UInt64, text: String) {
        self.number = number
        self.text = text
    }
}

/// One record of a `FrameBatch`: what it does to which entity, and where its
/// values are. 32 bytes.
@frozen
public struct BatchRecord: BitwiseCopyable, Sendable {
    /// The entity's id: a number, or the position of a `BatchText` in `slots`.
    public var key: EntityKey
    /// Typed: the properties that have a value, booleans included.
    /// References: the number of properties, those with `null` included.
    public var present: UInt32
    /// Typed: the properties that are `null`.
    public var cleared: UInt32
    /// Typed: the values of the boolean properties in `present`.
    public var booleans: UInt32
    /// The position of the first value in `slots`. Typed: one slot for each
    /// property in `present` that is no boolean, by ascending index.
    /// References: name and value of each property, then the type's name.
    public var firstSlot: UInt32
    /// What the record does.
    public var operation: RecordOperation
    /// The type of the entity.
    public var type: EntityType
    /// Where a store probably has the entity; of no meaning without it.
    @usableFromInline package var row: UInt32 = 0

    /// A record from its parts.
    @inlinable
    public init(
        key: EntityKey, present: UInt32, cleared: UInt32, booleans: UInt32, firstSlot: UInt32,
        operation: RecordOperation, type: EntityType
    ) {
        self.key = key
        self.present = present
        self.cleared = cleared
        self.booleans = booleans
        self.firstSlot = firstSlot
        self.operation = operation
        self.type = type
    }
}

/// Where a text's UTF-8 bytes are: in the frame itself, or, where the frame
/// has escapes, in the batch's arena. 8 bytes, to fit a slot.
@frozen
@usableFromInline
package struct BatchText: BitwiseCopyable, Equatable, Sendable {
    @usableFromInline package let rawValue: UInt64

    /// A reference entity's property whose value is `null`.
    @inlinable package static var null: BatchText { BatchText(rawValue: .max) }

    @inlinable
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    @inlinable
    package init(start: Int, count: Int, isInArena: Bool) {
        assert(start < 1 << 31 && count < 1 << 32)
        rawValue = UInt64(start) << 32 | UInt64(count) | (isInArena ? 1 << 63 : 0)
    }

    @inlinable package var count: Int { Int(rawValue & 0xFFFF_FFFF) }
    @inlinable package var start: Int { Int(rawValue >> 32 & 0x7FFF_FFFF) }
    @inlinable package var isInArena: Bool { rawValue >> 63 != 0 }
}

/// A frame, checked and flat: records in order of arrival and their values in
/// eight-byte slots. Text points into the frame's own bytes, so a batch may be
/// read only as long as these stay where they are.
///
/// A batch is reused from frame to frame, and allocates only when a frame is
/// larger than all before it, or at least `longFrameBytes` long. One thread
/// owns it.
public struct FrameBatch: ~Copyable {
    // Behind a pointer, as a struct of that size is copied wherever it is lent,
    // just after it was written: the slowest time to read it.
    @usableFromInline internal let contents: UnsafeMutablePointer<FrameBatchContents>

    /// An empty batch. Allocates its buffers.
    public init() {
        contents = .allocate(capacity: 1)
        contents.initialize(to: FrameBatchContents())
    }

    deinit {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }
}

@usableFromInline
internal struct FrameBatchContents: ~Copyable {
    /// The frame's bytes; not owned.
    @usableFromInline var frame = UnsafeRawBufferPointer(start: nil, count: 0)
    @usableFromInline var records = GrowableBuffer<BatchRecord>(capacity: 64)
    @usableFromInline var slots = GrowableBuffer<UInt64>(capacity: 256)
    /// Unescaped text.
    @usableFromInline var arena = GrowableBuffer<UInt8>(capacity: 256)
    @usableFromInline var messageType = MessageType.update
    @usableFromInline var versionNumber: UInt64?
    /// The digits of the version as received.
    @usableFromInline var versionText = BatchText(start: 0, count: 0, isInArena: false)
    @usableFromInline var rejectedRecordCount = 0
    /// Where the batch's entities will be looked for.
    var lookup = RowLookup.none
}

extension FrameBatch {
    /// Which message the frame is.
    @inlinable public internal(set) var messageType: MessageType {
        get { contents.pointee.messageType }
        set { contents.pointee.messageType = newValue }
    }

    /// The number of the frame's version, `nil` if it is not readable.
    @inlinable public internal(set) var versionNumber: UInt64? {
        get { contents.pointee.versionNumber }
        set { contents.pointee.versionNumber = newValue }
    }

    /// Records that could not be read (EM-R1); they are not in the batch.
    @inlinable public internal(set) var rejectedRecordCount: Int {
        get { contents.pointee.rejectedRecordCount }
        set { contents.pointee.rejectedRecordCount = newValue }
    }

    @inlinable internal var frame: UnsafeRawBufferPointer {
        get { contents.pointee.frame }
        set { contents.pointee.frame = newValue }
    }

    @inlinable internal var versionText: BatchText {
        get { contents.pointee.versionText }
        set { contents.pointee.versionText = newValue }
    }

    @inlinable internal var records: GrowableBuffer<BatchRecord> {
        _read { yield contents.pointee.records }
        _modify { yield &contents.pointee.records }
    }

    @inlinable internal var slots: GrowableBuffer<UInt64> {
        _read { yield contents.pointee.slots }
        _modify { yield &contents.pointee.slots }
    }

    @inlinable internal var arena: GrowableBuffer<UInt8> {
        _read { yield contents.pointee.arena }
        _modify { yield &contents.pointee.arena }
    }
}

extension FrameBatch {
    /// From here on a frame's length is worth a guess at what it holds, and its
    /// room worth giving back: it is a dump, after which small frames come.
    @inlinable package static var longFrameBytes: Int { 1 << 20 }

    /// Empties the batch and frees the memory that it took.
    @usableFromInline
    package mutating func releaseMemory() {
        contents.pointee = FrameBatchContents()
    }
}

extension FrameBatch {
    /// The number of readable records.
    @inlinable public var count: Int { records.count }

    /// A record, in order of arrival.
    ///
    /// - Precondition: `index` is from 0 up to, not including, `count`.
    @inlinable
    public subscript(index: Int) -> BatchRecord { records[index] }

    /// The first record's address, valid until the batch is reused.
    @inlinable
    package var recordPointer: UnsafePointer<BatchRecord> { UnsafePointer(records.pointer) }

    /// The value in a slot: a `BatchText`, an `Int64` or the bits of a
    /// `Double`, as the property's kind says.
    @inlinable
    package func slot(_ position: Int) -> UInt64 { slots[position] }

    /// The first slot's address, valid until the batch is reused.
    @inlinable
    package var slotPointer: UnsafePointer<UInt64> { UnsafePointer(slots.pointer) }

    /// A text's UTF-8 bytes, valid until the batch is reused.
    @inlinable
    package func bytes(_ text: BatchText) -> UnsafeRawBufferPointer {
        let base =
            text.isInArena
            ? UnsafeRawPointer(arena.pointer) : frame.baseAddress.unsafelyUnwrapped
        return UnsafeRawBufferPointer(start: base + text.start, count: text.count)
    }

    /// How many digits the version has as received, at most 19; only if it is
    /// readable.
    @inlinable package var versionDigitCount: Int { versionText.count }

    /// The frame's version, `nil` if it is not readable. Allocates for more
    /// than 15 digits.
    public var version: FrameVersion? {
        guard let versionNumber else { return nil }
        return FrameVersion(
            number: versionNumber, text: String(decoding: bytes(versionText), as: UTF8.self))
    }
}
