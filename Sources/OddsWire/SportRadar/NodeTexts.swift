import OddsModel

/// The ids of a content's nodes that no word holds. A position names a text until
/// it is removed.
///
/// Allocates when there is more text than ever before. One thread owns it.
struct NodeTexts: ~Copyable {
    struct Range: BitwiseCopyable {
        var start: Int
        /// Negative for a position that is free.
        var count: Int
    }

    private var ranges = GrowableBuffer<Range>()
    private var freePositions = GrowableBuffer<Int>()
    private var bytes = GrowableBuffer<UInt8>()
    /// Another buffer of the same kind, for texts that move together.
    private var spare = GrowableBuffer<UInt8>()
    /// Bytes of texts that were removed.
    private var unusedCount = 0

    subscript(position: Int) -> UnsafeRawBufferPointer {
        let range = ranges[position]
        assert(range.count >= 0)
        return UnsafeRawBufferPointer(start: bytes.pointer + range.start, count: range.count)
    }

    /// - Complexity: amortized O(bytes).
    mutating func add(_ text: UnsafeRawBufferPointer) -> Int {
        let start = bytes.count
        if let base = text.baseAddress {
            bytes.append(from: base.assumingMemoryBound(to: UInt8.self), count: text.count)
        }
        let range = Range(start: start, count: text.count)
        guard !freePositions.isEmpty else {
            ranges.append(range)
            return ranges.count - 1
        }
        let position = freePositions.removeLast()
        ranges[position] = range
        return position
    }

    /// - Complexity: amortized O(bytes).
    mutating func remove(_ position: Int) {
        unusedCount += ranges[position].count
        ranges[position].count = -1
        freePositions.append(position)
        if unusedCount > 1 << 12, unusedCount > bytes.count / 2 { moveTogether() }
    }

    private mutating func moveTogether() {
        spare.truncate(to: 0)
        for position in 0..<ranges.count where ranges[position].count >= 0 {
            let range = ranges[position]
            ranges[position].start = spare.count
            spare.append(from: bytes.pointer + range.start, count: range.count)
        }
        swap(&bytes, &spare)
        unusedCount = 0
    }

    mutating func removeAll() {
        ranges.truncate(to: 0)
        freePositions.truncate(to: 0)
        bytes.truncate(to: 0)
        unusedCount = 0
    }
}
