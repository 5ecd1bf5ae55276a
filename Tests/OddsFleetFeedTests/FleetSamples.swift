import OddsFleetFeed
import OddsTestInputs

/// One of each thing that is sent, at random.
enum FleetSamples {
    /// Stands for a SHA-256: the tests of parts need a digest, not a good one.
    static let digest: FleetDigest = { bytes in
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 64 - digits.count) + digits
    }

    static func bytes(_ count: Int, using random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Small and large numbers, `max` among them.
    static func number(max: UInt64, using random: inout SplitMix64) -> UInt64 {
        switch random.below(4) {
        case 0: min(max, UInt64(random.below(3)) + 1)
        case 1: max
        default: 1 + (random.next() >> UInt64(random.below(64))) % max
        }
    }

    static func frame(bytes count: Int, using random: inout SplitMix64) -> FleetFrame {
        FleetFrame(
            epoch: number(max: FleetLimits.nanosecondsMax, using: &random),
            number: number(max: FleetLimits.numberMax, using: &random),
            version: random.chance(50) ? random.next() : nil, recordCount: random.below(1_000),
            dueNanoseconds: number(max: FleetLimits.nanosecondsMax, using: &random),
            bytes: bytes(count, using: &random))
    }

    static func dump(bytes count: Int, using random: inout SplitMix64) -> FleetDump {
        FleetDump(
            epoch: number(max: FleetLimits.nanosecondsMax, using: &random),
            number: number(max: FleetLimits.numberMax, using: &random) - 1,
            version: random.chance(50) ? random.next() : nil,
            bytes: bytes(count, using: &random))
    }

    static func beat(topics: Int, using random: inout SplitMix64) -> Beat {
        var numbers: [TopicToken: UInt64] = [:]
        for index in 0..<topics {
            let tail = String(repeating: "x", count: random.below(480))
            if let token = try? TopicToken(topic: "/\(index)/\(tail)") {
                numbers[token] = number(max: FleetLimits.numberMax, using: &random) - 1
            }
        }
        return Beat(
            epoch: number(max: FleetLimits.nanosecondsMax, using: &random),
            nanoseconds: number(max: FleetLimits.nanosecondsMax, using: &random),
            isPaused: random.chance(50), bootID: bootID, numbers: numbers)
    }

    static let bootID = try! BootID("5b0f3c9a-7c1e-4c5a-9d7e-2f1f0f8c9a11")

    static let requestID = try! DumpRequest(id: "edge-1_17")

    static let namedRequest = try! DumpRequest(id: "edge-1_17", isNamed: true)

    /// Topics in no order.
    static func tokens(_ count: Int, using random: inout SplitMix64) -> [TopicToken] {
        Array(beat(topics: count, using: &random).numbers.keys)
    }
}
