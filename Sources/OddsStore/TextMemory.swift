import OddsModel

/// The memory of interned text: blocks in steps of 8 bytes, cut from slabs and
/// kept in a list a size when free; larger ones come from the allocator one by
/// one. Blocks never move.
///
/// One thread owns it.
struct TextMemory: ~Copyable {
    static let slabBytes = 64 << 10
    static let stepBytes = 8
    /// The largest block that is cut from a slab.
    static let blockBytesMax = 1024

    private(set) var slabs = GrowableBuffer<UnsafeMutableRawPointer>()
    private var slabUsedBytes = Self.slabBytes
    /// The first free block of each size; a free block's first word is the
    /// address of the next.
    let freeBlocks: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init() {
        let sizes = Self.blockBytesMax / Self.stepBytes + 1
        freeBlocks = .allocate(capacity: sizes)
        freeBlocks.initialize(repeating: nil, count: sizes)
    }

    deinit {
        for position in 0..<slabs.count { slabs[position].deallocate() }
        freeBlocks.deallocate()
    }

    mutating func allocate(count: Int) -> UnsafeMutablePointer<UInt8> {
        guard count <= Self.blockBytesMax else { return .allocate(capacity: count) }
        let size = Self.size(count)
        if let block = freeBlocks[size] {
            freeBlocks[size] = block.load(as: UnsafeMutableRawPointer?.self)
            return block.assumingMemoryBound(to: UInt8.self)
        }
        let bytes = Self.blockBytes(count)
        if slabUsedBytes + bytes > Self.slabBytes {
            slabs.append(.allocate(byteCount: Self.slabBytes, alignment: Self.stepBytes))
            slabUsedBytes = 0
        }
        defer { slabUsedBytes += bytes }
        return (slabs[slabs.count - 1] + slabUsedBytes).assumingMemoryBound(to: UInt8.self)
    }

    /// Takes back a block that was allocated for `count` bytes.
    mutating func free(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
        guard count <= Self.blockBytesMax else {
            start.deallocate()
            return
        }
        let block = UnsafeMutableRawPointer(start)
        let size = Self.size(count)
        block.storeBytes(of: freeBlocks[size], as: UnsafeMutableRawPointer?.self)
        freeBlocks[size] = block
    }

    /// Takes back a block that does not go with its slab.
    static func freeIfLarge(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
        if count > blockBytesMax { start.deallocate() }
    }

    /// The bytes of the block for a text of `count` bytes.
    static func blockBytes(_ count: Int) -> Int { size(count) * stepBytes }

    /// The number of steps that `count` bytes take, at least one.
    private static func size(_ count: Int) -> Int {
        max((count + stepBytes - 1) / stepBytes, 1)
    }
}
