import OddsMeasurement

/// The phases of a memory run, in order.
package enum MemoryPhase: String, CaseIterable, Codable, Sendable {
    /// The strategy exists and has applied nothing.
    case empty
    /// The initial dump has been applied and read.
    case dumpLoaded
    /// Updates of the chosen scenario are applied.
    case steady
    /// A new dump is applied, as after a reconnect, and updates of the scenario
    /// `churn`.
    case churn
    /// No frames arrive for a while.
    case idle
    /// A dump without entities has been applied and read.
    case cleared
    /// The strategy has been destroyed.
    case released
}

/// Memory at one moment. Resident figures exclude the frames' mapping; figures
/// that cannot be read are `nil`.
package struct MemorySample: Codable, Equatable, Sendable {
    /// Nanoseconds since the run began.
    package var atNanoseconds: UInt64
    package var residentBytes: Int?
    /// See `ProcessMemory.proportionalBytes`.
    package var proportionalBytes: Int?
    /// The peak of the resident set size since the phase began.
    package var residentBytesPeak: Int?
    package var heap: Heap?

    package init(
        atNanoseconds: UInt64, residentBytes: Int?, proportionalBytes: Int?, residentBytesPeak:
        Int?, heap: Heap?
    ) {
        self.atNanoseconds = atNanoseconds
        self.residentBytes = residentBytes
        self.proportionalBytes = proportionalBytes
        self.residentBytesPeak = residentBytesPeak
        self.heap = heap
    }

    /// The allocator's statistics; see `HeapStatistics`.
    package struct Heap: Codable, Equatable, Sendable {
        package var allocatedBytes: Int
        package var activeBytes: Int?
        package var residentBytes: Int?
        package var retainedBytes: Int?
        package var metadataBytes: Int?

        /// The share of active pages that no live allocation uses.
        package var fragmentation: Double? {
            activeBytes.flatMap { active in
                active > 0 ? 1 - Double(allocatedBytes) / Double(active) : nil
            }
        }

        package init(_ statistics: HeapStatistics) {
            allocatedBytes = statistics.allocatedBytes
            activeBytes = statistics.activeBytes
            residentBytes = statistics.residentBytes
            retainedBytes = statistics.retainedBytes
            metadataBytes = statistics.metadataBytes
        }
    }
}

/// One phase of a memory run.
package struct MemoryPhaseFigures: Codable, Equatable, Sendable {
    package var phase: MemoryPhase
    package var frames: Int
    /// BETTING_OFFER updates.
    package var updates: Int
    /// Heap allocations per update, counted exactly; `nil` without updates, or
    /// if the allocator does not count.
    package var allocationsPerUpdate: Double?
    /// Allocated bytes per update, rounded up to size classes.
    package var allocatedBytesPerUpdate: Double?
    /// Memory at the end of the phase.
    package var end: MemorySample
    /// Memory during the phase.
    package var samples: [MemorySample]
    /// The store's tables at the end of the phase.
    package var tables: [TableFigures]

    package init(
        phase: MemoryPhase, frames: Int, updates: Int, allocationsPerUpdate: Double?,
        allocatedBytesPerUpdate: Double?, end: MemorySample, samples: [MemorySample], tables:
        [TableFigures]
    ) {
        self.phase = phase
        self.frames = frames
        self.updates = updates
        self.allocationsPerUpdate = allocationsPerUpdate
        self.allocatedBytesPerUpdate = allocatedBytesPerUpdate
        self.end = end
        self.samples = samples
        self.tables = tables
    }
}

/// The memory of one strategy through all phases.
package struct MemoryProfile: Codable, Equatable, Sendable {
    package var strategy: String
    package var allocator: String
    package var consumer: ConsumerKind
    /// The phases, in order.
    package var phases: [MemoryPhaseFigures]
    /// The checksum over the consumer's last read before the feed was cleared;
    /// equal across strategies.
    package var checksum: String

    package init(
        strategy: String, allocator: String, consumer: ConsumerKind, phases:
        [MemoryPhaseFigures], checksum: String
    ) {
        self.strategy = strategy
        self.allocator = allocator
        self.consumer = consumer
        self.phases = phases
        self.checksum = checksum
    }

    /// The figures of one phase.
    package subscript(phase: MemoryPhase) -> MemoryPhaseFigures? {
        phases.first { $0.phase == phase }
    }

    /// The live heap bytes at the end of `phase` beyond those of the empty
    /// strategy; `nil` if the allocator does not report them.
    package func remainingBytes(after phase: MemoryPhase) -> Int? {
        guard let empty = self[.empty]?.end.heap, let left = self[phase]?.end.heap else {
            return nil
        }
        let (bytes, isAbsurd) = left.allocatedBytes.subtractingReportingOverflow(
            empty.allocatedBytes)
        return isAbsurd ? nil : bytes
    }
}

/// The memory of one table of a store.
package struct TableFigures: Codable, Equatable, Sendable {
    /// An entity type by the feed's name, or `links`, `references`, `text`.
    package var name: String
    package var rowCount: Int
    /// The bytes of the rows in use and of their entries in the index.
    package var liveBytes: Int
    /// The bytes allocated for the table.
    package var reservedBytes: Int

    package init(name: String, rowCount: Int, liveBytes: Int, reservedBytes: Int) {
        self.name = name
        self.rowCount = rowCount
        self.liveBytes = liveBytes
        self.reservedBytes = reservedBytes
    }
}

/// All profiles of one command.
package struct MemoryResult: ResultContent {
    package static var kind: String { "memory" }

    package var profiles: [MemoryProfile]
    /// The reasons for missing figures, one line each.
    package var missing: [String]

    package init(profiles: [MemoryProfile], missing: [String]) {
        self.profiles = profiles
        self.missing = missing
    }
}
