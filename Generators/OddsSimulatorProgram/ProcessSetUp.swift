#if BENCH_JEMALLOC
    import CJemalloc
#endif

/// What the process asks of the system before it serves.
package enum ProcessSetUp {
    /// Gives unused memory back to the system even when nothing is allocated any
    /// more: jemalloc does so on its own only while it is called.
    package static func giveMemoryBack() {
        #if BENCH_JEMALLOC
            var isOn = true
            mallctl("background_thread", nil, nil, &isOn, MemoryLayout<Bool>.size)
        #endif
    }
}
