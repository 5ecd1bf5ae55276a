/// Memory for the last bytes of a text, so that whole words can be read at any
/// offset of it, up to and beyond its end. Does not own the memory.
struct EndPadding: BitwiseCopyable {
    /// How many bytes of a text are copied, and how many may be read from any
    /// offset of it.
    static let byteCount = 64
    private let memory: UnsafeMutableRawPointer

    static func allocate() -> EndPadding {
        // Before the copy, too, more can be read.
        let count = 3 * byteCount
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: count)
        return EndPadding(memory: memory)
    }

    func deallocate() { memory.deallocate() }

    /// Copies the last bytes of a text.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    func fill(_ text: UnsafeRawBufferPointer) -> PaddedEnd {
        let source = text.baseAddress.unsafelyUnwrapped
        let behind = memory + 2 * Self.byteCount
        if text.count >= Self.byteCount {
            let last = source + (text.count &- Self.byteCount)
            for offset in stride(from: 0, to: Self.byteCount, by: 16) {
                let bytes = last.loadUnaligned(
                    fromByteOffset: offset, as: SIMD2<UInt64>.self)
                (behind - Self.byteCount).storeBytes(
                    of: bytes, toByteOffset: offset, as: SIMD2<UInt64>.self)
            }
        } else {
            (behind - text.count).copyMemory(from: source, byteCount: text.count)
        }
        return PaddedEnd(
            base: UnsafeRawPointer(behind) - text.count,
            start: max(text.count &- Self.byteCount, 0))
    }
}

/// A text's last bytes, followed by zeros.
struct PaddedEnd: BitwiseCopyable {
    /// Where the text would begin that ends here.
    let base: UnsafeRawPointer
    /// The offset from which on the text is here.
    let start: Int
}
