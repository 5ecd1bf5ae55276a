/// One line on standard error that says how far something is; nothing where
/// that is no terminal.
package struct ProgressLine: Sendable {
    /// What is being done.
    package let title: String

    package init(title: String) { self.title = title }

    package func show(_ text: String) {
        if StandardError.isTerminal { StandardError.write("\r\(title) · \(text)\u{1B}[K") }
    }

    package func clear() {
        if StandardError.isTerminal { StandardError.write("\r\u{1B}[K") }
    }
}
