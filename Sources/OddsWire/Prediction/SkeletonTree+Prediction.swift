import OddsModel

// Reads records of the kinds that usually follow the previous one: the hottest
// code of the parser. Does not allocate, except when the batch grows.

extension SkeletonTree {
    /// Reads records and their separators as long as each matches a skeleton
    /// that is expected next. Returns whether these were all records; otherwise
    /// `offset` is at the first record that did not match.
    ///
    /// - Throws: `FrameError` if a separator is illegal.
    mutating func matchRun(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        var candidate = 0
        while candidate < Self.successorCount, lastEnd >= 0 {
            let run = successor(candidate).pointee
            guard run >= 0 else { return false }
            guard let end = match(run: Int(run), scanner, &offset, &batch) else {
                candidate &+= 1
                continue
            }
            if candidate > 0 { promoteSuccessor(candidate) }
            lastEnd = end
            candidate = 0
            guard try scanner.scanRecordSeparator(&offset) else { return true }
        }
        return false
    }

    /// Reads the record at `offset` if it matches the straight run of steps
    /// that begins at `run`, with its values in their usual forms. Returns the
    /// end of the run. See `match`.
    @inline(__always)
    private mutating func match(
        run: Int, _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> Int? {
        var step = runs.pointer + run
        let constants = UnsafePointer(constants.pointer)
        let firstSlot = batch.slots.count
        batch.slots.reserve(firstSlot &+ PredictionLimits.runSlotsMax)
        let slots = batch.slots.pointer + firstSlot
        var position = offset
        var key = EntityKey(rawValue: .max)
        var booleans: UInt32 = 0
        while true {
            if !scanner.hasConstant(
                constants + Int(step.pointee.constantStart),
                Int(step.pointee.constantCount), &position) {
                guard let other = alternative(to: step, scanner, &position) else { return nil }
                step = other
            }
            switch step.pointee.kind {
            case .number:
                guard let value = scanner.readPlainNumber(&position) else { return nil }
                slots[Int(step.pointee.rank)] = value.bitPattern
            case .integer:
                guard
                    let value = scanner.readDigits(&position, width: &step.pointee.width),
                    value <= Int64.max
                else { return nil }
                slots[Int(step.pointee.rank)] = value
            case .id:
                guard
                    let value = scanner.readDigits(&position, width: &step.pointee.width)
                else { return nil }
                key = EntityKey(rawValue: value)
            case .end:
                let end = ends.pointer + Int(step.pointee.end)
                if end.pointee.type == .reference {
                    slots[Int(end.pointee.slotCount) &- 1] =
                        BatchText(
                            start: offset &+ Int(end.pointee.typeNameOffset),
                            count: Int(end.pointee.typeNameCount), isInArena: false
                        ).rawValue
                }
                batch.slots.extendWithin(by: Int(end.pointee.slotCount))
                batch.records.append(
                    BatchRecord(
                        key: key, present: end.pointee.present, cleared: end.pointee.cleared,
                        booleans: booleans, firstSlot: UInt32(truncatingIfNeeded: firstSlot),
                        operation: end.pointee.operation, type: end.pointee.type))
                offset = position
                return Int(step.pointee.end)
            case .text, .boolean, .null, .repeatedID, .ignored, .referenceValue:
                guard
                    readOther(step.pointee, scanner, &position, slots, key, &booleans)
                else { return nil }
            }
            step += 1
        }
    }

    /// Finds the step of another run whose constant matches at `offset`, where
    /// that of `step` does not, and moves past it. The steps before are the
    /// same in both runs.
    @inline(never)
    private func alternative(
        to step: UnsafeMutablePointer<SkeletonStep>, _ scanner: JSONScanner,
        _ offset: inout Int
    ) -> UnsafeMutablePointer<SkeletonStep>? {
        var other = runs.pointer + Int(step.pointee.alternative)
        while other != step {
            let constant = constants.pointer + Int(other.pointee.constantStart)
            if scanner.hasConstant(constant, Int(other.pointee.constantCount), &offset) {
                return other
            }
            other = runs.pointer + Int(other.pointee.alternative)
        }
        return nil
    }

    /// Reads a gap of a kind that odds updates do not have. A separate
    /// function, so that the other kinds keep the registers.
    @inline(never)
    private func readOther(
        _ step: SkeletonStep, _ scanner: JSONScanner, _ offset: inout Int,
        _ slots: UnsafeMutablePointer<UInt64>, _ key: EntityKey, _ booleans: inout UInt32
    ) -> Bool {
        switch step.kind {
        case .text:
            guard let text = scanner.readPlainText(&offset) else { return false }
            slots[Int(step.rank)] = text.rawValue
        case .boolean:
            guard let value = scanner.readBoolean(&offset) else { return false }
            let bit: UInt32 = 1 &<< UInt32(step.property)
            booleans = value ? booleans | bit : booleans & ~bit
        case .null:
            break
        case .repeatedID:
            // A repeated id that precedes the id is left to the tree.
            guard let value = scanner.readPlainID(&offset), value == key.rawValue else {
                return false
            }
        case .ignored:
            return scanner.passValue(&offset, depth: Int(step.depth))
        case .referenceValue:
            let start = offset
            guard scanner.passValue(&offset, depth: Int(step.depth)) else { return false }
            step.noteReference(start..<offset, scanner, slots + Int(step.rank))
        case .number, .integer, .id, .end:
            return false
        }
        return true
    }

    // MARK: Successors

    /// How many skeletons are predicted after each one.
    static let successorCount = 4

    /// The start of the run of a skeleton that has followed that of `lastEnd`.
    /// Candidates are in order of likelihood; a negative value means none.
    @inline(__always)
    private func successor(_ candidate: Int) -> UnsafeMutablePointer<Int32> {
        successors.pointer + (lastEnd &* Self.successorCount &+ candidate)
    }

    /// Moves a candidate that matched one place forward.
    private func promoteSuccessor(_ candidate: Int) {
        let place = successor(candidate)
        let run = place.pointee
        place.pointee = place[-1]
        place[-1] = run
    }

    /// Notes that a record had a skeleton that was not predicted. It becomes
    /// the next candidate, or replaces the last one if there are enough.
    mutating func noteUnexpected(_ end: Int) {
        let run = ends[end].runStart
        if lastEnd >= 0, run >= 0 {
            var candidate = 0
            while candidate < Self.successorCount - 1, successor(candidate).pointee >= 0,
                successor(candidate).pointee != run {
                candidate += 1
            }
            successor(candidate).pointee = run
        }
        lastEnd = end
    }
}
