/// A progress line on standard error, shown only on a terminal.
package struct ProgressLine: Sendable {
    /// The work in progress.
    package let title: String

    package init(title: String) { self.title = title }

    package func show(_ text: String) {
        if StandardError.isTerminal { StandardError.write("\r\(title) · \(text)\u{1B}[K") }
    }

    package func clear() {
        if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") }
    }
}
