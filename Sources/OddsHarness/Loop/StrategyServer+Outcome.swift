import Crypto
import OddsReconstruction

/// What a run left behind, for comparison with other strategies.
@usableFromInline
struct ServerOutcome: Sendable {
    let reads: RunResult.Reads
    let checksum: String
    let digest: String
}

extension StrategyServer where Strategy: ~Copyable {
    /// Takes the final snapshot. Complexity: O(size of the state); allocates
    /// as much.
    @usableFromInline
    mutating func outcome(channelNames: [String]) -> ServerOutcome {
        ServerOutcome(
            reads: .init(count: readCount, checksum: allReads.description),
            checksum: lastRead.description,
            digest: hexadecimal(SHA256.hash(data: channels.snapshot(names: channelNames))))
    }
}

extension Checksum: CustomStringConvertible {
    /// The value as 16 hexadecimal digits.
    public var description: String {
        withUnsafeBytes(of: value.bigEndian) { hexadecimal($0) }
    }
}

/// Bytes as lower-case hexadecimal digits.
public func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
}

extension ChannelSet where Strategy: ~Copyable {
    /// The canonical snapshot document of all channels.
    public mutating func snapshot(names: [String]) -> [UInt8] {
        precondition(names.count == count)
        var snapshots: [ChannelSnapshot] = []
        for (number, name) in names.enumerated() {
            snapshots.append(
                ChannelSnapshot(
                    channel: name,
                    version: self[number].version,
                    events: self[number].strategy.events(limit: .max),
                    references: self[number].strategy.references(),
                    counters: self[number].counters))
        }
        return SnapshotWriter.document(of: snapshots)
    }
}
