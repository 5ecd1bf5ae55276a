import CLinux
import Foundation
import OddsMeasurement

#if BENCH_JEMALLOC
    import CJemalloc
#endif

/// The allocator of this process.
package enum Allocator {
    /// Why heap figures are missing; `nil` if none are.
    package static var missingReason: String? {
        guard probe()?.statistics().allocationCount == nil else { return nil }
        return """
            allocations per update and active heap bytes are missing: built without jemalloc \
            (BENCH_NO_JEMALLOC=1); install libjemalloc-dev and build without it
            """
    }

    #if BENCH_JEMALLOC
        /// Whether the program was built with jemalloc.
        package static let isJemalloc = true

        /// Reads the allocator in use; `nil` if it cannot be read.
        package static func probe() -> HeapProbe? {
            guard JemallocStatistics.isInUse else { return systemProbe() }
            guard let statistics = JemallocStatistics() else { return nil }
            return HeapProbe(allocatorName: name) { statistics.read() }
        }

        package static var name: String {
            guard JemallocStatistics.isInUse else { return systemName }
            var version: UnsafePointer<CChar>?
            var size = MemoryLayout.size(ofValue: version)
            guard mallctl("version", &version, &size, nil, 0) == 0, let version else {
                return "jemalloc"
            }
            return "jemalloc \(String(cString: version).prefix { $0 != "-" })"
        }
    #else
        /// Whether the program was built with jemalloc.
        package static let isJemalloc = false

        /// Reads the allocator in use; `nil` if it cannot be read.
        package static func probe() -> HeapProbe? { systemProbe() }

        package static var name: String { systemName }
    #endif

    private static let systemName = "system"

    /// The C library reports bytes, but does not count allocations.
    private static func systemProbe() -> HeapProbe? {
        var heap = clinux_heap()
        guard clinux_read_heap(&heap) == 0 else { return nil }
        return HeapProbe(allocatorName: systemName) {
            var heap = clinux_heap()
            _ = clinux_read_heap(&heap)
            var statistics = HeapStatistics(
                allocationCount: nil, allocatedBytes: Int(heap.allocated), activeBytes: nil)
            statistics.residentBytes = Int(heap.mapped)
            return statistics
        }
    }
}
