/// How many times each duration was seen, in whole microseconds of three significant digits:
/// the buckets of an HDR histogram whose lowest discernible value is 1. Only those that have
/// values take memory.
struct MicrosecondCounts: Sendable {
    /// Longer durations count as this one.
    static let max: Int64 = 60_000_000
    /// The binary digits that are kept of a value: 2,048 steps tell three decimal digits apart.
    private static let bits = 11

    private var counts: [Int64: Int] = [:]

    /// - Complexity: O(1).
    mutating func record(_ duration: GameInterval) {
        counts[Self.bucket(duration.microseconds), default: 0] += 1
    }

    /// The lowest value of the bucket that a value falls into.
    static func bucket(_ microseconds: Int64) -> Int64 {
        let value = min(Swift.max(microseconds, 0), max)
        let excess = Swift.max(0, Int64.bitWidth - value.leadingZeroBitCount - bits)
        return (value >> excess) << excess
    }

    /// `{"unit":"us","digits":3,"counts":[[value,count],…]}`.
    func append(to json: inout [UInt8]) {
        json.append("{\"unit\":\"us\",\"digits\":3,\"counts\":")
        json.appendArray(counts.sorted { $0.key < $1.key }) { json, bucket in
            json.append("[")
            json.append(decimal: Int(bucket.key))
            json.append(",")
            json.append(decimal: bucket.value)
            json.append("]")
        }
        json.append("}")
    }
}
