// All that this module asks of the operating system, but for `Replacement`.

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
    /// What the system calls the error.
    package var reason: String { String(cString: strerror(code)) }
    /// The same for a file that is to be written.
    package var writingReason: String {
        switch code {
        case ENOENT: "its folder does not exist"
        case ENOTDIR: "its folder is a file"
        case EISDIR: "is a folder; give the name of a file"
        case EEXIST:
            "its beginning is there as .partial, of a process that goes on or was killed; rename "
                + "or remove that file"
        default: reason
        }
    }
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

/// What is written to. A regular file, or one that is yet to be, gets its name
/// and its bytes in one step when it is committed, and there is no trace of it
/// if it never is, unless it grows. Pipes and devices are written to as they are.
package final class OutputFile {
    private let descriptor: CInt
    /// True if what was written stays there as a file of another name, if it is not committed.
    private let isGrowing: Bool
    private var isWritten = false
    /// `nil` where bytes go straight to their place.
    private let replacement: Replacement?

    /// The name that stands for standard output, as usual on command lines.
    package static let standardOutput = "-"

    /// Opens the file, or what a symbolic link leads to, or standard output for
    /// `-`. To open a named pipe waits for its reader.
    ///
    /// - Parameters:
    ///   - path: The file's name.
    ///   - isGrowing: Whether it has the same name with `.partial` until it is committed.
    package init(path: String, isGrowing: Bool = false) throws(SystemError) {
        self.isGrowing = isGrowing
        guard path != Self.standardOutput else {
            descriptor = try Self.duplicate(STDOUT_FILENO)
            replacement = nil
            return
        }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            (descriptor, replacement) = try Self.open(for: path, isGrowing)
            return
        }
        guard stat(path, &status) == 0 else { throw .last }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            guard let target = realpath(path, nil) else { throw .last }
            defer { free(target) }
            (descriptor, replacement) = try Self.open(for: String(cString: target), isGrowing)
        case S_IFDIR:
            // Found out now rather than after the work.
            throw SystemError(code: EISDIR)
        default:
            replacement = nil
            descriptor = systemOpen(path)
            guard descriptor >= 0 else { throw .last }
        }
    }

    private static func open(
        for path: String, _ isGrowing: Bool
    ) throws(SystemError) -> (CInt, Replacement) {
        isGrowing ? try Replacement.openGrowing(for: path) : try Replacement.open(for: path)
    }

    /// The same file, which stays open when the copy is closed.
    private static func duplicate(_ descriptor: CInt) throws(SystemError) -> CInt {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .last }
        return copy
    }

    deinit {
        guard descriptor >= 0 else { return }
        _ = close(descriptor)
        if !isGrowing || !isWritten { replacement?.discard() }
    }

    /// Writes all bytes.
    ///
    /// - Throws: `SystemError` of `write`.
    /// - Complexity: O(bytes).
    package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = bytes[...]
        if !rest.isEmpty { isWritten = true }
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

    /// Leaves no trace of a regular file, also of one that grows.
    package func discard() { replacement?.discard() }

    /// Gives a regular file its name, in one step.
    package func commit() throws(SystemError) {
        try replacement?.commit(descriptor)
    }
}

// Outside of the types, whose own `open`, `read` and `write` hide the system's.

private func systemOpen(_ path: String) -> CInt { open(path, O_WRONLY | O_CLOEXEC) }

private func systemRead(_ descriptor: CInt, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, base, count)
}

private func systemWrite(_ descriptor: CInt, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, base, count)
}
