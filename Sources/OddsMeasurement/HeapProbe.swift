/// An allocator's figures for the whole process at one moment; `nil` for those
/// that it does not report.
public struct HeapStatistics: Equatable, Sendable {
    /// Calls that allocated, since the process began; exact.
    public let allocationCount: UInt64?
    /// Bytes that live allocations hold, size classes' rounding included.
    public let allocatedBytes: Int
    /// Bytes of the pages that hold at least one live allocation.
    public let activeBytes: Int?
    /// Bytes that the calling thread has allocated since it began, freed ones
    /// included; exact.
    public var threadAllocatedBytes: UInt64?
    /// Bytes of memory that the allocator has from the system, pages that it
    /// keeps for later included.
    public var residentBytes: Int?
    /// Bytes of address space that it keeps without memory behind.
    public var retainedBytes: Int?
    /// Bytes of its own bookkeeping.
    public var metadataBytes: Int?

    /// Statistics whose other figures are unknown.
    public init(allocationCount: UInt64?, allocatedBytes: Int, activeBytes: Int?) {
        self.allocationCount = allocationCount
        self.allocatedBytes = allocatedBytes
        self.activeBytes = activeBytes
    }
}

/// The way to ask the process's allocator. The program that chooses the
/// allocator makes the probe; the libraries know none.
public struct HeapProbe: Sendable {
    /// The allocator's name and version, for the report.
    public let allocatorName: String
    private let read: @Sendable () -> HeapStatistics

    /// - Parameter read: takes microseconds, allocates nothing, and may run on
    ///   any thread.
    public init(allocatorName: String, read: @escaping @Sendable () -> HeapStatistics) {
        self.allocatorName = allocatorName
        self.read = read
    }

    /// Takes microseconds; allocates nothing. The calling thread's own
    /// allocations are counted to the last one, those of other threads up to
    /// what they keep in caches of their own.
    public func statistics() -> HeapStatistics { read() }
}
