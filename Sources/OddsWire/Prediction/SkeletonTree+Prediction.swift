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
            var isOdd = offset < compiled.readableBefore
            if !isOdd {
                let result = Int(run(scanner, &offset, &batch))
                if result == WireRunEnded { return true }
                if result == WireRunFull { continue }
                isOdd = result == WireRunOddRecord
            }
            if isOdd {
                guard try matchStepwise(scanner, &offset, &batch) else { return false }
            }
            let end = offset
            guard try scanner.scanRecordSeparator(&offset) else { return true }
            learnSeparator(scanner, end..<offset)
        }
        return false
    }

    /// From now on, records are expected to be separated like this.
    private func learnSeparator(_ scanner: JSONScanner, _ range: Range<Int>) {
        guard range.count < 8, range.upperBound < scanner.count,
            scanner.byte(range.upperBound) == UInt8(ascii: "{")
        else { return }
        expectSeparator(scanner.base + range.lowerBound, count: range.count)
    }

    /// Reads the records from `offset` on as long as they fit. Returns why it ended.
    private mutating func run(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> Int32 {
        run.pointee.base = scanner.base
        run.pointee.endBase = scanner.end.base.assumingMemoryBound(to: UInt8.self)
        run.pointee.endStart = Int64(scanner.end.start)
        run.pointee.count = Int64(scanner.count)
        run.pointee.position = Int64(offset)
        let contents = batch.contents
        contents.pointee.slots.reserve(contents.pointee.slots.count &+ 2 &* Int(WireRecordSlotsMax))
        contents.pointee.records.reserve(contents.pointee.records.count &+ 1)
        fill(run, batch)
        let result = wireRun(run)
        offset = Int(run.pointee.position)
        take(into: &batch)
        return result
    }

    /// The digits of a record's number are read with up to so many bytes before its end.
    static let readableBefore = 32

    /// Gives a run what it reads by and into, behind what the batch has.
    ///
    /// - Parameter run: That of the tree, which is read once.
    @inline(__always)
    mutating func fill(_ run: UnsafeMutablePointer<WireRun>, _ batch: borrowing FrameBatch) {
        let contents = batch.contents
        compiled.fill(run)
        run.pointee.indexes = contents.pointee.lookup.indexes
        run.pointee.slots = contents.pointee.slots.pointer
        run.pointee.slotCount = Int64(contents.pointee.slots.count)
        run.pointee.slotCapacity = Int64(contents.pointee.slots.capacity)
        run.pointee.records = UnsafeMutableRawPointer(contents.pointee.records.pointer)
            .assumingMemoryBound(to: WireRecord.self)
        run.pointee.recordCount = Int64(contents.pointee.records.count)
        run.pointee.recordCapacity = Int64(contents.pointee.records.capacity)
    }

    /// Takes over what a run has read.
    @inline(__always)
    func take(into batch: inout FrameBatch) {
        let contents = batch.contents
        contents.pointee.slots.extendWithin(
            by: Int(run.pointee.slotCount) &- contents.pointee.slots.count)
        contents.pointee.records.extendWithin(
            by: Int(run.pointee.recordCount) &- contents.pointee.records.count)
    }

    /// Reads one record by the steps of a skeleton that is expected next, with
    /// values of any width, and learns from it.
    @inline(never)
    private mutating func matchStepwise(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        let opening = compiled.openings.candidates(of: scanner, offset)
        // First those to be observed, each by its own steps alone, as only these
        // note where their gaps are.
        for isObserving in [true, false] {
            if let opening, try match(opening.pointee, isObserving, scanner, &offset, &batch) {
                return true
            }
            let successors = compiled.shape(lastEnd).pointee.successors
            if try match(successors, isObserving, scanner, &offset, &batch) { return true }
        }
        return false
    }

    /// Reads one record by the steps of one of the candidates, of those to be observed
    /// alone if `isObserving`.
    private mutating func match(
        _ candidates: WireCandidates, _ isObserving: Bool, _ scanner: JSONScanner,
        _ offset: inout Int, _ batch: inout FrameBatch
    ) throws(FrameError) -> Bool {
        for number in 0..<Int(WireCandidatesMax) {
            let shape = withUnsafeBytes(of: candidates.shapes) {
                $0.load(fromByteOffset: 2 * number, as: Int16.self)
            }
            guard shape >= 0 else { break }
            let start = offset
            guard !isObserving || compiled.shape(Int(shape)).pointee.observing > 0,
                let end = match(
                    run: Int(ends[Int(shape)].runStart), hasAlternatives: !isObserving,
                    scanner, &offset, &batch)
            else { continue }
            if isObserving {
                observe(end, scanner.base + start)
            } else if compiled.shape(end).pointee.observing == 0 {
                noteSlow(end)
            }
            noteUnexpected(end, scanner, start)
            return true
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
        var stepCount = 0
        while true {
            (trail + stepCount).pointee.start = position
            stepCount += 1
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
                    slots[Int(end.pointee.slotCount) &- 1] = typeName(end.pointee).rawValue
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

    /// Notes that the record at `offset` had a skeleton that was not predicted.
    mutating func noteUnexpected(_ end: Int, _ scanner: JSONScanner, _ offset: Int) {
        if ends[end].runStart >= 0 { compiled.note(end, behind: lastEnd, scanner, offset) }
        lastEnd = end
    }
}
