import OddsMeasurement
import OddsStore

/// The phases of a memory run, in order.
public enum MemoryPhase: String, CaseIterable, Codable, Sendable {
    /// The strategy is there and has seen nothing.
    case empty
    /// The feed's initial dump has been applied and read.
    case dumpLoaded
    /// Updates of the chosen scenario.
    case steady
    /// A new dump as after a reconnect, and updates of the scenario `churn`.
    case churn
    /// Nothing came for a while.
    case idle
    /// A dump without entities has been applied and read.
    case cleared
    /// The strategy is gone.
    case released
}

/// Memory at one moment. Resident figures are without the frames' mapping; what
/// cannot be read is `nil`.
public struct MemorySample: Codable, Equatable, Sendable {
    /// Nanoseconds since the run began.
    public var atNanoseconds: UInt64
    public var residentBytes: Int?
    /// See `ProcessMemory.proportionalBytes`.
    public var proportionalBytes: Int?
    /// The most that was resident since the phase began.
    public var residentBytesPeak: Int?
    public var heap: Heap?

    /// What the allocator says; see `HeapStatistics`.
    public struct Heap: Codable, Equatable, Sendable {
        public var allocatedBytes: Int
        public var activeBytes: Int?
        public var residentBytes: Int?
        public var retainedBytes: Int?
        public var metadataBytes: Int?

        /// The share of the active pages that no live allocation uses.
        public var fragmentation: Double? {
            activeBytes.flatMap { active in
                active > 0 ? 1 - Double(allocatedBytes) / Double(active) : nil
            }
        }

        init(_ statistics: HeapStatistics) {
            allocatedBytes = statistics.allocatedBytes
            activeBytes = statistics.activeBytes
            residentBytes = statistics.residentBytes
            retainedBytes = statistics.retainedBytes
            metadataBytes = statistics.metadataBytes
        }
    }
}

/// One phase of a memory run.
public struct MemoryPhaseFigures: Codable, Equatable, Sendable {
    public var phase: MemoryPhase
    public var frames: Int
    /// BETTING_OFFER updates.
    public var updates: Int
    /// Heap allocations by updates, exactly; `nil` where there were no updates
    /// or the allocator does not count.
    public var allocationsPerUpdate: Double?
    /// Bytes that they asked for, rounded up to size classes.
    public var allocatedBytesPerUpdate: Double?
    /// At the phase's end.
    public var end: MemorySample
    /// While it lasted.
    public var samples: [MemorySample]
    /// The store's tables at the phase's end.
    public var tables: [TableMemory]
}

/// What one strategy took of memory through its phases.
public struct MemoryProfile: Codable, Equatable, Sendable {
    public var strategy: String
    public var allocator: String
    public var consumer: ConsumerKind
    /// In order.
    public var phases: [MemoryPhaseFigures]
    /// Over what the consumer read last before the feed was cleared; equal
    /// across strategies.
    public var checksum: String

    /// The figures of one phase.
    public subscript(phase: MemoryPhase) -> MemoryPhaseFigures? {
        phases.first { $0.phase == phase }
    }

    /// Live heap bytes that are left at the end of `phase` of what came after
    /// the empty strategy; `nil` if the allocator does not tell.
    public func remainingBytes(after phase: MemoryPhase) -> Int? {
        guard let empty = self[.empty]?.end.heap, let left = self[phase]?.end.heap else {
            return nil
        }
        let (bytes, isAbsurd) = left.allocatedBytes.subtractingReportingOverflow(
            empty.allocatedBytes)
        return isAbsurd ? nil : bytes
    }
}

/// All profiles of one command: the document `oddsbench.memory/1`.
public struct MemoryResult: Codable, Equatable, Sendable {
    public var schema = "oddsbench.memory/1"
    public var command: [String]
    public var seed: UInt64
    public var trafficDigest: String
    public var environment: EnvironmentDescription
    public var profiles: [MemoryProfile]
    /// Why figures are missing, a line each.
    public var missing: [String]

    public init(
        command: [String], seed: UInt64, trafficDigest: String,
        environment: EnvironmentDescription, profiles: [MemoryProfile], missing: [String]
    ) {
        self.command = command
        self.seed = seed
        self.trafficDigest = trafficDigest
        self.environment = environment
        self.profiles = profiles
        self.missing = missing
    }
}
