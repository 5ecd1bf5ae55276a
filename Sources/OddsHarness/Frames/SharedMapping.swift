import Foundation
import Synchronization

/// Memory outside the heap, resident from the start, that processes share
/// through a file descriptor. The file has no name; it disappears with the
/// last process that has it open.
package struct SharedMapping: ~Copyable, @unchecked Sendable {
    /// Where the memory begins, at a page boundary.
    package let base: UnsafeMutableRawPointer
    package let byteCount: Int
    /// The descriptor that another process attaches the memory by.
    package let fileDescriptor: Int32

    /// Creates memory that is all zero.
    package init(byteCount: Int) throws(HarnessError) {
        let directory = Self.directory
        var template = Array("\(directory)/oddsbench.XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw .mapping("\(directory): \(Self.lastError)") }
        unlink(template)
        guard Self.reserve(byteCount, in: file) else {
            let reason = Self.lastError
            close(file)
            throw .mapping("\(byteCount >> 20) MiB in \(directory): \(reason)")
        }
        try self.init(owning: file, byteCount: byteCount)
    }

    /// Attaches memory that another process created.
    package init(fileDescriptor: Int32) throws(HarnessError) {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0, status.st_size > 0 else {
            throw .mapping("the inherited file descriptor is not a mapping")
        }
        try self.init(owning: fileDescriptor, byteCount: Int(status.st_size))
    }

    /// Attaches the same memory once more.
    package borrowing func duplicate() throws(HarnessError) -> SharedMapping {
        try SharedMapping(fileDescriptor: dup(fileDescriptor))
    }

    private init(owning file: Int32, byteCount: Int) throws(HarnessError) {
        let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        guard let address, address != MAP_FAILED else {
            let reason = Self.lastError
            close(file)
            throw .mapping(reason)
        }
        base = address
        self.byteCount = byteCount
        fileDescriptor = file
        makeResident()
    }

    deinit {
        munmap(base, byteCount)
        close(fileDescriptor)
    }

    /// Touches each page. Another process may already use the memory, so each
    /// touch is an atomic addition of 0.
    private borrowing func makeResident() {
        for offset in stride(from: 0, to: byteCount, by: Int(getpagesize())) {
            (base + offset).assumingMemoryBound(to: Atomic<UInt8>.self)
                .pointee.add(0, ordering: .relaxed)
        }
    }

    /// An in-memory file system if there is one, so that no page is ever
    /// written to disk.
    private static var directory: String {
        #if os(Linux)
            if access("/dev/shm", W_OK) == 0 { return "/dev/shm" }
        #endif
        return NSTemporaryDirectory()
    }

    /// Sets the file's size and reserves its memory: without a reservation, a
    /// page that cannot be allocated ends the process at its first access.
    private static func reserve(_ byteCount: Int, in file: Int32) -> Bool {
        #if os(Linux)
            errno = posix_fallocate(file, 0, off_t(byteCount))
            return errno == 0
        #else
            return ftruncate(file, off_t(byteCount)) == 0
        #endif
    }

    private static var lastError: String { String(cString: strerror(errno)) }
}
