import OddsConsole
import Testing

/// Text of others on a terminal.
@Suite struct ConsoleTextTests {
    @Test("A terminal shows text of others, and does nothing else", arguments: [
        ("plain, Café ⚽️", "plain, Café ⚽️"),
        ("\u{1B}[2J", #"\u{1B}[2J"#),
        ("refused\nbench: all is well\r", #"refused\nbench: all is well\r"#),
        ("a\tb\u{8}\u{7F}\0", #"a\tb\u{8}\u{7F}\u{0}"#),
        // An 8-bit control sequence introducer, and the line breaks of Unicode.
        ("\u{9B}2J \u{85}\u{2028}\u{2029}", #"\u{9B}2J \u{85}\u{2028}\u{2029}"#),
        // What would show "evil.exe" for text that ends otherwise.
        ("\u{202E}exe.live\u{2066}", #"\u{202E}exe.live\u{2066}"#),
        // A carriage return and a line feed are one grapheme cluster.
        ("a\r\nb", #"a\r\nb"#),
        // A control that combines with its neighbour is no less one.
        ("\u{1B}\u{301}", #"\u{1B}"# + "\u{301}"),
    ])
    func controlCharactersAreEscaped(text: String, shown: String) {
        #expect(ConsoleText.escaped(text) == shown)
    }

    @Test func lineBreaksOfTheProgramItselfStay() {
        #expect(ConsoleText.escapedLines(of: "a\u{1B}\n\nb\r\n") == "a\\u{1B}\n\nb\\r\n")
    }

    @Test("Bytes are text if they can be, and else numbers", arguments: [
        (Array("ü\n".utf8), #"ü\n"#), ([0x41, 0xFF, 0x0A, 0x00], #"A\xFF\n\u{0}"#), ([], ""),
    ])
    func bytesAreShown(bytes: [UInt8], shown: String) {
        #expect(ConsoleText.escaped(bytes: bytes) == shown)
    }
}
