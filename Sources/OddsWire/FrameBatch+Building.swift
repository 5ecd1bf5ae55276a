import OddsModel

extension FrameBatch {
    /// Where the batch ends, so that a record that turns out unreadable can be
    /// taken back.
    struct Mark {
        var slots: Int
        var arena: Int
    }

    var mark: Mark { Mark(slots: slots.count, arena: arena.count) }

    mutating func rollBack(to mark: Mark) {
        slots.truncate(to: mark.slots)
        arena.truncate(to: mark.arena)
    }

    mutating func begin(_ frame: UnsafeRawBufferPointer) {
        self.frame = frame
        arena.truncate(to: 0)
        versionNumber = nil
        beginRecords()
    }

    /// Makes room for what a long frame probably holds. Memory that is not used
    /// is never resident; growing step by step would copy all that is.
    mutating func reserve(frameBytes: Int) {
        records.reserve(frameBytes / 64)
        slots.reserve(frameBytes / 16)
    }

    /// Discards the records: a frame may have the array twice.
    mutating func beginRecords() {
        records.truncate(to: 0)
        slots.truncate(to: 0)
        rejectedRecordCount = 0
    }

    /// Sets the version from a string or an integer; `nil`, or anything but 1
    /// to 19 digits, makes it unreadable (EM-V1 of the feed contract).
    mutating func setVersion(_ value: ScannedString?) {
        versionNumber = nil
        guard let value else { return }
        let text = text(value)
        let digits = bytes(text)
        guard digits.count >= 1, digits.count <= 19 else { return }
        var number: UInt64 = 0
        for digit in digits {
            guard digit &- 0x30 < 10 else { return }
            number = number * 10 + UInt64(digit - 0x30)
        }
        versionNumber = number
        versionText = text
    }

    /// Sets the version from 1 to 19 digits.
    @inline(__always)
    mutating func setVersion(number: UInt64, _ text: BatchText) {
        versionNumber = number
        versionText = text
    }

    /// A scanned string as text: itself, or unescaped in the arena.
    mutating func text(_ string: ScannedString) -> BatchText {
        guard string.hasEscapes else {
            return BatchText(start: string.start, count: string.count, isInArena: false)
        }
        let start = arena.count
        appendUnescaped(raw(string), to: &arena)
        return BatchText(start: start, count: arena.count - start, isInArena: true)
    }

    /// Whether a scanned string, unescaped, is `expected`.
    mutating func text(_ string: ScannedString, equals expected: StaticString) -> Bool {
        if !string.hasEscapes {
            return string.count == expected.utf8CodeUnitCount
                && equalBytes(raw(string).baseAddress!, expected.utf8Start, string.count)
        }
        let mark = mark
        let bytes = bytes(text(string))
        let isEqual =
            bytes.count == expected.utf8CodeUnitCount
            && bytes.elementsEqual(
                UnsafeRawBufferPointer(start: expected.utf8Start, count: bytes.count))
        rollBack(to: mark)
        return isEqual
    }

    /// The bytes between a string's quotes, as they stand in the frame.
    func raw(_ string: ScannedString) -> UnsafeBufferPointer<UInt8> {
        let base = frame.baseAddress!.assumingMemoryBound(to: UInt8.self)
        return UnsafeBufferPointer(start: base + string.start, count: string.count)
    }

    /// The key of an id given as text: the word, or a slot that holds it.
    mutating func key(_ text: BatchText) -> EntityKey {
        if let key = EntityKey(word: bytes(text)) { return key }
        slots.append(text.rawValue)
        return EntityKey(textPosition: slots.count - 1)
    }
}
