import Foundation

/// The folder in which gates keep programs of other revisions, which take long
/// to build.
struct GateCache {
    /// The number of what is kept. Builds of format 1 are not used, as two gates at once
    /// may have taken another revision for theirs.
    private static let format = 2

    let folder: URL

    /// - Parameters:
    ///   - path: `nil` for `.build/gate` in the clone.
    ///   - clone: That of the revisions.
    init(path: String?, clone: UserClone) {
        let all = path.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? clone.folder.appending(path: ".build/gate")
        folder = all.appending(path: "format-\(Self.format)")
    }

    func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(folder.path): cannot be created")
        }
    }

    /// Calls `body` while no other gate builds here. The system ends the lock with the
    /// process, however that ends.
    ///
    /// - Parameter waiting: Called once if another one does.
    func whileLocked<Value>(
        waiting: () -> Void, _ body: () async throws -> Value
    ) async throws -> Value {
        try makeFolder(folder)
        let file = open(folder.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw ExperimentFailure(.cannotWrite, "\(folder.path)/lock: cannot be created")
        }
        defer { close(file) }
        var isWaiting = false
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw ExperimentFailure(.cannotWrite, "\(folder.path)/lock: cannot be locked")
            }
            if !isWaiting { waiting() }
            isWaiting = true
            try await Interruption.current.sleep(for: Self.pause)
            try Interruption.current.check()
        }
        return try await body()
    }

    private static let pause = Duration.milliseconds(200)
}
