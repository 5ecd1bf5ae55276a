#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The processor time of the calling thread, in nanoseconds: what a
/// single-threaded task costs, whatever else the machine does meanwhile.
private func threadNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Runs what is measured and returns its nanoseconds. Not inlined, so that
/// callgrind can be told to count only what happens in here:
/// `--toggle-collect='*measuredNanoseconds*'`.
@inline(never)
func measuredNanoseconds(_ body: () throws -> Void) rethrows -> UInt64 {
    let start = threadNanoseconds()
    try body()
    return threadNanoseconds() - start
}
