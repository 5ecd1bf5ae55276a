import Foundation

/// Zeroed pages outside the heap, all resident from the start, so that using
/// them meets no page fault and their size can be subtracted from that of the
/// process.
package final class ResidentMemory: @unchecked Sendable {
    /// Where the memory begins, at a page boundary.
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int

    package init(byteCount: Int) {
        self.byteCount = byteCount
        let address = mmap(
            nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else {
            preconditionFailure("no memory for \(byteCount) bytes of figures")
        }
        memset(address, 0, byteCount)
        base = address
    }

    deinit { munmap(base, byteCount) }
}
