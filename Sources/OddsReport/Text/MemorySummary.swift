import OddsResults

/// The answer of a memory run in eighty columns: what each strategy holds, allocates
/// and gives back. `MemoryTable` has all else.
package enum MemorySummary {
    /// So many profiles fit side by side.
    private static let columnsMax = 3

    /// - Parameters:
    ///   - result: The profiles.
    ///   - title: A line that says what was measured.
    package static func lines(
        _ result: ResultEnvelope<MemoryResult>, title: String
    ) -> [String] {
        let profiles = result.profiles
        let blocks = stride(from: 0, to: profiles.count, by: columnsMax).flatMap { start in
            table(Array(profiles[start..<min(start + columnsMax, profiles.count)])) + [""]
        }
        return TextWrap.lines(title, indent: "") + [""] + blocks
            + TextWrap.lines("Heap kept: beyond that of the empty strategy.")
            + result.missing.flatMap { TextWrap.lines("Note: \($0).") }
            + ResultSentences.lines(result, runs: [])
    }

    private static func table(_ profiles: [MemoryProfile]) -> [String] {
        let allocators = profiles.map { profile in
            String(profile.allocator.prefix { $0 != " " })
        }
        let isMixed = Set(allocators).count > 1
        var table = TextTable(
            header: [""]
                + zip(profiles, allocators).map {
                    isMixed ? "\($0.strategy), \($1)" : $0.strategy
                })
        for row in rows { table.add([row.name] + profiles.map(row.cell)) }
        return table.lines
    }

    private struct Row: Sendable {
        var name: String
        var cell: @Sendable (MemoryProfile) -> String
    }

    private static let rows: [Row] =
        [
            bytes("resident, empty", .empty) { $0.end.residentBytes },
            bytes("resident, dump loaded", .dumpLoaded) { $0.end.residentBytes },
            Row(name: "resident, peak") { profile in
                FigureText.bytes(profile.phases.compactMap(\.end.residentBytesPeak).max())
            },
            bytes("resident, idle", .idle) { $0.end.residentBytes },
        ]
        + [
            ("dump loaded", MemoryPhase.dumpLoaded), ("after steady", .steady),
            ("after churn", .churn),
        ].map { name, phase in
            bytes("heap, \(name)", phase) { $0.end.heap?.allocatedBytes }
        }
        + [("cleared", MemoryPhase.cleared), ("released", .released)].map { name, phase in
            Row(name: "heap kept, \(name)") { FigureText.bytes($0.remainingBytes(after: phase)) }
        }
        + [MemoryPhase.steady, .churn].map { phase in
            Row(name: "allocations/update, \(phase.rawValue)") {
                $0[phase]?.allocationsPerUpdate.map(FigureFormat.number) ?? FigureFormat.missing
            }
        }
        + [MemoryPhase.steady, .churn].map { phase in
            Row(name: "bytes/update, \(phase.rawValue)") {
                $0[phase]?.allocatedBytesPerUpdate.map(FigureFormat.bytes) ?? FigureFormat.missing
            }
        }

    private static func bytes(
        _ name: String, _ phase: MemoryPhase,
        _ figure: @escaping @Sendable (MemoryPhaseFigures) -> Int?
    ) -> Row {
        Row(name: name) { FigureText.bytes($0[phase].flatMap(figure)) }
    }
}
