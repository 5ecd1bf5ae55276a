/// The buffers of a change set, shared by its copies until one is written to.
@usableFromInline
internal final class ChangeSetStorage: @unchecked Sendable {
    // A pointer, as access to what it points at costs no exclusivity checks.
    // Sendable, as only the sole owner of the storage writes.
    @usableFromInline let buffers: UnsafeMutablePointer<ChangeSetBuffers>

    @usableFromInline
    init() {
        buffers = .allocate(capacity: 1)
        buffers.initialize(to: ChangeSetBuffers())
    }

    deinit {
        buffers.deinitialize(count: 1)
        buffers.deallocate()
    }
}

@usableFromInline
internal struct ChangeSetBuffers: ~Copyable {
    @usableFromInline
    struct TextRange: BitwiseCopyable {
        var start: UInt32
        var count: UInt32
    }

    @usableFromInline
    struct KeyLink: BitwiseCopyable {
        var text: UInt32
        var previous: UInt32
    }

    @usableFromInline var entries = GrowableBuffer<ChangeSet.Entry>(capacity: 16)
    /// Ids that are no numbers, names of reference types and of their changed
    /// properties: byte ranges of `utf8`.
    @usableFromInline var texts = GrowableBuffer<TextRange>()
    @usableFromInline var utf8 = GrowableBuffer<UInt8>()
    /// Changed keys of reference entities, chained by entry.
    @usableFromInline var keys = GrowableBuffer<KeyLink>()
    /// Whether the whole state was replaced by an `INITIAL_DUMP`.
    @usableFromInline var isReset = false

    @usableFromInline init() {}

    func copy(into other: inout ChangeSetBuffers) {
        other.entries.append(from: entries.pointer, count: entries.count)
        other.texts.append(from: texts.pointer, count: texts.count)
        other.utf8.append(from: utf8.pointer, count: utf8.count)
        other.keys.append(from: keys.pointer, count: keys.count)
        other.isReset = isReset
    }
}
