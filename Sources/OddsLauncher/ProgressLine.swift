import Foundation
import OddsConsole
import Synchronization

/// Progress on standard error: on a terminal in place, as one line or several;
/// elsewhere, such as in the log of a CI job, as a line every ten seconds.
package final class ProgressLine: Sendable {
    private struct State {
        var lineCount = 0
        var shownAt: ContinuousClock.Instant
    }

    package let isTerminal: Bool
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable (String) -> Void
    private let state: Mutex<State>

    private static let pause = Duration.seconds(10)

    package init(
        isTerminal: Bool = StandardError.isTerminal,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable (String) -> Void = StandardError.write
    ) {
        self.isTerminal = isTerminal
        self.now = now
        self.write = write
        state = Mutex(State(shownAt: now()))
    }

    /// Replaces what is shown.
    ///
    /// - Parameters:
    ///   - lines: The lines for a terminal, which are cut off at its width.
    ///   - log: The line for a log.
    package func show(_ lines: [String], log: String) {
        state.withLock { state in
            guard isTerminal else {
                guard now() - state.shownAt >= Self.pause else { return }
                state.shownAt = now()
                write("bench: \(ConsoleText.escaped(log))\n")
                return
            }
            let width = Terminal.standardError.columns - 1
            let text = lines.map { ConsoleText.escaped($0).prefix(width) + "\u{1B}[K" }
                .joined(separator: "\n")
            write(Self.home(state.lineCount) + text + "\u{1B}[J")
            state.lineCount = lines.count
        }
    }

    /// Leaves the terminal as it was before.
    package func clear() {
        state.withLock { state in
            guard state.lineCount > 0 else { return }
            write(Self.home(state.lineCount) + "\u{1B}[J")
            state.lineCount = 0
        }
    }

    /// From the end of the last of some lines to the beginning of the first.
    private static func home(_ lineCount: Int) -> String {
        lineCount > 1 ? "\r\u{1B}[\(lineCount - 1)A" : "\r"
    }
}

/// The size of the terminal behind a descriptor.
package struct Terminal: Sendable {
    let descriptor: Int32

    package static let standardError = Terminal(descriptor: STDERR_FILENO)

    /// 80 if it is no terminal, or a terminal that does not say.
    package var columns: Int { size.map { Int($0.ws_col) } ?? 80 }

    /// 24 likewise.
    package var rows: Int { size.map { Int($0.ws_row) } ?? 24 }

    private var size: winsize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return size
    }
}
