import CWire
import OddsModel

/// Reads frames that are like one before from their first byte to their last, where
/// the head has the version, the tail is one bracket, and all records have known
/// shapes: nearly all frames of a feed.
///
/// Allocates while it learns. One thread owns it.
struct WholeFrames: ~Copyable {
    /// The head of a frame as a segment.
    private struct Head: BitwiseCopyable {
        var segment: WireSegment
        /// Among `blocks`.
        var firstBlock: Int
        var version: BatchText
        var tail: UInt8
    }

    /// The last bytes of a frame, with zeros behind them.
    private let padding: UnsafeMutablePointer<UInt8>
    private var heads = GrowableBuffer<Head>(capacity: PredictionLimits.frameSkeletonsMax)
    private var blocks = GrowableBuffer<SIMD16<UInt8>>(capacity: 64)
    /// The position in `heads` of each frame skeleton; negative: none.
    private var headOf: SIMD4<Int8> = SIMD4(repeating: -1)
    /// The one that the frames of each message type have.
    private var loaded: SIMD2<Int8> = SIMD2(repeating: -1)

    private static let paddingBytes = 192
    /// The longest head; EM's have about 60 bytes.
    private static let headBytesMax = 120

    private let isWide: Bool

    init(_ options: PredictionOptions) {
        isWide = options.kernels == .wide
        padding = .allocate(capacity: Self.paddingBytes)
        padding.initialize(repeating: 0, count: Self.paddingBytes)
    }

    deinit { padding.deallocate() }

    mutating func removeAll() {
        heads.truncate(to: 0)
        blocks.truncate(to: 0)
        headOf = SIMD4(repeating: -1)
        loaded = SIMD2(repeating: -1)
    }

    /// What became of a frame.
    enum Reading {
        /// It departs from those before; the batch is as it was.
        case departs
        /// All of it is in the batch.
        case whole
        /// The records before `offset` are in the batch. There follows another
        /// record, or a separator where `needsSeparator` says so.
        case begun(offset: Int, needsSeparator: Bool)
    }

    /// Reads a frame that is like that of a frame skeleton.
    @inline(__always)
    mutating func read(
        _ text: UnsafeRawBufferPointer, as skeleton: Int, _ messageType: MessageType,
        _ tree: UnsafeMutablePointer<SkeletonTree>, into batch: inout FrameBatch
    ) -> Reading {
        let number = headOf[skeleton]
        guard number >= 0, tree.pointee.lastEnd >= 0 else { return .departs }
        batch.begin(text)
        tree.pointee.fill(batch)
        let frame = tree.pointee.frame
        if loaded[Int(messageType.rawValue)] != number { load(number, messageType, frame) }
        let result = Int(wireFrame(frame, text.baseAddress.unsafelyUnwrapped, Int64(text.count)))
        guard result != WireFrameDeparts else { return .departs }
        tree.pointee.take(into: &batch)
        batch.messageType = messageType
        batch.setVersion(number: frame.pointee.version, heads[Int(number)].version)
        if result == WireFrameRead { return .whole }
        return .begun(
            offset: Int(frame.pointee.run.position),
            needsSeparator: Int(frame.pointee.result) == WireRunOddSeparator)
    }

    @inline(never)
    private mutating func load(
        _ number: Int8, _ messageType: MessageType, _ frame: UnsafeMutablePointer<WireFrame>
    ) {
        let head = heads[Int(number)]
        frame.pointee.head = head.segment
        frame.pointee.headBlocks = UnsafeRawPointer(blocks.pointer + head.firstBlock)
            .assumingMemoryBound(to: UInt8.self)
        frame.pointee.tail = head.tail
        frame.pointee.padding = padding
        loaded[Int(messageType.rawValue)] = number
    }

    /// Whether a head was learned for a version of so many digits.
    func hasHead(of skeleton: Int, width: Int) -> Bool {
        let number = headOf[skeleton]
        return number >= 0 && Int(heads[Int(number)].segment.digits.0.width) == width
    }

    /// Learns the head of a frame skeleton, whose version had `width` digits last.
    mutating func learn(
        _ skeleton: Int, head: UnsafeBufferPointer<UInt8>, gap: Int, width: Int, tail: UInt8
    ) {
        headOf[skeleton] = -1
        loaded = SIMD2(repeating: -1)
        // The bytes before the version and before the first record are read, too.
        let before = width <= 16 ? 16 : SkeletonTree.readableBefore
        guard heads.count < PredictionLimits.wholeHeadsMax, (1...19).contains(width),
            gap + width >= before, head.count + width >= SkeletonTree.readableBefore,
            head.count + width <= Self.headBytesMax
        else { return }
        var drawing = SegmentDrawing()
        drawing.add(UnsafeBufferPointer(rebasing: head[..<gap]))
        drawing.addDigits(width, .id, rank: 0)
        drawing.add(UnsafeBufferPointer(rebasing: head[gap...]))
        let firstBlock = blocks.count
        let segment = drawing.finish(
            &blocks, isWide: isWide)
        headOf[skeleton] = Int8(heads.count)
        heads.append(
            Head(
                segment: segment, firstBlock: firstBlock,
                version: BatchText(start: gap, count: width, isInArena: false), tail: tail))
    }
}
