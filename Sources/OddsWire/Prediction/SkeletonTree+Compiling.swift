import CWire
import OddsModel

// Makes segments of skeletons: once for each width of a number that is met, and
// once more for what has been observed not to vary. Allocates.

extension SkeletonTree {
    /// Makes the segments of a skeleton, with the widths that were read last.
    @inline(never)
    mutating func compile(_ number: Int) { compile(number, folding: nil) }

    /// Makes those in which the values of `record` are constant that were
    /// observed not to vary.
    @inline(never)
    mutating func compile(_ number: Int, folding record: UnsafePointer<UInt8>?) {
        let end = ends.pointer + number
        guard end.pointee.compileCount < PredictionLimits.compilesMax, end.pointee.runStart >= 0
        else { return }
        end.pointee.compileCount += 1
        compiled.isChanged = true
        var compiling = SegmentCompiling(record: record, firstConstant: compiled.constants.count)
        let firstSegment = Int32(compiled.segments.count)
        var step = runs.pointer + Int(end.pointee.runStart)
        let steps = step
        while true {
            if end.pointee.type == .reference, !end.pointee.hasEarlyTypeName,
                step - steps == Int(end.pointee.typeNameStep) {
                compiling.noteTypeName(of: end.pointee, &compiled)
            }
            compiling.drawing.add(
                UnsafeBufferPointer(
                    start: constants.pointer + Int(step.pointee.constantStart),
                    count: Int(step.pointee.constantCount)))
            compiling.add(step.pointee, to: &compiled)
            if step.pointee.kind == .end { break }
            step += 1
        }
        compiled.noteReadableBefore(Int(firstSegment))
        let shape = compiled.shape(number)
        if record == nil {
            shape.pointee.first = firstSegment
            if makeStraight(from: Int(firstSegment)) {
                shape.pointee.straight = firstSegment
            } else if shape.pointee.straight >= 0,
                shape.pointee.straight != shape.pointee.folded {
                // From now on its values are worth a look, as those of others.
                shape.pointee.straight = -1
                shape.pointee.hits = 0
            }
            if let (drawing, isBeforeText) = compiling.opening {
                compiled.openings.learn(
                    RecordOpening(
                        shape: number, text: drawing.template, isDigit: drawing.isDigit,
                        isBeforeText: isBeforeText))
                compiled.isChanged = true
            }
        } else if compiling.foldedCount > 0 {
            shape.pointee.folded = firstSegment
            shape.pointee.straight =
                makeStraight(from: Int(firstSegment)) ? firstSegment : -1
            shape.pointee.foldedBooleans = compiling.booleans
        }
        wireSetLikely(shape)
    }

    /// Makes the segment at `first` that of a straight shape, which is read without loops:
    /// see `straight` in `Straight.h`. Returns false if there is more that varies.
    private func makeStraight(from first: Int) -> Bool {
        let segment = compiled.segments.pointer + first
        let (id, time) = (segment.pointee.digits.0, segment.pointee.digits.1)
        guard segment.pointee.digitsCount == 2,
            id.kind == GapKind.id.rawValue, id.width > 16,
            time.kind == GapKind.integer.rawValue, time.width <= 16
        else { return false }
        switch (segment.pointee.kind, compiled.segments.count - first) {
        case (GapKind.end.rawValue, 1):
            assert(segment.pointee.tailMask == 0)
            return true
        case (GapKind.number.rawValue, 2):
            guard segment[1].tailMask != 0, segment[1].count <= 6 else { return false }
            segment.pointee.tail = segment[1].tail
            segment.pointee.tailMask = segment[1].tailMask
            segment.pointee.tailCount = UInt8(segment[1].count)
            return true
        default:
            return false
        }
    }
}

/// The segments of one skeleton under construction.
private struct SegmentCompiling {
    /// The last record that was read, for constants; `nil` for segments without.
    let record: UnsafePointer<UInt8>?
    var drawing = SegmentDrawing()
    /// The values that became constant.
    private(set) var foldedCount = 0
    /// Those of them that are booleans and true.
    private(set) var booleans: UInt32 = 0
    /// The first segment, and whether a text follows.
    private(set) var opening: (drawing: SegmentDrawing, isBeforeText: Bool)?
    private var idWidth = 0
    private var firstConstant: Int

    init(record: UnsafePointer<UInt8>?, firstConstant: Int) {
        self.record = record
        self.firstConstant = firstConstant
    }

