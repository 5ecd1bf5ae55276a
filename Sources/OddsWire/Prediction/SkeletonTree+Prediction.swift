import CWire
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
        while lastEnd >= 0 {
            var isOdd = offset < Self.readableBefore
            if !isOdd {
                var run = WireRun()
                run.base = scanner.base
                run.endBase = scanner.end.base.assumingMemoryBound(to: UInt8.self)
                run.endStart = Int64(scanner.end.start)
                run.count = Int64(scanner.count)
                run.position = Int64(offset)
                fill(&run, batch)
                let result = Int(wireRun(&run))
                offset = Int(run.position)
                take(run, into: &batch)
                if result == WireRunEnded { return true }
                if result == WireRunFull { continue }
                isOdd = result == WireRunOddRecord
            }
            if isOdd {
                guard try matchStepwise(scanner, &offset, &batch) else { return false }
            }
            guard try scanner.scanRecordSeparator(&offset) else { return true }
        }
        return false
    }

    /// Segments are compared and digits read from up to so many bytes before.
    static let readableBefore = 32

    /// Gives a run what it reads by and into, behind what the batch has.
    @inline(__always)
    func fill(_ run: inout WireRun, _ batch: borrowing FrameBatch) {
        let contents = batch.contents
        contents.pointee.slots.reserve(contents.pointee.slots.count &+ 2 &* Int(WireRecordSlotsMax))
        contents.pointee.records.reserve(contents.pointee.records.count &+ 1)
        compiled.fill(&run, contents.pointee.lookup)
        run.last = Int64(lastEnd)
        run.slots = contents.pointee.slots.pointer
        run.slotCount = Int64(contents.pointee.slots.count)
        run.slotCapacity = Int64(contents.pointee.slots.capacity)
        run.records = UnsafeMutableRawPointer(contents.pointee.records.pointer)
            .assumingMemoryBound(to: WireRecord.self)
        run.recordCount = Int64(contents.pointee.records.count)
        run.recordCapacity = Int64(contents.pointee.records.capacity)
    }

    /// Takes over what a run has read.
    @inline(__always)
    mutating func take(_ run: WireRun, into batch: inout FrameBatch) {
        let contents = batch.contents
        lastEnd = Int(run.last)
        contents.pointee.slots.extendWithin(by: Int(run.slotCount) &- contents.pointee.slots.count)
        contents.pointee.records.extendWithin(
            by: Int(run.recordCount) &- contents.pointee.records.count)
    }

    /// Reads one record by the steps of a skeleton that is expected next, with
    /// values of any width, and learns from it.
    @inline(never)
    private mutating func matchStepwise(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        // First those to be observed, each by its own steps alone, as only these
        // note where their gaps are.
        for isObserving in [true, false] {
            for candidate in 0..<Int(WireSuccessors) {
                let next = compiled.successors(of: lastEnd)[candidate]
                guard next >= 0 else { break }
                let start = offset
                guard !isObserving || compiled.shape(Int(next)).pointee.observing > 0,
                    let end = match(
                        run: Int(ends[Int(next)].runStart), hasAlternatives: !isObserving,
                        scanner, &offset, &batch)
                else { continue }
                if isObserving {
                    observe(end, scanner.base + start)
                } else if compiled.shape(end).pointee.observing == 0 {
                    noteSlow(end)
                }
                noteUnexpected(end)
                return true
            }
        }
        return false
    }

    /// Makes segments anew where a skeleton's records are often read stepwise, as
    /// they do when the widths of their numbers have changed.
    private mutating func noteSlow(_ number: Int) {
        let end = ends.pointer + number
        end.pointee.slowCount &+= 1
        let count = end.pointee.slowCount
        if compiled.shape(number).pointee.first < 0 || count >= 8 && count & (count - 1) == 0 {
            compile(number)
        }
    }

    /// Reads the record at `offset` if it matches the straight run of steps
    /// that begins at `run`, with its values in their usual forms. Returns the
    /// end of the run. See `match`.
    @inline(__always)
    private mutating func match(
        run: Int, hasAlternatives: Bool, _ scanner: JSONScanner, _ offset: inout Int,
        _ batch: inout FrameBatch
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
                guard hasAlternatives, let other = alternative(to: step, scanner, &position) else {
                    return nil
                }
                step = other
            }
            step.pointee.gapStart = Int32(truncatingIfNeeded: position &- offset)
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
            step.pointee.gapEnd = Int32(truncatingIfNeeded: position &- offset)
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

    /// Notes that a record had a skeleton that was not predicted. It becomes
    /// the next candidate, or replaces the last one if there are enough.
    mutating func noteUnexpected(_ end: Int) {
        if lastEnd >= 0, ends[end].runStart >= 0 {
            let successors = compiled.successors(of: lastEnd)
            var candidate = 0
            while candidate < Int(WireSuccessors) - 1, successors[candidate] >= 0,
                successors[candidate] != Int32(end) {
                candidate += 1
            }
            successors[candidate] = Int32(end)
        }
        lastEnd = end
    }
}
