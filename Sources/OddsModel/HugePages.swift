#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Memory that is touched for the first time at little cost, where Linux has the means
/// (`madvise(2)`). A dump touches megabytes, which page by page was a quarter of its
/// time (`perf record` of `peers compare --task dump`).
package enum HugePages {
    /// The size of a huge page, and where one begins.
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

    /// Maps the pages of memory that is about to be filled, all by one call instead of
    /// by a fault each. Contents stay.
    package static func populate(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux)
        let first = start.alignedUp(toMultipleOf: smallPageBytes)
        let count = start + byteCount - first
        guard count >= populatedBytesMin else { return }
        // Where it is not known (before Linux 5.14), each page faults as before.
        _ = madvise(first, count, populateForWriting)
        #endif
    }

    private static let cacheLineBytes = 64
    /// What `madvise` takes starts at a page; where pages are larger, it refuses.
    private static let smallPageBytes = 4 << 10
    /// Less is not worth a call.
    private static let populatedBytesMin = 16 * smallPageBytes
    /// `MADV_POPULATE_WRITE`, which older headers do not have.
    private static let populateForWriting: Int32 = 23
}
