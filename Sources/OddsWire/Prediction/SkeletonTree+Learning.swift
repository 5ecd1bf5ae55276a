import OddsModel

// Learns skeletons from records that the general parser has read, once for each
// kind of record in the traffic. Allocates.

extension SkeletonTree {
    /// Learns the record in `range` of the text; `record` is the result of the
    /// general parser. Records with escaped or repeated keys, or with values in
    /// unusual forms, are not learned.
    ///
    /// - Complexity: O(bytes).
    mutating func learn(
        _ range: Range<Int>, _ record: BatchRecord, _ messageType: MessageType,
        _ scanner: JSONScanner, _ names: borrowing PropertyNames, _ batch: inout FrameBatch
    ) {
        guard range.count <= PredictionLimits.recordBytesMax else { return }
        guard passedOverCount >= passOverCount else {
            passedOverCount += 1
            return
        }
        if ends.count >= PredictionLimits.skeletonsMax {
            missCount += 1
            guard missCount > PredictionLimits.missesMax else { return }
            removeAll()
        }
        var drawing = SkeletonDrawing(
            constantStart: range.lowerBound, end: range.upperBound,
            result: SkeletonEnd(operation: record.operation, type: record.type))
        let isDrawn =
            (try? drawing.draw(messageType, scanner, names, &batch)) ?? false
        passedOverCount = 0
        guard isDrawn, drawing.result.present == record.present,
            record.operation == .put || drawing.result.cleared == record.cleared
        else {
            passOverCount = min(2 * passOverCount + 1, PredictionLimits.passOverMax)
            return
        }
        passOverCount = 0
        drawing.result.cleared = record.cleared
        insert(drawing, range, messageType, scanner)
    }

    private mutating func insert(
        _ drawing: SkeletonDrawing, _ range: Range<Int>, _ messageType: MessageType,
        _ scanner: JSONScanner
    ) {
        guard drawing.steps.count <= PredictionLimits.stepsMax else { return }
        var parent = Self.noNode
        var path: [Int32] = []
        for (range, step) in drawing.steps {
            parent = child(of: parent, like: step, range, scanner)
            path.append(parent)
        }
        (nodes.pointer + Int(parent)).pointee.step.end = UInt32(ends.count)
        var end = drawing.result
        addRun(path, &end)
        ends.append(end)
        compiled.addShape(of: end, in: messageType)
        noteUnexpected(ends.count - 1, scanner, range.lowerBound)
    }

    private mutating func addRun(_ path: [Int32], _ end: inout SkeletonEnd) {
        let isReference = end.type == .reference
        let slotBits: UInt32 =
            isReference ? 0 : end.present & ((1 << UInt32(Schema.slotCount(of: end.type))) - 1)
        let slotCount = isReference ? 2 * Int(end.present) + 1 : slotBits.nonzeroBitCount
        guard slotCount <= PredictionLimits.runSlotsMax else { return }
        end.slotCount = UInt8(slotCount)
        end.runStart = Int32(runs.count)
        var referenceSlot: UInt8 = 0
        var hasID = false
        for node in path {
            var step = nodes[Int(node)].step
            // The first of both is read, and the second compared with it.
            if step.kind == .id || step.kind == .repeatedID {
                step.kind = hasID ? .repeatedID : .id
                hasID = true
            }
            if step.kind == .referenceValue {
                step.rank = referenceSlot
                referenceSlot += 2
            } else {
                let before = slotBits & ((1 << UInt32(step.property)) - 1)
                step.rank = UInt8(before.nonzeroBitCount)
            }
            step.alternative = Int32(runs.count)
            runs.append(step)
        }
        joinAlternatives(path.count, Int(end.runStart))
    }

    /// Adds the step at which the new run diverges from others to a ring of
    /// alternatives: that of the run with which it shares the most steps.
    private mutating func joinAlternatives(_ stepCount: Int, _ newRun: Int) {
        var most = 0
        var neighbour = -1
        for position in 0..<ends.count where ends[position].runStart >= 0 {
            let run = Int(ends[position].runStart)
            var shared = 0
            while shared < stepCount, runs[run + shared].isSame(as: runs[newRun + shared]) {
                shared += 1
            }
            if shared > most, shared < stepCount { (most, neighbour) = (shared, run + shared) }
        }
        guard neighbour >= 0 else { return }
        let new = runs.pointer + (newRun + most)
        new.pointee.alternative = runs[neighbour].alternative
        (runs.pointer + neighbour).pointee.alternative = Int32(newRun + most)
    }

