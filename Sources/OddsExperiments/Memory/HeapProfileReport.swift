import Foundation
import OddsResults

/// Turns jemalloc's heap profiles into text and folded stacks with the names
/// of Swift functions, by jemalloc's own `jeprof` and by `swift demangle`.
package struct HeapProfileReport {
    /// The program that was profiled.
    let program: URL
    /// The table of a file `NAME.txt`.
    let table: (FoldedStacks) -> String

    /// Why there can be none; `nil` if there can.
    package static var missingReason: String? {
        if Tool.output(of: ["jeprof", "--version"]) == nil {
            return "heap profiles: there is no jeprof; install libjemalloc-dev"
        }
        if Tool.output(of: ["swift", "demangle", "main"]) == nil {
            return "heap profiles: there is no `swift demangle`; put `swift` on the PATH"
        }
        return nil
    }

    /// Writes `NAME.txt` and `NAME.folded` beside each profile, and beside all
    /// but the first `NAME.diff.txt` and `NAME.diff.folded`, the difference to
    /// the one before.
    func write(_ profiles: [String]) throws {
        var before: FoldedStacks?
        for profile in profiles {
            let name = URL(filePath: profile).deletingPathExtension().path
            let stacks = try stacks(of: profile)
            try write(stacks, to: name)
            if let before { try write(stacks - before, to: "\(name).diff") }
            before = stacks
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

    private func stacks(of profile: String) throws -> FoldedStacks {
        let mangled = URL(filePath: "\(profile).mangled")
        defer { try? FileManager.default.removeItem(at: mangled) }
        let command = ["jeprof", "--collapsed", program.path, profile]
        guard let text = Tool.output(of: command), (try? text.write(to: mangled)) != nil,
            let named = Tool.output(of: ["swift", "demangle", "--simplified"], input: mangled)
        else { throw ExperimentFailure(.childDied, "\(profile): jeprof cannot read it") }
        return FoldedStacks(String(decoding: named, as: UTF8.self))
    }
}
