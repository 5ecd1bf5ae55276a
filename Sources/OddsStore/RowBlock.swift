import OddsModel

/// The memory of all rows that a dump probably has, in one piece, so that most of it
/// is in huge pages.
///
/// One thread owns it.
struct RowBlock: ~Copyable {
    private let start: UnsafeMutableRawPointer
    private let byteCount: Int
    private var usedBytes = 0

    /// - Parameter byteCount: The sum of `bytes` of all that will be taken.
    init(byteCount: Int) {
        self.byteCount = byteCount
        start = HugePages.allocate(byteCount: max(byteCount, 1))
        HugePages.populate(start, byteCount: byteCount)
    }

    deinit { start.deallocate() }

    /// What a part of so many bytes takes.
    static func bytes(_ byteCount: Int) -> Int {
        (byteCount + RowLayout.lineAlignment - 1) / RowLayout.lineAlignment
            * RowLayout.lineAlignment
    }

    /// Memory that goes with the block.
    mutating func take(byteCount: Int) -> UnsafeMutableRawPointer {
        defer { usedBytes += Self.bytes(byteCount) }
        assert(usedBytes + Self.bytes(byteCount) <= self.byteCount)
        return start + usedBytes
    }
}
