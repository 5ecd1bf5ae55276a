import Foundation
import OddsHarness

/// Builds this program of another revision, beside the work tree, and keeps it:
/// a revision is built once.
///
/// One work tree and one build folder serve all revisions, so that a second
/// one only compiles what differs.
struct RevisionBuild {
    let cache: GateCache
    let package: URL

    init(cache: GateCache) throws {
        self.cache = cache
        package = try ReleaseBuild.packageFolder()
    }

    /// The program of `revision`, which is anything that git takes for a
    /// commit.
    func program(of revision: String) throws -> GateProgram {
        guard
            let commit = Tool.firstLine(of: [
                "git", "-C", package.path, "rev-parse", "--verify", "--quiet",
                "--end-of-options", "\(revision)^{commit}",
            ])
        else {
            throw BenchFailure(
                .usage, "--against \(revision): \(package.path) has no such revision")
        }
        let side = GateSide(name: revision, commit: commit)
        let program = cache.folder.appending(path: "programs/\(commit)-\(flavour)/bench")
        if !FileManager.default.isExecutableFile(atPath: program.path) {
            try build(side, to: program)
        }
        return GateProgram(side: side, url: program)
    }

    /// What else a program depends on.
    private var flavour: String { Allocator.isJemalloc ? "jemalloc" : "system" }

    private func build(_ side: GateSide, to program: URL) throws {
        let commit = side.commit ?? side.name
        StandardError.print(
            "bench: building \(side.name) (\(commit.prefix(12))), once; later gates reuse it")
        let tree = cache.folder.appending(path: "worktree")
        try checkOut(commit, in: tree)
        let scratch = cache.folder.appending(path: "build-\(flavour)")
        do {
            try ReleaseBuild.build("bench", of: tree, in: scratch)
        } catch let failure as BenchFailure {
            throw BenchFailure(failure.status, "\(side.name): \(failure.message)")
        }
        let built = scratch.appending(path: "release/bench").resolvingSymlinksInPath()
        try cache.makeFolder(program.deletingLastPathComponent())
        do {
            try? FileManager.default.removeItem(at: program)
            try FileManager.default.copyItem(at: built, to: program)
        } catch {
            throw BenchFailure(.cannotWrite, "\(program.path): cannot be written")
        }
    }

    private func checkOut(_ commit: String, in tree: URL) throws {
        try cache.makeFolder(cache.folder)
        // Forgets a tree whose folder is gone.
        _ = git(package, "worktree", "prune")
        let isThere = FileManager.default.fileExists(atPath: tree.appending(path: ".git").path)
        let isCheckedOut =
            isThere
            ? git(tree, "checkout", "--quiet", "--force", "--detach", commit)
            : git(package, "worktree", "add", "--quiet", "--force", "--detach", tree.path, commit)
        guard isCheckedOut else {
            throw BenchFailure(
                .childDied, "git cannot check out \(commit) in \(tree.path); remove that folder")
        }
    }

    private func git(_ folder: URL, _ words: String...) -> Bool {
        Tool.output(of: ["git", "-C", folder.path] + words) != nil
    }
}

extension GateProgram {
    /// This program itself.
    static func own() throws -> GateProgram {
        GateProgram(
            side: GateSide(name: "this program", commit: EnvironmentDescription.commit().commit),
            url: try ChildProcess.ownProgram())
    }

    /// A program that somebody built.
    static func prebuilt(_ path: String, option: String) throws -> GateProgram {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchFailure(.noSuchFile, "\(option) \(path): there is no such program")
        }
        return GateProgram(side: GateSide(name: path, commit: nil), url: URL(filePath: path))
    }
}
