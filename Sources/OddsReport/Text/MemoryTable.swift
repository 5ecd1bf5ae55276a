import OddsResults

/// Memory profiles as text tables: the phases of each strategy with allocators
/// side by side, then the tables of its store.
package enum MemoryTable {
    package static func lines(_ result: ResultEnvelope<MemoryResult>) -> [String] {
        var lines: [String] = []
        for strategy in result.profiles.map(\.strategy).uniqued() {
            let profiles = result.profiles.filter { $0.strategy == strategy }
            lines += phases(strategy, profiles) + [""]
            lines += heap(profiles) + [""]
            if let first = profiles.first { lines += tables(first) + [""] }
            lines += profiles.map(remains) + [""]
        }
        lines += result.missing + result.environment.missing.map { "note: \($0)" }
        return lines + (result.trafficDigest.map { ["traffic digest \($0.prefix(16))"] } ?? [])
            + (result.verified.map { [$0.text] } ?? [])
    }

    private static func phases(_ strategy: String, _ profiles: [MemoryProfile]) -> [String] {
        var table = TextTable(
            header: [
                "\(strategy), end of phase", "allocator", "updates", "resident", "proportional",
                "peak", "allocations/update", "bytes/update",
            ])
        forEachPhase(profiles) { phase, profile, figures in
            table.add([
                phase.rawValue, profile.allocator,
                FigureFormat.count(Double(figures.updates)),
                bytes(figures.end.residentBytes), bytes(figures.end.proportionalBytes),
                bytes(figures.end.residentBytesPeak),
                figures.allocationsPerUpdate.map(FigureFormat.number) ?? FigureFormat.missing,
                figures.allocatedBytesPerUpdate.map(FigureFormat.bytes) ?? FigureFormat.missing,
            ])
        }
        return table.lines
    }

    private static func heap(_ profiles: [MemoryProfile]) -> [String] {
        var table = TextTable(
            header: [
                "heap", "allocator", "allocated", "active", "resident", "retained", "metadata",
                "fragmentation",
            ])
        forEachPhase(profiles) { phase, profile, figures in
            let heap = figures.end.heap
            table.add([
                phase.rawValue, profile.allocator, bytes(heap?.allocatedBytes),
                bytes(heap?.activeBytes), bytes(heap?.residentBytes), bytes(heap?.retainedBytes),
                bytes(heap?.metadataBytes),
                heap?.fragmentation.map(FigureFormat.percent) ?? FigureFormat.missing,
            ])
        }
        return table.lines
    }

    private static func forEachPhase(
        _ profiles: [MemoryProfile],
        _ body: (MemoryPhase, MemoryProfile, MemoryPhaseFigures) -> Void
    ) {
        for phase in MemoryPhase.allCases {
            for profile in profiles {
                if let figures = profile[phase] { body(phase, profile, figures) }
            }
        }
    }

    /// The store's tables, full and cleared side by side.
    private static func tables(_ profile: MemoryProfile) -> [String] {
        var table = TextTable(
            header: [
                "store", "rows", "live", "live/row", "reserved", "live, cleared",
                "reserved, cleared",
            ])
        let steady = profile[.steady]?.tables ?? []
        let cleared = profile[.cleared]?.tables ?? []
        for (full, empty) in zip(steady, cleared) {
            let perRow = full.rowCount > 0 ? full.liveBytes / full.rowCount : nil
            table.add([
                full.name, FigureFormat.count(Double(full.rowCount)), bytes(full.liveBytes),
                bytes(perRow), bytes(full.reservedBytes), bytes(empty.liveBytes),
                bytes(empty.reservedBytes),
            ])
        }
        let reserved = steady.reduce(0) { $0 + $1.reservedBytes }
        let emptyReserved = cleared.reduce(0) { $0 + $1.reservedBytes }
        func rest(_ phase: MemoryPhase, _ reserved: Int) -> Int? {
            profile.remainingBytes(after: phase).map { $0 - reserved }
        }
        table.addRule()
        table.add([
            "tree and all else", "", "", "", bytes(rest(.steady, reserved)), "",
            bytes(rest(.cleared, emptyReserved)),
        ])
        return table.lines
    }

    private static func remains(_ profile: MemoryProfile) -> String {
        """
        \(profile.allocator): live heap above the empty strategy: \
        \(bytes(profile.remainingBytes(after: .cleared))) once cleared, \
        \(bytes(profile.remainingBytes(after: .released))) once released
        """
    }

    private static func bytes(_ count: Int?) -> String { FigureText.bytes(count) }
}
