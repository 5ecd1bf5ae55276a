// All that this module asks of the operating system.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A call that the system refused.
package struct SystemError: Error {
    /// `errno` of the call.
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    var isNoSuchFile: Bool { code == ENOENT || code == ENOTDIR }
    package var reason: String { String(cString: strerror(code)) }
}

/// A file being read; closed at the end of its life.
final class InputFile {
    private let descriptor: CInt

    init(path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
    }

    deinit { _ = close(descriptor) }

    /// Reads at most as much as fits, and returns how much; 0 at the end.
    func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = systemRead(descriptor, space.baseAddress, space.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last }
        }
    }
}

/// A file being written: under a temporary name beside its own until it is
/// committed, and gone without a trace if it never is.
package final class OutputFile {
    private let path: String
    private let temporaryPath: String
    private let descriptor: CInt
    private var isCommitted = false

    package init(path: String) throws(SystemError) {
        self.path = path
        temporaryPath = "\(path).\(getpid()).partial"
        descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .last }
        // Found out now rather than after the work: a folder in the way.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw SystemError(code: EISDIR)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = close(descriptor)
        if !isCommitted { _ = unlink(temporaryPath) }
    }

    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = systemWrite(descriptor, part.baseAddress, part.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw .last
            }
        }
    }

    /// Gives the file its name, in one step.
    package func commit() throws(SystemError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
        guard rename(temporaryPath, path) == 0 else { throw .last }
        isCommitted = true
    }
}

// Outside of the types, whose own `read` and `write` hide the system's.

private func systemRead(_ descriptor: CInt, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, base, count)
}

private func systemWrite(_ descriptor: CInt, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}

/// The offset of the first `byte`, `nil` if there is none.
/// Complexity: O(number of bytes), at the speed of the C library.
func firstOffset(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return nil }
    guard let found = memchr(base, CInt(byte), bytes.count) else { return nil }
    return UnsafeRawPointer(found) - base
}