    /// The child with this constant and gap, which is added if there is none.
    private mutating func child(
        of parent: Int32, like step: SkeletonStep, _ range: Range<Int>, _ scanner: JSONScanner
    ) -> Int32 {
        let first = parent == Self.noNode ? firstNode : nodes[Int(parent)].firstChild
        var index = first
        while index != Self.noNode {
            let node = nodes[Int(index)]
            if node.step.hasSameGap(as: step), Int(node.step.constantCount) == range.count,
                equalBytes(
                    constants.pointer + Int(node.step.constantStart),
                    scanner.base + range.lowerBound, range.count) {
                return index
            }
            index = node.nextSibling
        }
        var step = step
        step.constantCount = UInt32(range.count)
        let padded = (range.count + 15) & ~7
        step.constantStart = UInt32(constants.extend(by: padded))
        let constant = constants.pointer + Int(step.constantStart)
        constant.update(repeating: 0, count: padded)
        constant.update(from: scanner.base + range.lowerBound, count: range.count)
        nodes.append(Node(step: step, nextSibling: first))
        setFirst(Int32(nodes.count - 1), below: parent)
        return Int32(nodes.count - 1)
    }
}

/// A skeleton under construction from a record, whose text is known to be
/// legal.
private struct SkeletonDrawing {
    /// Each step's constant as a range of the text.
    var steps: [(constant: Range<Int>, step: SkeletonStep)] = []
    /// Where the constant before the next gap begins.
    var constantStart: Int
    /// Where the record ends.
    let end: Int
    var result: SkeletonEnd
    private var keys: Set<[UInt8]> = []
    private var lastProperty = -1
    private var hasID = false

    init(constantStart: Int, end: Int, result: SkeletonEnd) {
        self.constantStart = constantStart
        self.end = end
        self.result = result
    }

    /// Draws the whole record. Returns false if it cannot be learned.
    mutating func draw(
        _ messageType: MessageType, _ scanner: JSONScanner, _ names: borrowing PropertyNames,
        _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        let isDump = messageType == .initialDump
        var offset = constantStart
        let isDrawn = try drawMembers(&offset, scanner) {
            (drawing, key, offset) throws(FrameError) in
            if batch.text(key, equals: "id") {
                drawing.hasID = true
                return drawing.addQuoted(.id, &offset, scanner)
            }
            if batch.text(key, equals: isDump ? "_type" : "entityType") {
                return try drawing.addTypeName(&offset, scanner)
            }
            if isDump {
                return try drawing.addProperty(key, 3, &offset, scanner, names, &batch)
            }
            if batch.text(key, equals: "changeType") {
                return try drawing.passString(&offset, scanner)
            }
            let operation = drawing.result.operation
            if operation == .put, batch.text(key, equals: "entity") {
                return try drawing.drawProperties(true, &offset, scanner, names, &batch)
            }
            if operation == .patch, batch.text(key, equals: "changedProperties") {
                return try drawing.drawProperties(false, &offset, scanner, names, &batch)
            }
            return try drawing.addIgnored(3, &offset, scanner)
        }
        guard isDrawn, hasID, offset == end else { return false }
        add(SkeletonStep(kind: .end), at: end)
        return true
    }

    private mutating func drawProperties(
        _ isEntity: Bool, _ offset: inout Int, _ scanner: JSONScanner,
        _ names: borrowing PropertyNames, _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        let outerKeys = keys
        keys = []
        defer { keys = outerKeys }
        return try drawMembers(&offset, scanner) {
            (drawing, key, offset) throws(FrameError) in
            if batch.text(key, equals: "id") {
                return isEntity
                    ? drawing.addQuoted(.repeatedID, &offset, scanner)
                    : try drawing.addIgnored(4, &offset, scanner)
            }
            if batch.text(key, equals: "_type") {
                // The general parser has compared it with the record's type.
                return isEntity
                    ? try drawing.passString(&offset, scanner)
                    : try drawing.addIgnored(4, &offset, scanner)
            }
            return try drawing.addProperty(key, 4, &offset, scanner, names, &batch)
        }
    }

