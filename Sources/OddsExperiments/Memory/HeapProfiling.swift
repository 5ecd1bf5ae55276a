#if BENCH_JEMALLOC
    import CJemalloc
#endif

/// jemalloc's own heap profiler.
package enum HeapProfiling {
    /// The environment in which a process samples its allocations: one per
    /// 64 KiB on average. A holder of one megabyte has about sixteen samples,
    /// and a strategy that allocates megabytes per frame does not take minutes.
    static let environment = ["MALLOC_CONF": "prof:true,prof_active:true,lg_prof_sample:16"]

    /// Why profiles are unavailable; `nil` if they are available.
    static var missingReason: String? {
        #if BENCH_JEMALLOC
            var isBuiltIn = false
            var size = MemoryLayout<Bool>.size
            guard mallctl("config.prof", &isBuiltIn, &size, nil, 0) == 0, isBuiltIn else {
                return "heap profiles: the installed jemalloc was built without --enable-prof"
            }
            return nil
        #else
            return "heap profiles: built without jemalloc (BENCH_NO_JEMALLOC=1)"
        #endif
    }

    /// Writes a profile of all live allocations, and returns whether that
    /// succeeded.
    static func dump(to path: String) -> Bool {
        #if BENCH_JEMALLOC
            return path.withCString { text in
                var name: UnsafePointer<CChar>? = text
                let size = MemoryLayout<UnsafePointer<CChar>?>.size
                return mallctl("prof.dump", nil, nil, &name, size) == 0
            }
        #else
            return false
        #endif
    }
}
