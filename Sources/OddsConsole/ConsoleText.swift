/// Text from servers, files and programs on its way to a terminal: shown, and nothing else.
package enum ConsoleText {
    /// The text with control characters as Swift writes them, such as `\n` and `\u{1B}`: it
    /// neither moves the cursor nor begins a line, and is read in its own order.
    ///
    /// - Complexity: O(length of the text).
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            shown += isControl(scalar) ? escape(scalar) : String(scalar)
        }
        return shown
    }

    /// The same of a text whose line breaks are the program's own.
    package static func escapedLines(of text: String) -> String {
        // A carriage return and a line feed are one character.
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { escaped(String($0)) }.joined(separator: "\n")
    }

    /// Bytes that may be text: as such if they are UTF-8, and else in ASCII, with other bytes
    /// as `\xFF`.
    package static func escaped(bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return escaped(text) }
        return bytes.map { byte in
            byte < 0x80 ? escaped(String(Unicode.Scalar(byte))) : #"\x"# + hexadecimal(UInt32(byte))
        }.joined()
    }

    /// The escape of a character.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": #"\n"#
        case "\r": #"\r"#
        case "\t": #"\t"#
        default: #"\u{"# + hexadecimal(scalar.value) + "}"
        }
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        String(value, radix: 16, uppercase: true)
    }

    /// Controls, line breaks, and what reverses the order in which text is shown.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
