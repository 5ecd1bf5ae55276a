import Foundation

/// The layouts of both sides of a gate, in a folder that is removed after it.
struct GateLayouts {
    let baseline: [URL]
    let candidate: [URL]
    private let folder: URL

    /// Links both sides, which takes some seconds; `nil` if one of them cannot be
    /// linked.
    ///
    /// - Parameters:
    ///   - baseline: The baseline's program.
    ///   - candidate: The judged program.
    ///   - seed: The seed from which all layouts follow, different ones for the
    ///     two sides.
    init?(baseline: GateProgram, candidate: GateProgram, seed: Int) async throws {
        guard let first = baseline.inputs, let second = candidate.inputs else { return nil }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "oddsbench-layouts-\(UUID().uuidString)")
        let count = GateLimits.layoutCount
        func seeds(_ side: Int) -> [Int] {
            (0..<count).map { 1 + (2 * seed + side) * count + $0 }
        }
        do {
            // One after the other: two links of one module at once disturb each
            // other's temporary files.
            guard
                let one = try await ProgramLayouts.link(
                    first, seeds: seeds(0), in: folder.appending(path: "baseline")),
                let other = try await ProgramLayouts.link(
                    second, seeds: seeds(1), in: folder.appending(path: "candidate"))
            else {
                try? FileManager.default.removeItem(at: folder)
                return nil
            }
            self.baseline = one.programs
            self.candidate = other.programs
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        self.folder = folder
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}
