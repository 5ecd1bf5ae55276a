import Foundation

#if BENCH_JEMALLOC
    import CJemalloc
#endif

/// What the process asks of the system before it serves.
enum ProcessSetUp {
    /// Raises the limit of open files, each connection being one, to what the
    /// system allows.
    ///
    /// - Returns: The limit.
    static func raiseOpenFilesLimit() -> Int {
        #if canImport(Glibc)
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return .max }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Gives unused memory back to the system even when nothing is allocated any
    /// more: jemalloc does so on its own only while it is called.
    static func giveMemoryBack() {
        #if BENCH_JEMALLOC
            var isOn = true
            mallctl("background_thread", nil, nil, &isOn, MemoryLayout<Bool>.size)
        #endif
    }
}
