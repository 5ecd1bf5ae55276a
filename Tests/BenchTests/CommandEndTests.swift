import ArgumentParser
import OddsOptions
import Testing

@testable import bench_core

/// What a program says at its end.
@Suite struct CommandEndTests {
    /// A server's reason neither moves the cursor nor makes a line of its own.
    @Test func messagesShowWhatOthersSaid() {
        let end = CommandEnd(
            status: 69, message: "refused: '\u{1B}[2Jno\nbench: OK'")
        #expect(end.text(program: "bench") == #"bench: refused: '\u{1B}[2Jno\nbench: OK'"#)
        let lines = CommandEnd(status: 64, lines: ["a\u{7F}", "b"])
        #expect(lines.text(program: "bench") == "bench: a\\u{7F}\nb")
    }

    /// Words of the command line are no better known: a script has them of others.
    @Test func messagesShowWordsOfTheCommandLine() throws {
        let words = ["run", "--rate", "\u{1B}[2J"]
        let error = #expect(throws: (any Error).self) { try Bench.parseAsRoot(words) }
        let end = Bench.end(of: try #require(error), words)
        #expect(end?.text(program: "bench").contains("\u{1B}") == false)
        #expect(end?.text(program: "bench").contains(#"--rate \u{1B}[2J: "#) == true)
    }

    private struct Unexpected: Error, CustomStringConvertible {
        let description = "a\u{1B}\nb"
    }

    @Test func unexpectedErrorsAreOneLine() {
        let end = Bench.end(of: Unexpected(), ["run"])
        #expect(end?.text(program: "bench") == #"bench: unexpected error: a\u{1B} b"#)
    }
}
