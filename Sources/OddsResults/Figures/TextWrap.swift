/// Wraps sentences for terminals.
package enum TextWrap {
    /// The width of a terminal that nobody has made wider, and of many logs.
    package static let width = 80

    /// Lines of at most `width` characters, broken at spaces; those after the first are
    /// indented. A longer word has a line of its own.
    package static func lines(
        _ text: String, width: Int = width, indent: String = "  "
    ) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent + word
            } else {
                line += (line.isEmpty ? "" : " ") + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
