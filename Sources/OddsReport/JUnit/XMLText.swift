import OddsConsole

/// Text as the content of an element or of an attribute. The template's own escapes are of
/// grapheme clusters, and miss a `<` that combines with its neighbour.
enum XMLText {
    /// The text with references for markup and white space but spaces, and with escapes for
    /// what XML has no way to write (XML 1.0, §2.2).
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);".unicodeScalars
            case " "..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
                escaped.append(scalar)
            default: escaped += ConsoleText.escape(scalar).unicodeScalars
            }
        }
        return String(escaped)
    }
}
