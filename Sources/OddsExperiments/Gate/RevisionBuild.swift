import Foundation
import OddsLauncher
import OddsResults

/// Builds this program from another revision and keeps it, so that a revision
/// is built once.
///
/// All revisions share one separate work tree and one build folder, so that
/// another revision only compiles the differences.
struct RevisionBuild {
    let cache: GateCache
    let package: URL
    /// Called before work that takes long.
    let notice: (String) -> Void

    init(cache: GateCache, notice: @escaping (String) -> Void) throws {
        self.cache = cache
        self.notice = notice
        package = try ReleaseBuild.packageFolder()
    }

    /// The program of `revision`, any name of a commit that git resolves.
    func program(of revision: String) async throws -> GateProgram {
        guard
            let commit = await Tool.firstLine(of: [
                "git", "-C", package.path, "rev-parse", "--verify", "--quiet",
                "--end-of-options", "\(revision)^{commit}",
            ])
        else {
            throw ExperimentFailure(
                .usage, "--against \(revision): git knows no such revision")
        }
        let side = GateSide(name: revision, commit: commit)
        let folder = cache.folder.appending(path: "programs/\(commit)-\(flavour)")
        let program = folder.appending(path: "bench")
        if !FileManager.default.isExecutableFile(atPath: program.path) {
            try await build(side, to: program)
        }
        return GateProgram(side: side, url: program, inputs: LinkInputs(keptIn: folder))
    }

    /// The build variant, which the program depends on besides the commit.
    private var flavour: String { Allocator.isJemalloc ? "jemalloc" : "system" }

    private func build(_ side: GateSide, to program: URL) async throws {
        let commit = side.commit ?? side.name
        notice(
            "building \(side.name) (\(commit.prefix(12))), once; later gates reuse it")
        let tree = cache.folder.appending(path: "worktree")
        try await checkOut(commit, in: tree)
        let scratch = cache.folder.appending(path: "build-\(flavour)")
        let product = Self.product(in: tree)
        do {
            try await BlockingWork.run {
                try ReleaseBuild.build(product, of: tree, in: scratch)
            }
        } catch {
            throw ExperimentFailure(.childDied, "\(side.name): \(error)")
        }
        let built = scratch.appending(path: "release/\(product)").resolvingSymlinksInPath()
        let folder = program.deletingLastPathComponent()
        try cache.makeFolder(folder)
        do {
            try LinkInputs(of: product, in: scratch)?.keep(in: folder)
            try? FileManager.default.removeItem(at: program)
            try FileManager.default.copyItem(at: built, to: program)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(program.path): cannot be written")
        }
    }

    /// The product with the command `run`. In older revisions it is `bench`
    /// itself, which now only starts other programs.
    private static func product(in tree: URL) -> String {
        let core = Program.core.name
        let sources = tree.appending(path: "Sources/\(core)").path
        return FileManager.default.fileExists(atPath: sources) ? core : "bench"
    }

    private func checkOut(_ commit: String, in tree: URL) async throws {
        try cache.makeFolder(cache.folder)
        // Removes the record of a work tree whose folder was deleted.
        _ = await git(package, "worktree", "prune")
        let isThere = FileManager.default.fileExists(atPath: tree.appending(path: ".git").path)
        let isCheckedOut =
            await isThere
            ? git(tree, "checkout", "--quiet", "--force", "--detach", commit)
            : git(package, "worktree", "add", "--quiet", "--force", "--detach", tree.path, commit)
        guard isCheckedOut else {
            throw ExperimentFailure(
                .childDied, "git cannot check out \(commit) in \(tree.path); remove that folder")
        }
    }

    private func git(_ folder: URL, _ words: String...) async -> Bool {
        await Tool.output(of: ["git", "-C", folder.path] + words) != nil
    }
}

extension GateProgram {
    /// This program itself.
    package static func own() async throws -> GateProgram {
        let commit = await EnvironmentDescription.commit().commit?.description
        let url = try ChildProcess.ownProgram()
        return GateProgram(
            side: GateSide(name: "this program", commit: commit), url: url,
            inputs: LinkInputs(of: url))
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
