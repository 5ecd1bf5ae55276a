import OddsModel

// Reads records of the kinds that mostly follow the one before: the hottest
// code of the parser. No allocation.

extension SkeletonTree {
    /// Reads records, and what separates them, as long as each fits a skeleton
    /// that is expected next. Returns whether that were all; else `offset` is
    /// at the record that did not fit.
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

    /// Reads the record at `offset` if it fits the straight run of steps that
    /// begins at `run`, with its values in their usual forms; returns the end
    /// of the run. See `match`.
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

    /// The step of another run that has the constant at `offset`, where `step`
    /// has another; moves behind it. The steps before are the same in both.
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

    /// Reads a gap of one of the kinds that odds updates don't have. A function
    /// of its own, to leave the registers to the others.
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
            // One that comes before the id is left to the tree.
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

    // MARK: What comes next

    /// How many skeletons are expected behind each.
    static let successorCount = 4

    /// Where the run begins of a skeleton that followed the last one before:
    /// the candidates, the likeliest first; negative: none.
    @inline(__always)
    private func successor(_ candidate: Int) -> UnsafeMutablePointer<Int32> {
        successors.pointer + (lastEnd &* Self.successorCount &+ candidate)
    }

    /// A candidate fitted that was not the first: it is tried earlier next time.
    private func promoteSuccessor(_ candidate: Int) {
        let place = successor(candidate)
        let run = place.pointee
        place.pointee = place[-1]
        place[-1] = run
    }

    /// None of the candidates fitted, but another skeleton: it takes the place
    /// of the last candidate.
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
