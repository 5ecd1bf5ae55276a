import OddsConsole
import OddsReport
import OddsResults
import Synchronization

/// Shows a running fleet on standard error: a table that is drawn anew in a terminal, and a line
/// now and then elsewhere.
final class FleetTerminal: Sendable {
    private let isTerminal = StandardError.isTerminal
    /// The lines that are shown, and what was said last.
    private let shown = Mutex((lines: 0, progress: ""))

    func show(_ fleet: FleetSnapshot) {
        let lines = FleetView.lines(fleet)
        shown.withLock { shown in
            if isTerminal {
                let up = shown.lines > 0 ? "\u{1B}[\(shown.lines)A\u{1B}[J" : ""
                StandardError.write(
                    up + lines.map { ConsoleText.escaped($0) + "\n" }.joined())
                shown.lines = lines.count
            } else if shown.progress != fleet.progress {
                StandardError.print("bench: \(fleet.progress)")
            }
            shown.progress = fleet.progress
        }
    }

    /// Says something, above the table, which is drawn anew with the next second.
    func say(_ text: String) {
        shown.withLock { shown in
            let up = shown.lines > 0 ? "\u{1B}[\(shown.lines)A\u{1B}[J" : ""
            StandardError.write(up + ConsoleText.escaped(text) + "\n")
            shown.lines = 0
        }
    }

    /// Takes the table away.
    func clear() {
        shown.withLock { shown in
            if shown.lines > 0 { StandardError.write("\u{1B}[\(shown.lines)A\u{1B}[J") }
            shown.lines = 0
        }
    }
}
