import OddsModel

// Reads records that match a skeleton: the hottest code of the parser.
// Allocates only when the batch grows.

extension SkeletonTree {
    /// Reads the record at `offset` if it matches a skeleton: appends it to the
    /// batch and moves `offset` past it. Otherwise returns false and leaves the
    /// batch and the offset unchanged.
    ///
    /// - Complexity: O(bytes of the record) per skeleton that begins like it,
    ///   in at most `PredictionLimits.triesMax` steps.
    mutating func match(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> Bool {
        var reading = RecordReading()
        let firstSlot = batch.slots.count
        batch.slots.reserve(firstSlot + 2 * PredictionLimits.stepsMax + 2)
        let mark = batch.mark
        let slots = batch.slots.pointer
        var slotCount = firstSlot
        var level = 0
        var start = offset
        var index = firstNode
        var tries = PredictionLimits.triesMax
        var isFirstChoice = true
        while true {
            if index == Self.noNode {
                // Nothing matches here: try the next sibling of the previous
                // step.
                guard level > 0 else { break }
                level -= 1
                start = trail[level].start
                slotCount = Int(trail[level].slotCount)
                index = nodes[Int(trail[level].node)].nextSibling
                isFirstChoice = false
                continue
            }
            tries -= 1
            guard tries > 0 else { break }
            let node = nodes.pointer + Int(index)
            var position = start
            guard scanner.hasConstant(
                constants.pointer + Int(node.pointee.step.constantStart),
                Int(node.pointee.step.constantCount), &position)
            else {
                index = node.pointee.nextSibling
                isFirstChoice = false
                continue
            }
            trail[level] = Trail(node: index, slotCount: Int32(slotCount), start: start)
            if node.pointee.step.kind == .end {
                guard finish(node.pointee.step, firstSlot, slotCount, reading, scanner, &batch)
                else { break }
                if !isFirstChoice { notePath(toLevel: level) }
                noteUnexpected(Int(node.pointee.step.end), scanner, offset)
                offset = position
                return true
            }
            guard
                readGap(
                    node.pointee.step, scanner, &position, slots, &slotCount, &reading, &batch)
            else {
                index = node.pointee.nextSibling
                isFirstChoice = false
                continue
            }
            level += 1
            start = position
            index = node.pointee.firstChild
        }
        batch.rollBack(to: mark)
        return false
    }

    /// The values read so far that are not stored in slots.
    struct RecordReading {
        /// The text of the id; the count is negative until it has been read.
        var idStart = 0
        var idCount = -1
        /// The id if it is a plain number.
        var key = EntityKey(rawValue: .max)
        var repeatedStart = 0
        var repeatedCount = -1
        var booleans: UInt32 = 0
    }

    // MARK: Gaps

    private func readGap(
        _ step: SkeletonStep, _ scanner: JSONScanner, _ offset: inout Int,
        _ slots: UnsafeMutablePointer<UInt64>, _ slotCount: inout Int,
        _ reading: inout RecordReading, _ batch: inout FrameBatch
    ) -> Bool {
        switch step.kind {
        case .number:
            guard let value = scanner.readNumber(&offset) else { return false }
            slots[slotCount] = value.bitPattern
            slotCount &+= 1
        case .integer:
            guard let value = scanner.readInteger(&offset) else { return false }
            slots[slotCount] = UInt64(bitPattern: value)
            slotCount &+= 1
        case .id:
            return readID(scanner, &offset, &reading)
        case .text:
            guard let text = readText(scanner, &offset, &batch) else { return false }
            slots[slotCount] = text.rawValue
            slotCount &+= 1
        case .boolean:
            return readBoolean(step, scanner, &offset, &reading)
        case .null:
            break
        case .repeatedID:
            guard let string = scanner.readPlainString(&offset) else { return false }
            offset &-= 1
            reading.repeatedStart = string.start
            reading.repeatedCount = string.count
        case .ignored:
            return scanner.passValue(&offset, depth: Int(step.depth))
        case .referenceValue:
            let start = offset
            guard scanner.passValue(&offset, depth: Int(step.depth)) else { return false }
            step.noteReference(start..<offset, scanner, slots + slotCount)
            slotCount &+= 2
        case .end:
            return false
        }
        return true
    }

    @inline(__always)
    private func readID(
        _ scanner: JSONScanner, _ offset: inout Int, _ reading: inout RecordReading
    ) -> Bool {
        let start = offset
        if let key = scanner.readPlainID(&offset), scanner.byte(offset) == UInt8(ascii: "\"") {
            reading.key = EntityKey(rawValue: key)
            reading.idStart = start
            reading.idCount = offset &- start
            return true
        }
        offset = start
        guard let string = scanner.readPlainString(&offset), string.count > 0 else {
            return false
        }
        offset &-= 1
        reading.idStart = string.start
        reading.idCount = string.count
        reading.key = EntityKey(rawValue: .max)
        return true
    }

    @inline(__always)
    private func readText(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> BatchText? {
        // The opening quote is the last byte of the constant.
        offset &-= 1
        guard let string = try? scanner.scanString(&offset) else { return nil }
        return batch.text(string)
    }

    @inline(__always)
    private func readBoolean(
        _ step: SkeletonStep, _ scanner: JSONScanner, _ offset: inout Int,
        _ reading: inout RecordReading
    ) -> Bool {
        guard let value = scanner.readBoolean(&offset) else { return false }
        let bit: UInt32 = 1 &<< UInt32(step.property)
        reading.booleans = value ? reading.booleans | bit : reading.booleans & ~bit
        return true
    }

    // MARK: The end

    /// Appends the record. Returns false if the general parser must read it
    /// after all.
    @inline(__always)
    private func finish(
        _ step: SkeletonStep, _ firstSlot: Int, _ slotEnd: Int, _ reading: RecordReading,
        _ scanner: JSONScanner, _ batch: inout FrameBatch
    ) -> Bool {
        let end = ends[Int(step.end)]
        if reading.repeatedCount >= 0 {
            guard reading.repeatedCount == reading.idCount,
                equalBytes(
                    scanner.base + reading.repeatedStart, scanner.base + reading.idStart,
                    reading.idCount)
            else { return false }
        }
        _ = batch.slots.extend(by: slotEnd &- firstSlot)
        if !end.isAscending { sortSlots(from: firstSlot, batch) }
        if end.type == .reference { batch.slots.append(typeName(end).rawValue) }
        var key = reading.key
        if key.rawValue == .max {
            let text = BatchText(
                start: reading.idStart, count: reading.idCount, isInArena: false)
            key = batch.key(text)
        }
        batch.records.append(
            BatchRecord(
                key: key, present: end.present, cleared: end.cleared,
                booleans: reading.booleans, firstSlot: UInt32(truncatingIfNeeded: firstSlot),
                operation: end.operation, type: end.type))
        return true
    }

    /// Where the record on the trail has the name of its type.
    func typeName(_ end: SkeletonEnd) -> BatchText {
        let start = trail[Int(end.typeNameStep)].start + Int(end.typeNameOffset)
        return BatchText(start: start, count: Int(end.typeNameCount), isInArena: false)
    }

    /// Sorts the slots by property. The steps on the trail tell which property
    /// each slot belongs to.
    private func sortSlots(from firstSlot: Int, _ batch: borrowing FrameBatch) {
        let slots = batch.slots.pointer + firstSlot
        var count = 0
        var level = 0
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Schema.propertyCountMax) {
            while true {
                let step = nodes[Int(trail[level].node)].step
                if step.kind == .end { break }
                level += 1
                guard step.kind == .text || step.kind == .integer || step.kind == .number else {
                    continue
                }
                // Insertion sort: few properties, and nearly sorted.
                let value = slots[count]
                var position = count
                while position > 0, $0[position - 1] > step.property {
                    $0[position] = $0[position - 1]
                    slots[position] = slots[position - 1]
                    position -= 1
                }
                $0[position] = step.property
                slots[position] = value
                count += 1
            }
        }
    }

    /// Counts the steps that matched without being the first of their siblings.
    /// A step that does so often is moved to the front, to be tried first.
    private mutating func notePath(toLevel levelMax: Int) {
        var parent = Self.noNode
        for level in 0...levelMax {
            let index = trail[level].node
            let first = parent == Self.noNode ? firstNode : nodes[Int(parent)].firstChild
            if index != first {
                let node = nodes.pointer + Int(index)
                node.pointee.hits += 1
                if node.pointee.hits >= PredictionLimits.promotionHits {
                    node.pointee.hits = 0
                    moveToFront(index, below: parent)
                }
            }
            parent = index
        }
    }

    private mutating func moveToFront(_ index: Int32, below parent: Int32) {
        let first = parent == Self.noNode ? firstNode : nodes[Int(parent)].firstChild
        var previous = first
        while nodes[Int(previous)].nextSibling != index {
            previous = nodes[Int(previous)].nextSibling
        }
        (nodes.pointer + Int(previous)).pointee.nextSibling = nodes[Int(index)].nextSibling
        (nodes.pointer + Int(index)).pointee.nextSibling = first
        setFirst(index, below: parent)
    }

    mutating func setFirst(_ index: Int32, below parent: Int32) {
        if parent == Self.noNode {
            firstNode = index
        } else {
            (nodes.pointer + Int(parent)).pointee.firstChild = index
        }
    }
}
