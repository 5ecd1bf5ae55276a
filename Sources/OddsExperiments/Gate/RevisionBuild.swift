import Foundation
import OddsLauncher
import OddsResults

/// Builds this program from another revision and keeps it, so that a revision
/// is built once.
///
/// All revisions share one separate work tree and one build folder, so that
/// another revision only compiles the differences. They are locked from the
/// check-out until the program is copied.
struct RevisionBuild {
    let clone: UserClone
    let cache: GateCache
    /// Called before work that takes long.
    let notice: (String) -> Void

    /// - Parameters:
    ///   - cachePath: The folder for programs; `nil` for the one in the clone.
    ///   - notice: Called before work that takes long.
    /// - Throws: `ExperimentFailure` outside of a clone.
    init(cachePath: String?, notice: @escaping (String) -> Void) async throws {
        clone = try await UserClone()
        cache = GateCache(path: cachePath, clone: clone)
        self.notice = notice
    }

    /// The program of a revision, and how long it took to build; `nil` if it was there.
    ///
    /// - Parameter revision: Any name of a commit that git resolves.
    func program(of revision: String) async throws -> (program: GateProgram, seconds: Double?) {
        notice("--against \(revision), of the clone \(clone.folder.path)")
        let commit = try await clone.commit(revision)
        let side = GateSide(name: revision, commit: commit)
        let folder = cache.folder.appending(path: "programs/\(commit)-\(flavour)")
        let program = folder.appending(path: "bench")
        var seconds: Double?
        if !isThere(program) {
            seconds = try await cache.whileLocked {
                notice("waiting for another gate, which builds in \(cache.folder.path)")
            } _: {
                // The other one may have built the same.
                isThere(program) ? nil : try await build(side, commit, in: folder)
            }
        }
        return (
            GateProgram(
                side: side, url: program, packages: PackageVersions.resolved(in: folder),
                inputs: LinkInputs(keptIn: folder)), seconds
        )
    }

    private func isThere(_ program: URL) -> Bool {
        FileManager.default.isExecutableFile(atPath: program.path)
    }

    /// The build variant, which the program depends on besides the commit.
    private var flavour: String { Allocator.isJemalloc ? "jemalloc" : "system" }

    /// Builds a commit, and returns how long that took.
    private func build(_ side: GateSide, _ commit: String, in folder: URL) async throws -> Double {
        let start = ContinuousClock.now
        notice(
            """
            building \(side.name) (\(commit.prefix(12))), once, which \(expected); --time begins \
            after it, and later gates reuse it
            """)
        let tree = cache.folder.appending(path: "worktree")
        try await clone.checkOut(commit, in: tree)
        let scratch = cache.folder.appending(path: "build-\(flavour)")
        let product = Self.product(in: tree)
        do {
            try await BlockingWork.run {
                try ReleaseBuild.build(product, of: tree, in: scratch)
            }
        } catch let error as LaunchError {
            throw ExperimentFailure(error).map { failure in
                ExperimentFailure(failure.status, "\(side.name): \(failure.message)")
            } ?? error
        }
        // Whatever else was done in this folder: what is kept is of this commit.
        let head = await UserClone.head(of: tree)
        guard head == commit else {
            throw ExperimentFailure(
                .childDied,
                """
                \(tree.path): \(head ?? "nothing") was checked out there while \(side.name) was \
                built; give the command again
                """)
        }
        try keep(product, of: scratch, builtFrom: tree, in: folder)
        let seconds = start.duration(to: .now) / .seconds(1)
        try? Data("\(Int(seconds.rounded(.up)))\n".utf8).write(to: lastSeconds)
        notice("built \(side.name) in \(FigureFormat.duration(nanoseconds: seconds * 1e9))")
        return seconds
    }

    /// Copies a program with what it is linked from and the versions of its packages, all at
    /// once, as other gates look for it without the lock.
    private func keep(
        _ product: String, of scratch: URL, builtFrom tree: URL, in folder: URL
    ) throws {
        let copy = folder.deletingLastPathComponent().appending(path: "copy")
        let built = scratch.appending(path: "release/\(product)").resolvingSymlinksInPath()
        let files = FileManager.default
        try? files.removeItem(at: copy)
        try? files.removeItem(at: folder)
        try cache.makeFolder(copy)
        do {
            try LinkInputs(of: product, in: scratch)?.keep(in: copy)
            try files.copyItem(at: built, to: copy.appending(path: "bench"))
            // Without it the versions are unknown.
            try? files.copyItem(
                at: tree.appending(path: PackageVersions.fileName),
                to: copy.appending(path: PackageVersions.fileName))
            try files.moveItem(at: copy, to: folder)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(folder.path): cannot be written")
        }
    }

    /// How long a build will take, by the last one here.
    private var expected: String {
        guard let text = try? String(contentsOf: lastSeconds, encoding: .utf8),
            let seconds = Double(text.trimmingCharacters(in: .newlines))
        else { return "takes minutes" }
        return "took \(FigureFormat.duration(nanoseconds: seconds * 1e9)) the last time"
    }

    private var lastSeconds: URL { cache.folder.appending(path: "seconds-\(flavour)") }

    /// The product with the command `run`. In older revisions it is `bench`
    /// itself, which now only starts other programs.
    private static func product(in tree: URL) -> String {
        let core = Program.core.name
        let sources = tree.appending(path: "Sources/\(core)").path
        return FileManager.default.fileExists(atPath: sources) ? core : "bench"
    }
}

extension GateProgram {
    /// This program itself.
    package static func own() async throws -> GateProgram {
        let commit = await EnvironmentDescription.commit().commit?.description
        let url = try ChildProcess.ownProgram()
        let folder = commit == nil ? nil : try? ReleaseBuild.packageFolder()
        return GateProgram(
            side: GateSide(name: "this program", commit: commit), url: url,
            packages: folder.flatMap(PackageVersions.resolved), inputs: LinkInputs(of: url))
    }

    /// A program that the user built.
    package static func prebuilt(_ path: String, option: String) async throws -> GateProgram {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw ExperimentFailure(.noSuchFile, "\(option) \(path): there is no such program")
        }
        // Before a minute is spent on it. All revisions know this.
        let absolute = URL(filePath: path).path
        let help = await Tool.output(of: [absolute, "run", "--help"]) ?? []
        guard String(decoding: help, as: UTF8.self).contains("--strategy") else {
            throw ExperimentFailure(
                .usage,
                """
                \(option) \(path): not a bench program, as '\(path) run --help' knows no \
                --strategy; build one with 'swift build -c release --product bench'
                """)
        }
        let url = behindFrontDoor(URL(filePath: path))
        return GateProgram(
            side: GateSide(name: path, commit: nil), url: url, inputs: LinkInputs(of: url))
    }

    /// The program that has the commands, if `url` is the front door beside it,
    /// which only starts others.
    private static func behindFrontDoor(_ url: URL) -> URL {
        let own = url.resolvingSymlinksInPath()
        let core = own.deletingLastPathComponent().appending(path: Program.core.name)
        let isFrontDoor = own.lastPathComponent == "bench"
            && FileManager.default.isExecutableFile(atPath: core.path)
        return isFrontDoor ? core : url
    }
}
