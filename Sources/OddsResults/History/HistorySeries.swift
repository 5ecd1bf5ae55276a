/// The lines of a history that can be compared with each other, by time.
package struct HistorySeries: Equatable, Sendable {
    /// Same command, same machine, same strategy.
    package struct Name: Hashable, Sendable {
        package var command: [String]
        package var processor: String
        package var coreCount: Int
        package var strategy: String
    }

    package var name: Name
    /// By time; lines of the same time in the order in which they were added.
    package var lines: [HistoryLine]

    /// All series of a history, in the order of their first lines.
    ///
    /// - Complexity: O(n log n).
    package static func all(_ lines: [HistoryLine]) -> [HistorySeries] {
        let groups = Dictionary(grouping: lines, by: \.seriesName)
        return lines.map(\.seriesName).uniqued().map { name in
            let lines = (groups[name] ?? []).enumerated().sorted {
                ($0.element.startedAt, $0.offset) < ($1.element.startedAt, $1.offset)
            }
            return HistorySeries(name: name, lines: lines.map(\.element))
        }
    }
}
