import OddsExternal
import OddsReference

/// What the contract makes of frames: the from-scratch reference, in the terms of the
/// protocol.
struct Expectation {
    private let names: [UTF8Text]
    private var channels: [ReferenceChannel]
    private var isSeen: [Bool]

    init(channels names: [String]) {
        self.names = names.map { UTF8Text($0) }
        channels = names.map { _ in ReferenceChannel() }
        isSeen = names.map { _ in false }
    }

    /// Takes a frame after which the consumer reads so many events.
    ///
    /// - Complexity: O(state).
    mutating func apply(
        _ frame: ConformanceCapture.Frame, events: UInt32 = .max
    ) -> AppliedAnswer {
        isSeen[frame.channel] = true
        let before = channels[frame.channel].counters
        let (disposition, changes) = channels[frame.channel].receive(frame.bytes)
        let after = channels[frame.channel].counters
        var answer = AppliedAnswer()
        switch disposition {
        case .applied: answer.disposition = AnsweredDisposition.applied.rawValue
        case .stale: answer.disposition = AnsweredDisposition.stale.rawValue
        case .held: answer.disposition = AnsweredDisposition.held.rawValue
        case .rejected(let rejection):
            answer.disposition = AnsweredDisposition.rejected.rawValue
            answer.errorOffset = UInt32(rejection.offset)
        }
        answer.recordsApplied = UInt32(after.recordsApplied - before.recordsApplied)
        answer.recordsRejected = UInt32(after.recordsRejected - before.recordsRejected)
        answer.orphanUpdates = UInt32(after.orphanUpdates - before.orphanUpdates)
        answer.orphanDeletes = UInt32(after.orphanDeletes - before.orphanDeletes)
        answer.changed = UInt32(
            changes.filter { !$0.isReset }.map { set in
                set.entries.keys.count { ReferenceSchema.properties[$0.type] != nil }
            }.reduce(0, +))
        answer.checksum = checksum(of: channels[frame.channel].tree().events().prefix(Int(events)))
        return answer
    }

    /// The snapshot of all channels that frames came from.
    func snapshot() -> SnapshotValue {
        .object([
            "channels": .array(
                names.indices.filter { isSeen[$0] }.map { channels[$0].snapshot(name: names[$0]) })
        ])
    }

    private func checksum(of events: ArraySlice<ReferenceNode>) -> UInt32 {
        var sums: [UInt8] = []
        for event in events {
            var text = event.idText
            for market in event.children["markets"] ?? [] {
                text += market.idText
                for outcome in market.children["outcomes"] ?? [] {
                    text += outcome.idText
                    for offer in outcome.children["bettingOffers"] ?? [] {
                        text += offer.idText
                        ReadChecksum.append(
                            odds: offer.odds, isAvailable: offer.isAvailable, to: &text)
                    }
                }
            }
            withUnsafeBytes(of: ReadChecksum.crc32(text).littleEndian) { sums += $0 }
        }
        return ReadChecksum.crc32(sums)
    }
}

extension ReferenceNode {
    fileprivate var idText: [UInt8] { id.bytes + [0] }

    fileprivate var odds: Double? {
        if case .number(let bits) = properties["odds"] { Double(bitPattern: bits) } else { nil }
    }

    fileprivate var isAvailable: Bool? {
        if case .boolean(let value) = properties["isAvailable"] { value } else { nil }
    }
}
