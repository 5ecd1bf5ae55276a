import Foundation
import OddsHarness

/// One line on standard error that tells how far a run is; nothing where that
/// is no terminal.
struct ProgressLine {
    /// What is being run.
    let title: String
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(title: String) { self.title = title }

    func show(_ nanoseconds: UInt64, of window: MeasurementWindow) {
        let phase = nanoseconds < window.warmupNanoseconds ? "warm-up" : "measuring"
        let text = String(
            format: "%@ · %.1f of %.1f s",
            nanoseconds == 0 ? "loading" : phase, Double(nanoseconds) / 1e9,
            Double(window.endNanoseconds) / 1e9)
        show(text)
    }

    func show(_ text: String) {
        if isTerminal { write("\r\(title) · \(text)\u{1B}[K") }
    }

    func clear() {
        if isTerminal { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) {
        // A run does not fail because nobody can watch it.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
