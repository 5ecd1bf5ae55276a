import SeededRandom
import Testing

@testable import ServicesProvider

/// Server-sent events, as the HTML standard reads them.
@Suite struct EventStreamParserTests {
    private func events(_ text: String, pieceSize: Int = .max) -> [String] {
        var parser = EventStreamParser()
        var events: [String] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            events += parser.take(rest.prefix(pieceSize)).map {
                String(decoding: $0, as: UTF8.self)
            }
            rest = rest.dropFirst(pieceSize)
        }
        return events
    }

    @Test(arguments: [
        ("data:a\n\n", ["a"]), ("data: a\n\n", ["a"]), ("data:  a\n\n", [" a"]),
        ("data:a\ndata:b\n\n", ["a\nb"]), ("data:a\r\n\r\ndata:b\r\r", ["a", "b"]),
        (":\n\n:comment\n\ndata:a\n\n", ["a"]), ("data\n\n", [""]), ("data\ndata\n\n", ["\n"]),
        ("event:x\nid:1\nretry:5\ndata:a\n\n", ["a"]), ("data:a", []), ("data:a\n", []),
        ("DATA:a\n\n", []), ("\u{FEFF}data:a\n\n", ["a"]), ("database:a\n\n", []), ("\n\n\n", []),
        ("data:{\"a\":\"b:c\"}\n\n", [#"{"a":"b:c"}"#]), ("event:x\n\ndata:a\n\n", ["a"]),
    ]) func streamsAreReadByTheStandard(_ text: String, _ expected: [String]) {
        #expect(events(text) == expected)
        for size in 1...3 { #expect(events(text, pieceSize: size) == expected) }
    }

    @Test func eventBeyondTheLimitIsDroppedAndCounted() {
        var parser = EventStreamParser()
        let large = "data:" + String(repeating: "x", count: 1 << 20 + 1) + "\n\n"
        #expect(parser.take(large.utf8).isEmpty)
        #expect(parser.droppedCount == 1)
        #expect(parser.take("data:a\n\n".utf8) == [Array("a".utf8)])
    }

    @Test func randomPiecesMakeNoDifference() {
        let seed: UInt64 = 1_831
        var random = SplitMix64(seed: seed)
        let pieces = ["data", ":", " ", "\n", "\r", "\r\n", "x", "é", "event:", ":c\n", "\u{FEFF}"]
        for round in 0..<2_000 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random)!
            }.joined()
            let whole = events(text)
            for size in [1, 2, 5] {
                #expect(events(text, pieceSize: size) == whole, "seed \(seed), round \(round)")
            }
        }
    }
}
