import CWire
import OddsModel

// Looks at some records of a skeleton, to see which values are always the same.

extension SkeletonTree {
    /// Looks at the gaps of the record that has just been read step by step from
    /// the skeleton's own run, and makes the values constant that did not vary in
    /// `PredictionOptions.observedRecords` of them.
    @inline(never)
    mutating func observe(_ number: Int, _ record: UnsafePointer<UInt8>) {
        let shape = compiled.shape(number)
        let end = ends.pointer + number
        if shape.pointee.observing == Self.isDue {
            guard end.pointee.observationCount < PredictionLimits.observationsMax else {
                shape.pointee.observing = 0
                wireSetLikely(shape)
                return
            }
            end.pointee.observationCount += 1
            shape.pointee.observing = compiled.options.observedRecords
        }
        let isFirst = shape.pointee.observing == compiled.options.observedRecords
        var step = runs.pointer + Int(end.pointee.runStart)
        while step.pointee.kind != .end {
            step.pointee.observe(record, isFirst: isFirst)
            step += 1
        }
        shape.pointee.observing -= 1
        if shape.pointee.observing == 0 {
            compile(number, folding: record)
            wireSetLikely(shape)
        }
    }

    /// What a shape's `observing` is when records are to be looked at.
    static var isDue: UInt8 { .max }
}

extension SkeletonStep {
    /// Notes whether the value differs from the one before, and whether it is a
    /// text of as many digits.
    fileprivate mutating func observe(_ record: UnsafePointer<UInt8>, isFirst: Bool) {
        let gap = UnsafeBufferPointer(
            start: record + Int(gapStart), count: Int(gapEnd - gapStart))
        // FNV-1a: a value that collides is only compared again.
        var hash: UInt32 = 0x811C_9DC5
        var digits = 0
        for byte in gap {
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
            if byte &- UInt8(ascii: "0") < 10 { digits += 1 }
        }
        // All but the closing quote.
        let width = digits == gap.count - 1 && digits <= 40 ? UInt8(digits) : 0
        if isFirst {
            varies = false
            textDigits = width
        } else {
            if hash != sample { varies = true }
            if width != textDigits { textDigits = 0 }
        }
        sample = hash
    }
}
