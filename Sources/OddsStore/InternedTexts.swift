import OddsModel

/// A text in `InternedTexts`: a row of it.
typealias TextID = Row<Tables.Text>

extension EntityKey {
    /// The key of an id that no word holds, from its text.
    @inline(__always)
    init(_ text: TextID) { self.init(textPosition: text.index) }

    /// The text of an id that no word holds.
    var text: TextID {
        @inline(__always) get { TextID(textPosition) }
    }
}

/// Interned text: equal bytes are stored once and have one `TextID`, so that
/// texts compare as integers. Reference-counted, as texts come and go with the
/// entities; a text without references is freed and its memory used again.
///
/// Allocates when more text is alive than ever before, and for each text above
/// 1 KiB. One thread owns it.
struct InternedTexts: ~Copyable {
    struct Entry: BitwiseCopyable {
        var start: UnsafeMutablePointer<UInt8>
        /// In bytes; of a row that is free, that of no text.
        var count: UInt32
        var hash: UInt32

        static var freeCount: UInt32 { .max }
    }

    private(set) var entries = RowPool<Tables.Text, Entry>(capacity: 64)
    /// By text. Apart from the entries, as all that is done to most texts is to count
    /// their references, and those of all texts fit into the cache.
    private(set) var references = GrowableBuffer<UInt32>(capacity: 64)
    /// By text: the slot that a node of an event has for it, of any event, as the text
    /// is short; 0 for other texts.
    private(set) var shortSlots = GrowableBuffer<UInt64>(capacity: 64)
    /// By text: the one that came after it last; other texts may have its row by now.
    private(set) var followers = GrowableBuffer<TextID>(capacity: 64)
    private(set) var index = IDTable()
    private(set) var memory = TextMemory()

    deinit {
        for text in entries.rows where isAlive(text) {
            TextMemory.freeIfLarge(entries[text].start, count: Int(entries[text].count))
        }
    }

    /// Whether a row has a text.
    func isAlive(_ id: TextID) -> Bool { entries[id].count != Entry.freeCount }

    @inline(__always)
    func bytes(_ id: TextID) -> UnsafeRawBufferPointer {
        let entry = entries[id]
        return UnsafeRawBufferPointer(start: entry.start, count: Int(entry.count))
    }

    /// The id of a text that is alive.
    ///
    /// - Complexity: O(bytes).
    @inline(__always)
    func find(_ text: UnsafeRawBufferPointer) -> TextID? {
        let hash = hash(of: text)
        return index.findRow(hash: hash) { equals($0, text) }
    }

    /// `intern` for a text that is probably `last`, which it becomes, or what came after
    /// that before: nothing is looked up then.
    @inline(__always)
    mutating func intern(
        _ text: UnsafeRawBufferPointer, likely last: inout TextID
    ) -> TextID {
        if last.index < entries.rowCount {
            // The row may have been freed since, or be another text's now.
            if equals(last, text) {
                retain(last)
                return last
            }
        }
        last = intern(text, after: last)
        return last
    }

    /// `intern` for a text that is probably what came after `last` before: the outcomes
    /// of markets have the same names in turn.
    @inline(never)
    private mutating func intern(_ text: UnsafeRawBufferPointer, after last: TextID) -> TextID {
        guard last.index < entries.rowCount else { return intern(text) }
        let next = followers[last.index]
        if next.index < entries.rowCount, equals(next, text) {
            retain(next)
            return next
        }
        let id = intern(text)
        followers[last.index] = id
        return id
    }

    /// The id of a text, which gains a reference.
    ///
    /// - Complexity: O(bytes).
    mutating func intern(_ text: UnsafeRawBufferPointer) -> TextID {
        let hash = hash(of: text)
        if let id = index.findRow(hash: hash, isMatch: { equals($0, text) }) {
            retain(id)
            return id
        }
        let start = memory.allocate(count: text.count)
        if let source = text.baseAddress {
            UnsafeMutableRawPointer(start).copyMemory(from: source, byteCount: text.count)
        }
        let id = entries.add(Entry(start: start, count: UInt32(text.count), hash: hash))
        if id.index == references.count {
            references.append(0)
            shortSlots.append(0)
            followers.append(id)
        }
        references.pointer[id.index] = 1
        shortSlots.pointer[id.index] = TextSlot(short: text)?.rawValue ?? 0
        index.insert(hash: hash, row: id.index) { entries[TextID($0)].hash }
        return id
    }

    /// Takes a reference away.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    mutating func release(_ id: TextID) {
        let count = references.pointer + id.index
        assert(count.pointee > 0)
        count.pointee &-= 1
        if count.pointee == 0 { free(id) }
    }

    @inline(never)
    private mutating func free(_ id: TextID) {
        let entry = entries[id]
        index.remove(hash: entry.hash, row: id.index) { entries[TextID($0)].hash }
        memory.free(entry.start, count: Int(entry.count))
        entries[id].count = Entry.freeCount
        entries.free(id)
    }

    /// Adds a reference to a text that is alive.
    @inline(__always)
    mutating func retain(_ id: TextID) {
        let count = references.pointer + id.index
        assert(count.pointee > 0)
        count.pointee &+= 1
    }

    @inline(__always)
    func equals(_ id: TextID, _ text: UnsafeRawBufferPointer) -> Bool {
        let entry = entries[id]
        return equalBytes(
            UnsafeRawBufferPointer(start: entry.start, count: Int(entry.count)), text)
    }

    /// Eight bytes at a time through the mixing step; the last ones may overlap
    /// with those before, so the length goes in too.
    @inline(__always)
    func hash(of text: UnsafeRawBufferPointer) -> UInt32 {
        let count = text.count
        guard let base = text.baseAddress, count > 0 else { return mixedHash(0) }
        var state = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
        if count >= 8 {
            let last = count &- 8
            var offset = 0
            while offset < last {
                let word = base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let product = (state ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
                state = product.high ^ product.low
                offset &+= 8
            }
            return mixedHash(
                state ^ base.loadUnaligned(fromByteOffset: last, as: UInt64.self))
        }
        if count >= 4 {
            let first = base.loadUnaligned(as: UInt32.self)
            let last = base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return mixedHash(state ^ (UInt64(first) &<< 32 | UInt64(last)))
        }
        let bytes = UInt64(text[0]) &<< 16 | UInt64(text[count / 2]) &<< 8
        return mixedHash(state ^ (bytes | UInt64(text[count &- 1])))
    }
}
