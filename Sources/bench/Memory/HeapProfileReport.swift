import Foundation
import OddsHarness

/// Turns jemalloc's heap profiles into text and folded stacks with the names
/// of Swift functions, by jemalloc's own `jeprof` and by `swift demangle`.
struct HeapProfileReport {
    /// The program that was profiled.
    let program: URL

    /// Why there can be none; `nil` if there can.
    static var missingReason: String? {
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
        for (position, profile) in profiles.enumerated() {
            try write(profile, base: nil)
            if position > 0 { try write(profile, base: profiles[position - 1]) }
        }
    }

    private func write(_ profile: String, base: String?) throws {
        let name = URL(filePath: profile).deletingPathExtension().path
        let stem = base == nil ? name : "\(name).diff"
        let options = base.map { ["--base=\($0)"] } ?? []
        for (form, suffix) in [("--text", "txt"), ("--collapsed", "folded")] {
            let mangled = URL(filePath: "\(stem).\(suffix).mangled")
            defer { try? FileManager.default.removeItem(at: mangled) }
            let command = ["jeprof", form] + options + [program.path, profile]
            guard let text = Tool.output(of: command), (try? text.write(to: mangled)) != nil,
                let named = Tool.output(
                    of: ["swift", "demangle", "--simplified"], input: mangled)
            else {
                throw BenchFailure(.childDied, "\(profile): jeprof cannot read it")
            }
            do {
                try named.write(to: URL(filePath: "\(stem).\(suffix)"))
            } catch {
                throw BenchFailure(.cannotWrite, "\(stem).\(suffix): cannot be written")
            }
        }
    }
}
