import OddsModel

/// The shapes of the frames so far: the bytes before and after the records,
/// with a gap for the version. Allocates while it learns. One thread owns it.
struct FrameSkeletons: ~Copyable {
    struct Skeleton: BitwiseCopyable {
        /// The first skeleton with the same message type and head.
        var group: Int
        var head: Part
        var tail: Part
        var messageType: MessageType
        /// Whether frames of the other message type have the same head, as they
        /// do if the records come first.
        var isHeadShared = false
    }

    /// Constant bytes with at most one gap.
    struct Part: BitwiseCopyable {
        var start: Int
        var count: Int
        /// Where the version's digits are inserted; negative if nowhere.
        var gap = -1
        /// The number of digits of the last version read.
        var width: UInt8 = 0
    }

    /// The readable bytes that comparisons need after a constant.
    private static let paddingCount = 8

    private var skeletons = GrowableBuffer<Skeleton>(capacity: PredictionLimits.frameSkeletonsMax)
    private var constants = GrowableBuffer<UInt8>(capacity: 1024)

    /// The skeleton that matched last.
    private var last = 0
    private var whole: WholeFrames

    init(_ options: PredictionOptions) { whole = WholeFrames(options) }

    /// Reads a frame that is like the last one from its first byte to its last.
    ///
    /// - Parameter trees: The shapes of records, by message type.
    @inline(__always)
    mutating func readWhole(
        _ text: UnsafeRawBufferPointer, _ trees: UnsafeMutablePointer<SkeletonTree>,
        into batch: inout FrameBatch
    ) -> WholeFrames.Reading {
        guard last < skeletons.count else { return .departs }
        let messageType = skeletons[last].messageType
        return whole.read(
            text, as: last, messageType, trees + Int(messageType.rawValue), into: &batch)
    }

    /// Learns to read frames like the last one as wholes, if they can be.
    ///
    /// - Parameters:
    ///   - records: The array with its brackets.
    ///   - version: The text of the frame's version.
    @inline(never)
    mutating func learnWhole(_ scanner: JSONScanner, records: Range<Int>, version: BatchText) {
        guard !whole.hasParts(of: last, width: version.count) else { return }
        // With the brackets, and the space within them.
        var first = records.lowerBound + 1
        scanner.skipSpace(&first)
        var end = records.upperBound - 1
        while end > first, " \t\n\r".utf8.contains(scanner.byte(end - 1)) { end -= 1 }
        // What is no object would be taken for a part of the tail.
        guard end > first, scanner.byte(end - 1) == UInt8(ascii: "}") else { return }
        whole.learn(
            last, UnsafeBufferPointer(start: scanner.base, count: scanner.count),
            records: first..<end, version: version.start..<version.start + version.count)
    }

    /// The skeleton of the last frame.
    var lastSkeleton: Int { last }

    func messageType(of skeleton: Int) -> MessageType { skeletons[skeleton].messageType }

