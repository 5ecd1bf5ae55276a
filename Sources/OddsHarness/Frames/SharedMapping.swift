import Foundation
import Synchronization

/// Memory outside the heap, resident from the start, that processes share
/// through a file descriptor. The file has no name; it is gone with the last
/// process that has it open.
public struct SharedMapping: ~Copyable, @unchecked Sendable {
    /// Where the memory begins; a page's boundary.
    public let base: UnsafeMutableRawPointer
    public let byteCount: Int
    /// For handing the memory to another process.
    public let fileDescriptor: Int32

    /// Makes new memory, all zero.
    public init(byteCount: Int) throws(HarnessError) {
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

    /// Attaches memory that another process made.
    public init(fileDescriptor: Int32) throws(HarnessError) {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0, status.st_size > 0 else {
            throw .mapping("the inherited file descriptor is no mapping")
        }
        try self.init(owning: fileDescriptor, byteCount: Int(status.st_size))
    }

    /// The same memory, attached once more.
    public borrowing func duplicate() throws(HarnessError) -> SharedMapping {
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

    /// Touches each page. Another process may be using the memory already, so
    /// this neither changes a byte nor races with one that does.
    private borrowing func makeResident() {
        for offset in stride(from: 0, to: byteCount, by: Int(getpagesize())) {
            (base + offset).assumingMemoryBound(to: Atomic<UInt8>.self)
                .pointee.add(0, ordering: .relaxed)
        }
    }

    /// A file system in memory where there is one, so that no page is ever
    /// written to a disk.
    private static var directory: String {
        #if os(Linux)
            if access("/dev/shm", W_OK) == 0 { return "/dev/shm" }
        #endif
        return NSTemporaryDirectory()
    }

    /// Sets the file's size and makes sure that the memory for it is there:
    /// otherwise the first access to a missing page would end the process.
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
