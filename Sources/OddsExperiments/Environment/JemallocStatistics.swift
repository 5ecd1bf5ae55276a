#if BENCH_JEMALLOC
    import CJemalloc
    import OddsMeasurement

    /// jemalloc's statistics, by MIBs that are looked up once. Reading
    /// allocates nothing.
    struct JemallocStatistics: Sendable {
        private let flush: MIB
        private let epoch: MIB
        private let smallRequests: MIB
        private let largeRequests: MIB
        private let allocated: MIB
        private let active: MIB
        private let threadAllocated: MIB
        private let resident: MIB
        private let retained: MIB
        private let metadata: MIB

        init?() {
            // 4096 is MALLCTL_ARENAS_ALL: the sum over all arenas.
            guard let flush = MIB("thread.tcache.flush"), let epoch = MIB("epoch"),
                let smallRequests = MIB("stats.arenas.4096.small.nrequests"),
                let largeRequests = MIB("stats.arenas.4096.large.nrequests"),
                let allocated = MIB("stats.allocated"), let active = MIB("stats.active"),
                let threadAllocated = MIB("thread.allocated"),
                let resident = MIB("stats.resident"), let retained = MIB("stats.retained"),
                let metadata = MIB("stats.metadata")
            else { return nil }
            self.flush = flush
            self.epoch = epoch
            self.smallRequests = smallRequests
            self.largeRequests = largeRequests
            self.allocated = allocated
            self.active = active
            self.threadAllocated = threadAllocated
            self.resident = resident
            self.retained = retained
            self.metadata = metadata
        }

        func read() -> HeapStatistics {
            // The thread's cache passes its counts on to the arena when it is
            // flushed; statistics are those of the last epoch.
            flush.call()
            epoch.advance()
            var statistics = HeapStatistics(
                allocationCount: smallRequests.value() + largeRequests.value(),
                allocatedBytes: Int(allocated.value()),
                activeBytes: Int(active.value()))
            statistics.threadAllocatedBytes = threadAllocated.value()
            statistics.residentBytes = Int(resident.value())
            statistics.retainedBytes = Int(retained.value())
            statistics.metadataBytes = Int(metadata.value())
            return statistics
        }

        /// Whether the process's allocations come from jemalloc rather than a
        /// preloaded library: then jemalloc counts an allocation made here. The
        /// count is read into the new block, so that the compiler cannot remove
        /// the allocation.
        static let isInUse: Bool = {
            let name = "thread.allocated"
            var before: UInt64 = 0
            var size = MemoryLayout<UInt64>.size
            guard mallctl(name, &before, &size, nil, 0) == 0 else { return false }
            let after = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 8)
            defer { after.deallocate() }
            return mallctl(name, after, &size, nil, 0) == 0
                && after.load(as: UInt64.self) > before
        }()
    }

    /// A resolved name of jemalloc's control interface.
    private struct MIB: Sendable {
        private static let lengthMax = 8
        private let parts: [Int]

        init?(_ name: String) {
            var parts = [Int](repeating: 0, count: Self.lengthMax)
            var length = Self.lengthMax
            guard mallctlnametomib(name, &parts, &length) == 0 else { return nil }
            self.parts = Array(parts.prefix(length))
        }

        func call() { control(nil, nil, nil, 0) }

        func value() -> UInt64 {
            var value = 0
            var size = MemoryLayout<Int>.size
            control(&value, &size, nil, 0)
            return UInt64(value)
        }

        /// Writes without reading: both through one variable would violate
        /// exclusivity.
        func advance() {
            var new: UInt64 = 1
            control(nil, nil, &new, MemoryLayout<UInt64>.size)
        }

        private func control(
            _ old: UnsafeMutableRawPointer?, _ oldSize: UnsafeMutablePointer<Int>?,
            _ new: UnsafeMutableRawPointer?, _ newSize: Int
        ) {
            parts.withUnsafeBufferPointer {
                _ = mallctlbymib($0.baseAddress, $0.count, old, oldSize, new, newSize)
            }
        }
    }
#endif
