#if BENCH_JEMALLOC
    import CJemalloc
#endif

/// jemalloc's own heap profiler.
package enum HeapProfiling {
    /// What makes a process sample its allocations: one every 64 KiB on
    /// average, so that what holds a megabyte has some sixteen samples, and
    /// that a strategy which makes megabytes a frame does not take minutes.
    static let environment = ["MALLOC_CONF": "prof:true,prof_active:true,lg_prof_sample:16"]

    /// Why there can be none; `nil` if there can.
    package static var missingReason: String? {
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

    /// Writes a profile of what is alive now, and returns whether that went
    /// well.
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
