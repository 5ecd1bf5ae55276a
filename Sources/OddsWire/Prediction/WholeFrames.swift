import CWire
import OddsModel

/// Reads frames that are like one before from their first byte to their last, where
/// all records have known shapes: nearly all frames of a feed.
///
/// Allocates while it learns. One thread owns it.
struct WholeFrames: ~Copyable {
    /// What is before and behind the records of a frame, as segments. One of them has
    /// the version.
    private struct Parts: BitwiseCopyable {
        var head: WireSegment
        var tail: WireSegment
        /// Among `blocks`.
        var firstHeadBlock: Int
        var firstTailBlock: Int
        var versionWidth: Int
    }

    /// The last bytes of a frame, with zeros behind them.
    private let padding: UnsafeMutablePointer<UInt8>
    private var parts = GrowableBuffer<Parts>(capacity: PredictionLimits.frameSkeletonsMax)
    private var blocks = GrowableBuffer<SIMD16<UInt8>>(capacity: 64)
    /// The position in `parts` of each frame skeleton; negative: none.
    private var partsOf: SIMD4<Int8> = SIMD4(repeating: -1)
    /// The one that the frames of each message type have.
    private var loaded: SIMD2<Int8> = SIMD2(repeating: -1)

    private static let paddingBytes = 192
    /// The longest head or tail; EM's heads have about 60 bytes.
    private static let partBytesMax = 200

    /// The digits of a version are read with up to so many bytes before its end.
    private static let readableBefore = 20

    private let isWide: Bool

    init(_ options: PredictionOptions) {
        isWide = options.kernels == .wide
        padding = .allocate(capacity: Self.paddingBytes)
        padding.initialize(repeating: 0, count: Self.paddingBytes)
    }

    deinit { padding.deallocate() }

    mutating func removeAll() {
        parts.truncate(to: 0)
        blocks.truncate(to: 0)
        partsOf = SIMD4(repeating: -1)
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
        let number = partsOf[skeleton]
        guard number >= 0, tree.pointee.lastEnd >= 0 else { return .departs }
        batch.begin(text)
        let frame = tree.pointee.frame
        tree.pointee.fill(tree.pointee.run, batch)
        if loaded[Int(messageType.rawValue)] != number { load(number, messageType, frame) }
        guard Int(frame.pointee.head.count) >= tree.pointee.compiled.readableBefore else {
            return .departs
        }
        let result = Int(wireFrame(frame, text.baseAddress.unsafelyUnwrapped, Int64(text.count)))
        guard result != WireFrameDeparts else { return .departs }
        tree.pointee.take(into: &batch)
        batch.messageType = messageType
        batch.setVersion(
            number: frame.pointee.version, BatchText(rawValue: frame.pointee.versionText))
        if result == WireFrameRead { return .whole }
        return .begun(
            offset: Int(frame.pointee.run.position),
            needsSeparator: Int(frame.pointee.result) == WireRunOddSeparator)
    }

    @inline(never)
    private mutating func load(
        _ number: Int8, _ messageType: MessageType, _ frame: UnsafeMutablePointer<WireFrame>
    ) {
        let parts = parts[Int(number)]
        frame.pointee.head = parts.head
        frame.pointee.tail = parts.tail
        frame.pointee.headBlocks = block(parts.firstHeadBlock)
        frame.pointee.tailBlocks = block(parts.firstTailBlock)
        frame.pointee.padding = padding
        loaded[Int(messageType.rawValue)] = number
    }

    private func block(_ number: Int) -> UnsafePointer<UInt8> {
        UnsafeRawPointer(blocks.pointer + number).assumingMemoryBound(to: UInt8.self)
    }

    /// Whether a frame skeleton was learned with a version of so many digits.
    func hasParts(of skeleton: Int, width: Int) -> Bool {
        let number = partsOf[skeleton]
        return number >= 0 && parts[Int(number)].versionWidth == width
    }

    /// Learns what is before and behind the records of a frame skeleton.
    ///
    /// - Parameters:
    ///   - skeleton: Its number.
    ///   - text: A frame of it.
    ///   - records: From the first bracket of the first to the last one of the last.
    ///   - version: The digits of the version.
    mutating func learn(
        _ skeleton: Int, _ text: UnsafeBufferPointer<UInt8>, records: Range<Int>,
        version: Range<Int>
    ) {
        partsOf[skeleton] = -1
        loaded = SIMD2(repeating: -1)
        let isFirst = version.lowerBound < records.lowerBound
        assert(isFirst ? version.upperBound < records.lowerBound
            : version.lowerBound > records.upperBound)
        guard parts.count < PredictionLimits.wholeFramesMax, (1...19).contains(version.count),
            !isFirst || version.upperBound >= Self.readableBefore,
            records.lowerBound <= Self.partBytesMax,
            text.count - records.upperBound <= Self.partBytesMax
        else { return }
        let (head, firstHeadBlock) = part(
            text, 0..<records.lowerBound, isFirst ? version : nil)
        var (tail, firstTailBlock) = part(
            text, records.upperBound..<text.count, isFirst ? nil : version)
        if tail.digitsCount == 0, tail.count <= 8 {
            // Few bytes are compared as the last ones of a word.
            for byte in text[records.upperBound...] {
                tail.tail = tail.tail >> 8 | UInt64(byte) << 56
            }
            tail.tailMask = .max << UInt64(64 - 8 * Int(tail.count))
        }
        partsOf[skeleton] = Int8(parts.count)
        parts.append(
            Parts(
                head: head, tail: tail, firstHeadBlock: firstHeadBlock,
                firstTailBlock: firstTailBlock, versionWidth: version.count))
    }

    private mutating func part(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ version: Range<Int>?
    ) -> (segment: WireSegment, firstBlock: Int) {
        var drawing = SegmentDrawing()
        if let version {
            drawing.add(UnsafeBufferPointer(rebasing: text[range.lowerBound..<version.lowerBound]))
            drawing.addDigits(version.count, .id, rank: 0)
            drawing.add(UnsafeBufferPointer(rebasing: text[version.upperBound..<range.upperBound]))
        } else {
            drawing.add(UnsafeBufferPointer(rebasing: text[range]))
        }
        let firstBlock = blocks.count
        return (drawing.finish(&blocks, isWide: isWide), firstBlock)
    }
}
