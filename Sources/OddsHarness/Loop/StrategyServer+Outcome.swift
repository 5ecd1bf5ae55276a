import OddsMeasurement
import OddsReconstruction
import OddsResults

/// The reads and the final state of a run, which must be equal across
/// strategies.
@usableFromInline
struct ServerOutcome: Sendable {
    let reads: RunResult.Reads
    let checksum: String
    let digest: String
}

extension StrategyServer where Strategy: ~Copyable {
    /// Takes the final snapshot.
    ///
    /// - Complexity: O(size of the state); allocates as much.
    @usableFromInline
    mutating func outcome() -> ServerOutcome {
        ServerOutcome(
            reads: .init(count: readCount, checksum: allReads.description),
            checksum: lastRead.description,
            digest: finalDigest())
    }

    /// The digest of the canonical snapshot.
    ///
    /// - Complexity: O(size of the state); allocates as much.
    @usableFromInline
    mutating func finalDigest() -> String {
        SHA256Digest(of: channels.snapshot()).hexadecimal
    }
}

extension Checksum: CustomStringConvertible {
    /// The value as 16 hexadecimal digits.
    @usableFromInline package var description: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension ChannelSet where Strategy: ~Copyable {
    /// The canonical snapshot document of all channels.
    package mutating func snapshot(names: [String]) -> [UInt8] {
        SnapshotWriter.document(of: snapshots(names: names))
    }

    /// What each channel shows.
    mutating func snapshots(names: [String]) -> [ChannelSnapshot] {
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
        return snapshots
    }
}
