import OddsFixtures
import Testing

@testable import OddsExperiments

@Suite struct StatusColorTests {
    @Test(arguments: [
        ("status   OK", "status   \u{1B}[32mOK\u{1B}[0m"),
        ("SATURATED, INVALID", "\u{1B}[33mSATURATED\u{1B}[0m, \u{1B}[31mINVALID\u{1B}[0m"),
        ("INCOMPLETE", "\u{1B}[31mINCOMPLETE\u{1B}[0m"),
        ("OKAY, BOOK, ok", "OKAY, BOOK, ok"),
    ])
    func statusesAreColoured(line: String, painted: String) {
        #expect(StatusColor.painted(line) == painted)
    }

    /// What lines quote of files and servers is shown, and only statuses are coloured.
    @Test func controlCharactersOfLinesAreShown() throws {
        let folder = try TemporaryFolder()
        let output = try ResultOutput(path: folder.path("lines"), isColored: true)
        try output.write(lines: ["OK \u{1B}[2J", "a\nb"])
        let lines = "\u{1B}[32mOK\u{1B}[0m " + #"\u{1B}[2J"# + "\n" + #"a\nb"# + "\n"
        #expect(try folder.bytes("lines") == Array(lines.utf8))
        try ResultOutput(path: folder.path("text")).write(text: "# a\u{1B}\n\nb\n")
        #expect(try folder.bytes("text") == Array("# a\\u{1B}\n\nb\n".utf8))
    }
}
