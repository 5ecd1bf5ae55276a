import Foundation
import OddsHarness
import OddsLauncher
import OddsMeasurement
import OddsResults

extension EnvironmentDescription {
    /// This machine and this program.
    ///
    /// - Parameters:
    ///   - start: When the command began.
    ///   - processorTime: The processor time at that moment; `nil` if it cannot
    ///     be read.
    package static func current(
        since start: Date, processorTime: ProcessorTime?
    ) async -> Self {
        let stolen: Double? =
            if let processorTime, let now = ProcessorTime.current() {
                now.stolenShare(since: processorTime)
            } else { nil }
        let (commit, commitMissing) = await isPart ? (nil, nil) : Self.commit()
        let folder = commit == nil ? nil : try? ReleaseBuild.packageFolder()
        return EnvironmentDescription(
            machine: .current(),
            toolchain: await isPart ? nil : Tool.firstLine(of: ["swift", "--version"]),
            allocator: Allocator.name,
            buildMode: Harness.isOptimized ? "release" : "debug",
            commit: commit,
            packages: folder.flatMap(PackageVersions.resolved),
            stolenShare: stolen,
            startedAt: ISO8601DateFormatter().string(from: start),
            missing: [Allocator.missingReason, commitMissing].compactMap { $0 })
    }

    /// Set for runs that are part of a larger result, which describes toolchain
    /// and commit once: looking them up takes longer than a short run.
    package static let partVariable = FrontDoor.partVariable

    package static var isPart: Bool { ProcessInfo.processInfo.environment[partVariable] != nil }

    /// The commit, or why it is not known.
    package static func commit() async -> (commit: SourceCommit?, missing: String?) {
        guard let folder = try? ReleaseBuild.packageFolder(),
            let id = await Tool.firstLine(of: ["git", "-C", folder.path, "rev-parse", "HEAD"])
        else { return (nil, "commit: git is not installed, or the clone is gone") }
        guard let own = Bundle.main.executableURL,
            !ReleaseBuild.isOlderThanSources(own, in: folder)
        else {
            return (nil, "commit: the program is older than the sources")
        }
        // Results are no part of a program: a proof goes on beside its own first part.
        let changes = await Tool.firstLine(of: [
            "git", "-C", folder.path, "status", "--porcelain", "--", ".", ":(exclude)Results",
        ])
        return (SourceCommit(id: id, isClean: changes == nil), nil)
    }
}
