import OddsMeasurement

#if BENCH_JEMALLOC
    import CJemalloc
#endif

/// The process's allocator.
enum Allocator {
    /// Why there are no heap figures without jemalloc.
    static let missingReason = """
        heap figures (allocations per update, allocated and active bytes) are missing: built \
        without jemalloc (BENCH_NO_JEMALLOC=1); install libjemalloc-dev and build without it
        """

    #if BENCH_JEMALLOC
        static let isJemalloc = true

        /// The way to ask jemalloc; `nil` if it was built without statistics.
        static func probe() -> HeapProbe? {
            guard let statistics = JemallocStatistics() else { return nil }
            return HeapProbe(allocatorName: name) { statistics.read() }
        }

        static var name: String {
            var version: UnsafePointer<CChar>?
            var size = MemoryLayout.size(ofValue: version)
            guard mallctl("version", &version, &size, nil, 0) == 0, let version else {
                return "jemalloc"
            }
            return "jemalloc \(String(cString: version).prefix { $0 != "-" })"
        }
    #else
        static let isJemalloc = false

        static func probe() -> HeapProbe? { nil }

        static var name: String { "system" }
    #endif
}