    /// Adds what follows the constant of a step.
    mutating func add(_ step: SkeletonStep, to compiled: inout CompiledShapes) {
        let width = Int(step.width)
        // Longer numbers hardly ever change their widths.
        let isWide = width >= PredictionLimits.fixedDigitsMin && drawing.hasRoomForDigits
        // Those that did not vary will, as times do, and are read at little cost.
        let isTime = isWide && step.kind == .integer
        if let record, !step.varies, !isTime, fold(step, record, &compiled) { return }
        switch step.kind {
        case .id where isWide && width <= 19:
            idWidth = width
            drawing.addDigits(width, .id, rank: 0)
        case .repeatedID
        where idWidth >= PredictionLimits.fixedDigitsMin && drawing.hasRoomForDigits:
            drawing.addDigits(idWidth, .repeatedID, rank: 0)
        case .integer where isWide && width <= 18:
            drawing.addDigits(width, .integer, rank: step.rank)
        case .text
        where record != nil && step.textDigits >= PredictionLimits.fixedDigitsMin:
            note(text(count: Int(step.textDigits), rank: step.rank), &compiled)
            drawing.addTextDigits(Int(step.textDigits))
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) {
                $0[0] = UInt8(ascii: "\"")
                drawing.add(UnsafeBufferPointer($0))
            }
        case .null: break
        case .id, .repeatedID, .text, .integer, .number, .boolean, .ignored, .referenceValue, .end:
            if step.kind == .id { idWidth = width }
            close(step, &compiled)
        }
    }

    /// Notes the name of a reference entity's type, which is in the constant that comes
    /// next, and is a value like others.
    func noteTypeName(of end: SkeletonEnd, _ compiled: inout CompiledShapes) {
        compiled.constants.append(
            text(
                at: Int(end.typeNameOffset), count: Int(end.typeNameCount),
                rank: end.slotCount - 1))
    }

    /// A text that begins `offset` bytes behind what is drawn.
    private func text(at offset: Int = 0, count: Int, rank: UInt8) -> WireConstant {
        let start = UInt64(drawing.template.count + offset)
        return WireConstant(word: start << 32 | UInt64(count), rank: UInt32(rank), isText: 1)
    }

    private mutating func note(_ constant: WireConstant, _ compiled: inout CompiledShapes) {
        compiled.constants.append(constant)
        foldedCount += 1
    }

    /// Takes the value that the record has as constant. Returns false where that
    /// cannot be.
    private mutating func fold(
        _ step: SkeletonStep, _ record: UnsafePointer<UInt8>, _ compiled: inout CompiledShapes
    ) -> Bool {
        let text = UnsafeBufferPointer(
            start: record + Int(step.gapStart), count: Int(step.gapEnd - step.gapStart))
        guard text.count <= PredictionLimits.foldedBytesMax,
            compiled.constants.count - firstConstant < PredictionLimits.runSlotsMax
        else { return false }
        let rank = UInt32(step.rank)
        switch step.kind {
        case .text:
            // The gap has the closing quote.
            note(self.text(count: text.count - 1, rank: step.rank), &compiled)
        case .boolean:
            if text[0] == UInt8(ascii: "t") { booleans |= 1 << UInt32(step.property) }
            foldedCount += 1
        case .ignored:
            foldedCount += 1
        case .integer:
            guard let value = wholeNumber(text) else { return false }
            note(
                WireConstant(word: UInt64(bitPattern: value), rank: rank, isText: 0), &compiled)
        case .number:
            let powers = PowersOfTen.allocate()
            defer { powers.deallocate() }
            guard let value = doubleValue(text, powers) else { return false }
            note(WireConstant(word: value.bitPattern, rank: rank, isText: 0), &compiled)
        case .id, .repeatedID, .null, .referenceValue, .end:
            return false
        }
        drawing.add(text)
        return true
    }

    /// Ends a segment with the gap of a step.
    private mutating func close(_ step: SkeletonStep, _ compiled: inout CompiledShapes) {
        var segment = drawing.finish(&compiled.blocks, isWide: compiled.isWide)
        let constantCount = compiled.constants.count - firstConstant
        let count = drawing.template.count
        if step.kind == .end, (1...8).contains(count), drawing.isConstant, constantCount == 0 {
            segment.tailMask = .max >> UInt64(64 - 8 * count)
            for (index, byte) in drawing.template.enumerated() {
                segment.tail |= UInt64(byte) << UInt64(8 * index)
            }
        }
        segment.kind = step.kind.rawValue
        segment.rank = step.rank
        segment.property = step.property
        segment.nameCount = UInt16(step.nameCount)
        segment.nameOffset = UInt16(step.nameOffset)
        segment.firstConstant = UInt32(firstConstant)
        segment.constantCount = UInt8(constantCount)
        if constantCount > 0 { segment.hasValues = 1 }
        compiled.segments.append(segment)
        if opening == nil { opening = (drawing, step.kind == .text) }
        drawing = SegmentDrawing()
        firstConstant = compiled.constants.count
    }
}
