import Foundation

/// The clone in whose folder a command was given: names of revisions are those of this
/// one, wherever the program was built.
struct UserClone {
    /// The name of the package in its manifest, the same in all revisions.
    private static let package = "name: \"OddsBench\""

    let folder: URL

    /// - Parameter current: The folder of the command.
    /// - Throws: `ExperimentFailure` where git has none.
    init(around current: URL = .currentDirectory()) async throws {
        guard let path = await Tool.firstLine(of: [
            "git", "-C", current.path, "rev-parse", "--show-toplevel",
        ]) else {
            throw ExperimentFailure(
                .usage,
                """
                --against: \(current.path) is in no git repository; give the command in a clone \
                of OddsBench, or a built program with --baseline-program
                """)
        }
        folder = URL(filePath: path, directoryHint: .isDirectory)
    }

    /// The id of a commit of this project.
    ///
    /// - Parameter revision: Any name of it that git resolves.
    /// - Throws: `ExperimentFailure` for a name of none, and for a commit of another project.
    func commit(_ revision: String) async throws -> String {
        guard let commit = await Tool.firstLine(of: words(
            "rev-parse", "--verify", "--quiet", "--end-of-options", "\(revision)^{commit}"))
        else {
            throw ExperimentFailure(
                .usage, "--against \(revision): git knows no such revision")
        }
        let manifest = await Tool.output(of: words("show", "\(commit):Package.swift")) ?? []
        guard String(decoding: manifest, as: UTF8.self).contains(Self.package) else {
            throw ExperimentFailure(
                .usage,
                """
                --against \(revision): \(folder.path) is another project, as the revision's \
                Package.swift is not that of OddsBench; give the command in a clone of it, or a \
                built program with --baseline-program
                """)
        }
        return commit
    }

    /// Checks a commit out in a work tree of this clone.
    ///
    /// - Parameters:
    ///   - commit: The id of the commit.
    ///   - tree: The folder of the work tree; one of another clone is replaced.
    func checkOut(_ commit: String, in tree: URL) async throws {
        let own = await Self.commonFolder(of: folder)
        let isThere = FileManager.default.fileExists(atPath: tree.appending(path: ".git").path)
        var isOurs = false
        if isThere { isOurs = await Self.commonFolder(of: tree) == own }
        if isThere, !isOurs { try? FileManager.default.removeItem(at: tree) }
        // Removes the record of a work tree whose folder was deleted.
        _ = await Tool.output(of: words("worktree", "prune"))
        let words = isOurs
            ? ["git", "-C", tree.path, "checkout", "--quiet", "--force", "--detach", commit]
            : words("worktree", "add", "--quiet", "--force", "--detach", tree.path, commit)
        guard await Tool.output(of: words) != nil else {
            throw ExperimentFailure(
                .childDied, "git cannot check out \(commit) in \(tree.path); remove that folder")
        }
    }

    /// The commit that a work tree has; `nil` if there is none.
    static func head(of tree: URL) async -> String? {
        await Tool.firstLine(of: ["git", "-C", tree.path, "rev-parse", "HEAD"])
    }

    /// The folder that all work trees of a clone share; `nil` outside of one.
    private static func commonFolder(of tree: URL) async -> String? {
        let path = await Tool.firstLine(of: [
            "git", "-C", tree.path, "rev-parse", "--git-common-dir",
        ])
        return path.map { path in
            URL(filePath: path, relativeTo: tree).standardizedFileURL.resolvingSymlinksInPath().path
        }
    }

    private func words(_ words: String...) -> [String] { ["git", "-C", folder.path] + words }
}
