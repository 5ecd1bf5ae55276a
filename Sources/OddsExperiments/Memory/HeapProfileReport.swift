import Foundation
import OddsResults

/// Converts jemalloc's heap profiles into tables and folded stacks with the
/// names of Swift functions, by means of `jeprof` and `swift demangle`.
package struct HeapProfileReport: Sendable {
    /// The program that was profiled.
    let program: URL
    /// Formats the table of a file `NAME.txt`.
    let table: @Sendable (FoldedStacks) -> String

    /// Why reports are unavailable; `nil` if they are available.
    package static var missingReason: String? {
        get async {
            if let reason = HeapProfiling.missingReason { return reason }
            if await Tool.output(of: ["jeprof", "--version"]) == nil {
                return "heap profiles: jeprof is not installed; install libjemalloc-dev"
            }
            if await Tool.output(of: ["swift", "demangle", "main"]) == nil {
                return "heap profiles: `swift demangle` is not installed; put `swift` on the PATH"
            }
            return nil
        }
    }

    /// Writes `NAME.txt` and `NAME.folded` next to each profile and, except for
    /// the first, `NAME.diff.txt` and `NAME.diff.folded` with the difference
    /// from the previous profile.
    func write(_ profiles: [String]) async throws {
        var before: FoldedStacks?
        for (profile, stacks) in zip(profiles, try await stacks(of: profiles)) {
            let name = URL(filePath: profile).deletingPathExtension().path
            try write(stacks, to: name)
            if let before { try write(stacks - before, to: "\(name).diff") }
            before = stacks
        }
    }

    /// Those of each profile, all read at once, as `jeprof` takes seconds on one
    /// core.
    private func stacks(of profiles: [String]) async throws -> [FoldedStacks] {
        try await withThrowingTaskGroup { group in
            for (index, profile) in profiles.enumerated() {
                group.addTask { (index, try await stacks(of: profile)) }
            }
            var all = [FoldedStacks?](repeating: nil, count: profiles.count)
            for try await (index, stacks) in group { all[index] = stacks }
            return all.compactMap(\.self)
        }
    }

    private func write(_ stacks: FoldedStacks, to stem: String) throws {
        for (text, suffix) in [(stacks.folded, "folded"), (table(stacks), "txt")] {
            do {
                try Data(text.utf8).write(to: URL(filePath: "\(stem).\(suffix)"))
            } catch {
                throw ExperimentFailure(.cannotWrite, "\(stem).\(suffix): cannot be written")
            }
        }
    }

    private func stacks(of profile: String) async throws -> FoldedStacks {
        let mangled = "\(profile).mangled"
        defer { try? FileManager.default.removeItem(atPath: mangled) }
        let command = ["jeprof", "--collapsed", program.path, profile]
        guard let text = await Tool.output(of: command),
            FileManager.default.createFile(atPath: mangled, contents: Data(text)),
            let named = await Tool.output(of: ["swift", "demangle", "--simplified"], input: mangled)
        else { throw ExperimentFailure(.childDied, "\(profile): jeprof cannot read it") }
        return FoldedStacks(String(decoding: named, as: UTF8.self))
    }
}
