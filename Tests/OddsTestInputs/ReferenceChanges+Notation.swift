import OddsReference

extension ReferenceChanges {
    /// Sorted: `+TYPE ID` inserted, `-TYPE ID` removed, `-+TYPE ID` both,
    /// `~TYPE ID PROPERTY…` updated.
    package var notation: [String] {
        entries.map { name, entry in
            let kinds =
                (entry.isRemoved ? "-" : "") + (entry.isInserted ? "+" : "")
                + (entry.updated.isEmpty ? "" : "~")
            let properties = entry.updated.sorted().map { " \($0)" }.joined()
            return "\(kinds)\(name.type) \(name.id)\(properties)"
        }.sorted()
    }
}
