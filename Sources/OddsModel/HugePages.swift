#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Memory in pages of 2 MiB, where Linux has them (`madvise(2)`). A dump touches
/// megabytes for the first time, which in small pages was a quarter of its time
/// (`perf record` of `peers compare --task dump`).
package enum HugePages {
    /// The size of a page, and where one begins.
    package static let pageBytes = 2 << 20

    /// Allocates; as much of it as makes whole pages is in huge ones. To be freed with
    /// `deallocate()`.
    package static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        guard byteCount >= pageBytes else {
            return .allocate(byteCount: byteCount, alignment: cacheLineBytes)
        }
        let start = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: pageBytes)
        #if os(Linux)
        // Without, all is as before.
        _ = madvise(start, byteCount / pageBytes * pageBytes, MADV_HUGEPAGE)
        #endif
        return start
    }

    private static let cacheLineBytes = 64
}