    /// Calls `body` at the value of each member of the object at `offset`.
    private mutating func drawMembers(
        _ offset: inout Int, _ scanner: JSONScanner,
        _ body: (inout SkeletonDrawing, ScannedString, inout Int) throws(FrameError) -> Bool
    ) throws(FrameError) -> Bool {
        if scanner.scanOpening(UInt8(ascii: "}"), &offset) { return true }
        repeat {
            let key = try scanner.scanString(&offset)
            let bytes = UnsafeBufferPointer(start: scanner.base + key.start, count: key.count)
            guard !key.hasEscapes, keys.insert(Array(bytes)).inserted else { return false }
            try scanner.scanColon(&offset)
            guard try body(&self, key, &offset) else { return false }
        } while try scanner.scanSeparator(UInt8(ascii: "}"), &offset)
        return true
    }

    // MARK: Steps

    private mutating func add(_ step: SkeletonStep, at offset: Int) {
        steps.append((constantStart..<offset, step))
        constantStart = offset
    }

    /// Adds a gap that begins after an opening quote. The gap of a text ends
    /// after the closing quote, that of an id before it.
    private mutating func addQuoted(
        _ kind: GapKind, property: Int = 0, _ offset: inout Int, _ scanner: JSONScanner
    ) -> Bool {
        guard scanner.byte(offset) == UInt8(ascii: "\""),
            let string = try? scanner.scanString(&offset),
            kind == .text || !string.hasEscapes
        else { return false }
        add(SkeletonStep(kind: kind, property: UInt8(property)), at: string.start)
        constantStart = kind == .text ? offset : offset - 1
        return true
    }

    private mutating func addIgnored(
        _ depth: Int, _ offset: inout Int, _ scanner: JSONScanner
    ) throws(FrameError) -> Bool {
        add(SkeletonStep(kind: .ignored, depth: UInt8(depth)), at: offset)
        try scanner.scanValue(&offset, depth: 0)
        constantStart = offset
        return true
    }

    /// Passes a string that is constant in all records of the kind.
    private mutating func passString(
        _ offset: inout Int, _ scanner: JSONScanner
    ) throws(FrameError) -> Bool {
        guard scanner.byte(offset) == UInt8(ascii: "\"") else { return false }
        return try !scanner.scanString(&offset).hasEscapes
    }

    private mutating func addTypeName(
        _ offset: inout Int, _ scanner: JSONScanner
    ) throws(FrameError) -> Bool {
        guard scanner.byte(offset) == UInt8(ascii: "\"") else { return false }
        let name = try scanner.scanString(&offset)
        result.typeNameStep = UInt8(truncatingIfNeeded: steps.count)
        result.typeNameOffset = UInt32(name.start - constantStart)
        result.typeNameCount = UInt32(name.count)
        return !name.hasEscapes
    }

    private mutating func addProperty(
        _ key: ScannedString, _ depth: Int, _ offset: inout Int, _ scanner: JSONScanner,
        _ names: borrowing PropertyNames, _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        if result.type == .reference {
            let nameOffset = UInt32(offset - key.start)
            add(
                SkeletonStep(
                    kind: .referenceValue, depth: UInt8(depth), nameOffset: nameOffset,
                    nameCount: UInt32(key.count)),
                at: offset)
            try scanner.scanValue(&offset, depth: 0)
            constantStart = offset
            result.present += 1
            return true
        }
        guard let property = names.find(scanner.base + key.start, key.count, in: result.type)
        else { return try addIgnored(depth, &offset, scanner) }
        let index = Int(property.index)
        let bit: UInt32 = 1 << UInt32(index)
        if scanner.isNull(offset) {
            try scanner.scanValue(&offset, depth: 0)
            add(SkeletonStep(kind: .null, property: UInt8(index)), at: offset)
            result.cleared |= bit
            return true
        }
        result.present |= bit
        let kind: GapKind
        switch property.form {
        case .text, .textOrInteger:
            noteOrder(index)
            return addQuoted(.text, property: index, &offset, scanner)
        case .boolean: kind = .boolean
        case .integer: kind = .integer
        case .number: kind = .number
        }
        if kind != .boolean { noteOrder(index) }
        add(SkeletonStep(kind: kind, property: UInt8(index)), at: offset)
        try scanner.scanValue(&offset, depth: 0)
        constantStart = offset
        return true
    }

    private mutating func noteOrder(_ property: Int) {
        if property < lastProperty { result.isAscending = false }
        lastProperty = property
    }
}
