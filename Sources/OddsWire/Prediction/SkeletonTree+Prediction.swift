import OddsModel

// Reads a record that is probably like the one before it: the hottest code of
// the parser. No allocation.

extension SkeletonTree {
    /// Reads the record at `offset` if it fits the skeleton that is expected
    /// next, which is one straight run of steps, and has its values in their
    /// usual forms. See `match`.
    @inline(__always)
    mutating func matchExpected(
        _ scanner: JSONScanner, _ offset: inout Int, _ batch: inout FrameBatch
    ) -> Bool {
        guard expectedEnd >= 0 else { return false }
        let end = ends.pointer + expectedEnd
        guard end.pointee.isAscending, end.pointee.type != .reference else { return false }
        var step = UnsafePointer(runs.pointer) + Int(end.pointee.runStart)
        let firstSlot = batch.slots.count
        batch.slots.reserve(firstSlot + Schema.propertyCountMax)
        var slot = batch.slots.pointer + firstSlot
        var position = offset
        var key = EntityKey(rawValue: .max)
        var booleans: UInt32 = 0
        while true {
            let constant = constants.pointer + Int(step.pointee.constantStart)
            guard
                scanner.hasConstant(constant, Int(step.pointee.constantCount), &position)
            else { return false }
            switch step.pointee.kind {
            case .number:
                guard let value = scanner.readPlainNumber(&position) else { return false }
                slot.pointee = value.bitPattern
                slot += 1
            case .integer:
                guard let value = scanner.readPlainInteger(&position) else { return false }
                slot.pointee = value
                slot += 1
            case .id:
                guard let value = scanner.readPlainID(&position) else { return false }
                key = EntityKey(rawValue: value)
            case .text:
                guard let text = scanner.readPlainText(&position) else { return false }
                slot.pointee = text.rawValue
                slot += 1
            case .boolean:
                guard let value = scanner.readBoolean(&position) else { return false }
                let bit: UInt32 = 1 &<< UInt32(step.pointee.property)
                booleans = value ? booleans | bit : booleans & ~bit
            case .null:
                break
            case .repeatedID:
                // One that comes before the id is left to the tree.
                guard let value = scanner.readPlainID(&position), value == key.rawValue else {
                    return false
                }
            case .ignored:
                guard skipIgnored(scanner, &position, depth: Int(step.pointee.depth)) else {
                    return false
                }
            case .end:
                _ = batch.slots.extend(by: slot - (batch.slots.pointer + firstSlot))
                batch.records.append(
                    BatchRecord(
                        key: key, present: end.pointee.present, cleared: end.pointee.cleared,
                        booleans: booleans, firstSlot: UInt32(truncatingIfNeeded: firstSlot),
                        operation: end.pointee.operation, type: end.pointee.type))
                offset = position
                noteExpected()
                return true
            case .referenceValue:
                return false
            }
            step += 1
        }
    }

    /// A value that means nothing: nearly always a string.
    @inline(__always)
    private func skipIgnored(
        _ scanner: JSONScanner, _ offset: inout Int, depth: Int
    ) -> Bool {
        if scanner.byte(offset) == UInt8(ascii: "\"") {
            var end = offset &+ 1
            scanner.skipPlain(&end)
            if scanner.byte(end) == UInt8(ascii: "\"") {
                offset = end &+ 1
                return true
            }
        }
        return (try? scanner.scanValue(&offset, depth: depth)) != nil
    }

    // MARK: What comes next

    /// The expected skeleton fitted.
    @inline(__always)
    private mutating func noteExpected() {
        if lastEnd >= 0 {
            let last = ends.pointer + lastEnd
            last.pointee.successor = Int32(truncatingIfNeeded: expectedEnd)
            last.pointee.isSuccessorSure = true
        }
        lastEnd = expectedEnd
        expectNext()
    }

    /// Another skeleton than the expected one fitted. What follows a skeleton
    /// is what followed it last, unless that was an exception.
    mutating func noteUnexpected(_ end: Int) {
        if lastEnd >= 0 {
            let last = ends.pointer + lastEnd
            if last.pointee.isSuccessorSure {
                last.pointee.isSuccessorSure = false
            } else {
                last.pointee.successor = Int32(end)
            }
        }
        lastEnd = end
        expectNext()
    }

    /// Where nothing is known yet, the next record is probably like the last.
    @inline(__always)
    private mutating func expectNext() {
        let successor = Int(ends[lastEnd].successor)
        expectedEnd = successor >= 0 ? successor : lastEnd
    }
}
