#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A regular file that takes the place of another, or of none, when it is
/// whole. On Linux it has no name until then where the file system can do
/// that, so that nothing is left behind by a process that is killed; elsewhere
/// it has a temporary name beside its own. One that grows always has such a name, which stays
/// behind with what was written.
struct Replacement {
    private let path: String
    private let temporaryPath: String
    private let isNamed: Bool

    /// The name of a file that grows, beside that of the file which it becomes.
    static func nameOfGrowing(_ path: String) -> String { path + ".partial" }

    /// Makes a file that grows.
    ///
    /// - Throws: `SystemError`, `EEXIST` if there is one: of another process, or of one that was
    ///   killed, whose bytes nobody else may have.
    static func openGrowing(
        for path: String
    ) throws(SystemError) -> (descriptor: CInt, replacement: Replacement) {
        let temporaryPath = nameOfGrowing(path)
        let descriptor = systemOpen(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        return (descriptor, Replacement(path: path, temporaryPath: temporaryPath, isNamed: true))
    }

    /// Makes the file, in the folder of `path`.
    static func open(
        for path: String
    ) throws(SystemError) -> (descriptor: CInt, replacement: Replacement) {
        let temporaryPath = "\(path).\(getpid()).partial"
        if let descriptor = openUnnamed(inFolderOf: path) {
            return (
                descriptor, Replacement(path: path, temporaryPath: temporaryPath, isNamed: false))
        }
        let descriptor = systemOpen(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        return (descriptor, Replacement(path: path, temporaryPath: temporaryPath, isNamed: true))
    }

    /// Gives the file its name, in one step.
    func commit(_ descriptor: CInt) throws(SystemError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
        if !isNamed { try link(descriptor) }
        guard rename(temporaryPath, path) == 0 else {
            let error = SystemError.last
            discard()
            throw error
        }
    }

    /// Removes the temporary name if there is one; without effect once the
    /// file was committed.
    func discard() {
        _ = unlink(temporaryPath)
    }

    #if os(Linux)
    /// `nil` where the file system cannot do it, or the folder is not there.
    private static func openUnnamed(inFolderOf path: String) -> CInt? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        // O_TMPFILE, which is too complex a macro to be imported.
        let descriptor = systemOpen(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000 | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Only `rename` replaces a file, and it needs a name to start from.
    private func link(_ descriptor: CInt) throws(SystemError) {
        // An earlier process of the same number may have left it.
        _ = unlink(temporaryPath)
        let source = "/proc/self/fd/\(descriptor)"
        guard linkat(AT_FDCWD, source, AT_FDCWD, temporaryPath, AT_SYMLINK_FOLLOW) == 0 else {
            throw .last
        }
    }
    #else
    private static func openUnnamed(inFolderOf path: String) -> CInt? { nil }

    private func link(_ descriptor: CInt) throws(SystemError) {}
    #endif
}

/// Outside of the type, whose own `open` hides the system's.
private func systemOpen(_ path: String, _ flags: CInt) -> CInt {
    open(path, flags, 0o666)
}