    /// Finds a skeleton whose head matches the text, trying the last one first,
    /// and moves to the bracket of the records. If the head does not determine
    /// the message type, the end of the text must match too: records parsed
    /// with the wrong type would have to be parsed again.
    @inline(__always)
    mutating func matchHead(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> Int? {
        guard last < skeletons.count else { return nil }
        var position = 0
        if match(&(skeletons.pointer + last).pointee.head, scanner, &position, &batch),
            !skeletons[last].isHeadShared || endsLike(skeletons[last].tail, scanner) {
            offset = position
            return last
        }
        return matchOtherHead(scanner, &offset, &batch)
    }

    @inline(never)
    private mutating func matchOtherHead(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> Int? {
        for index in 0..<skeletons.count where index != last {
            var position = 0
            if match(&(skeletons.pointer + index).pointee.head, scanner, &position, &batch),
                !skeletons[index].isHeadShared || endsLike(skeletons[index].tail, scanner) {
                offset = position
                last = index
                return index
            }
        }
        return nil
    }

    /// Whether the text probably ends in a tail, compared from the end; only
    /// `matchTail` is certain.
    @inline(never)
    private func endsLike(_ tail: Part, _ scanner: JSONScanner) -> Bool {
        let constant = UnsafePointer(constants.pointer) + tail.start
        let before = max(tail.gap, 0)
        let behind = tail.count - before
        var end = scanner.count - behind
        guard end >= 0, equalBytes(scanner.base + end, constant + before, behind) else {
            return false
        }
        guard tail.gap >= 0 else { return true }
        while end > 0, scanner.byte(end - 1) &- UInt8(ascii: "0") < 10 { end -= 1 }
        return end >= before && equalBytes(scanner.base + (end - before), constant, before)
    }

    /// Whether the text from `offset` on, after the records, matches the tail
    /// of the skeleton or of another one with the same head.
    @inline(__always)
    mutating func matchTail(
        of skeleton: Int, _ scanner: JSONScanner, _ offset: Int, _ batch: inout FrameBatch
    ) -> Bool {
        var position = offset
        if match(&(skeletons.pointer + skeleton).pointee.tail, scanner, &position, &batch),
            position == scanner.count {
            return true
        }
        return matchOtherTail(of: skeleton, scanner, offset, &batch)
    }

    @inline(never)
    private mutating func matchOtherTail(
        of skeleton: Int, _ scanner: JSONScanner, _ offset: Int, _ batch: inout FrameBatch
    ) -> Bool {
        let group = skeletons[skeleton].group
        for index in group..<skeletons.count where skeletons[index].group == group {
            var position = offset
            if match(&(skeletons.pointer + index).pointee.tail, scanner, &position, &batch),
                position == scanner.count {
                return true
            }
        }
        return false
    }

    @inline(__always)
    private func match(
        _ part: inout Part, _ scanner: JSONScanner, _ offset: inout Int,
        _ batch: inout FrameBatch
    ) -> Bool {
        let constant = UnsafePointer(constants.pointer) + part.start
        guard part.gap >= 0 else { return scanner.hasConstant(constant, part.count, &offset) }
        guard scanner.hasConstant(constant, part.gap, &offset) else { return false }
        let start = offset
        guard let number = scanner.readDigits(&offset, width: &part.width) else { return false }
        batch.setVersion(
            number: number,
            BatchText(start: start, count: offset &- start, isInArena: false))
        return scanner.hasConstant(constant + part.gap, part.count &- part.gap, &offset)
    }

    /// Learns the shape of a legal frame, unless it is too long. If there are
    /// too many shapes, discards them all first.
    mutating func learn(
        _ scanner: JSONScanner, records: Range<Int>, version: ScannedString?,
        _ messageType: MessageType
    ) {
        let byteCount = scanner.count - records.count
        guard byteCount <= PredictionLimits.recordBytesMax else { return }
        let headGap = version.flatMap { $0.start < records.lowerBound ? $0 : nil }
        let tailGap = version.flatMap { $0.start > records.lowerBound ? $0 : nil }
        if skeletons.count == PredictionLimits.frameSkeletonsMax {
            skeletons.truncate(to: 0)
            constants.truncate(to: 0)
            whole.removeAll()
            last = 0
        }
        let head = append(0..<records.lowerBound, without: headGap, scanner)
        let tail = append(records.upperBound..<scanner.count, without: tailGap, scanner)
        let group = group(of: head, messageType) ?? skeletons.count
        var skeleton = Skeleton(group: group, head: head, tail: tail, messageType: messageType)
        for index in 0..<skeletons.count
        where skeletons[index].messageType != messageType
            && isEqual(skeletons[index].head, head) {
            (skeletons.pointer + index).pointee.isHeadShared = true
            skeleton.isHeadShared = true
        }
        skeletons.append(skeleton)
    }

    private func group(of head: Part, _ messageType: MessageType) -> Int? {
        (0..<skeletons.count).first {
            skeletons[$0].messageType == messageType && isEqual(skeletons[$0].head, head)
        }.map { skeletons[$0].group }
    }

    private func isEqual(_ part: Part, _ other: Part) -> Bool {
        part.count == other.count && part.gap == other.gap
            && equalBytes(
                constants.pointer + part.start, constants.pointer + other.start, part.count)
    }

    private mutating func append(
        _ range: Range<Int>, without gap: ScannedString?, _ scanner: JSONScanner
    ) -> Part {
        let start = constants.count
        guard let gap else {
            constants.append(from: scanner.base + range.lowerBound, count: range.count)
            _ = constants.extend(by: Self.paddingCount)
            return Part(start: start, count: range.count)
        }
        let before = gap.start - range.lowerBound
        let behind = gap.start + gap.count
        constants.append(from: scanner.base + range.lowerBound, count: before)
        constants.append(from: scanner.base + behind, count: range.upperBound - behind)
        _ = constants.extend(by: Self.paddingCount)
        return Part(start: start, count: range.count - gap.count, gap: before)
    }
}
