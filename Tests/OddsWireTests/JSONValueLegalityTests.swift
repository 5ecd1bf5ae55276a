import OddsWire
import Testing

/// Single values, as the value of an unknown property of a legal frame. The
/// offsets are by hand and count from the value's first byte.
@Suite struct JSONValueLegalityTests {
    static let prefix = Array(#"{"messageType":"UPDATE","records":[],"x":"#.utf8)

    /// What both readers make of a frame around the value.
    private func errors(_ value: [UInt8]) -> [FrameError?] {
        let frame = Self.prefix + value + Array("}".utf8)
        return [FrameReader().read(frame).error, FrameReader.readByReference(frame).error]
            .map { error in
                error.map { FrameError(reason: $0.reason, offset: $0.offset - Self.prefix.count) }
            }
    }

    @Test(
        arguments: [
            "0", "-0", "1", "-1", "10", "0.0", "-0.5", "1e1", "1E1", "1e+1", "1e-1", "1.5e007",
            "0e0", "123456789012345678901234567890", "1e999999999", "true", "false", "null",
            "[]", "[ ]", "[1]", "[ 1 , 2 ]", "[[],[]]", "{}", "{ }", #"{"":1}"#,
            #"{"a":1,"a":2}"#, #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0000""#,
            #""\uAbCd""#, #""\ud83d\ude00""#, #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#,
            "\"\u{7F}\"", "\"\u{80}\"", "\"\u{7FF}\"", "\"\u{800}\"", "\"\u{FFFF}\"",
            "\"\u{10000}\"", "\"\u{10FFFF}\"", "\"12345678\u{2028}12345678\"",
        ])
    func legalValueIsRead(text: String) {
        #expect(errors(Array(text.utf8)) == [nil, nil])
    }

    @Test(
        arguments: [
            ("01", 1), ("00", 1), ("-", 1), ("-a", 1), ("-01", 2), ("+1", 0), (".5", 0),
            ("1.", 2), ("1.e5", 2), ("1e", 2), ("1e+", 3), ("1e-x", 3), ("1e1.5", 3), ("0x10", 1),
            ("1_000", 1), ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("True", 0),
            ("trux", 3), ("tru", 3), ("truex", 4), ("nul", 3), ("nulll", 4), ("falsy", 4),
            ("fals", 4), ("undefined", 0), ("[", 1), ("[,", 1), ("[1", 2), ("[1,", 3),
            ("[1,]", 3), ("[1:2]", 2), ("{1}", 1), (#"{"a"}"#, 4), (#"{"a",}"#, 4),
            (#"{"a":}"#, 5), (#"{"a":1,}"#, 7), (#"{"a":1]"#, 6), (#"{"a":1:"#, 6),
            (#"{"a" 1}"#, 5), (#""\x""#, 2), (#""\U0041""#, 2), (#""\u""#, 3), (#""\u12g4""#, 5),
            (#""\u004""#, 6), (#""\ud800\uD""#, 10), (#""\ud800\x""#, 8), (#""\'""#, 2),
            ("\"\t\"", 1), ("\"a\n\"", 2), ("\"\u{0}\"", 1), ("\"\u{1F}\"", 1),
            ("\"12345678\u{1F}\"", 9), ("\"1234567\u{1}2345678\"", 8), ("'a'", 0), ("1 2", 2),
            ("// x", 0), ("\u{A0}1", 0), ("1\u{2028}", 1),
        ])
    func illegalValueIsRejectedAtItsFirstOffendingByte(text: String, offset: Int) {
        let expected = FrameError(reason: .syntax, offset: offset)
        #expect(errors(Array(text.utf8)) == [expected, expected])
    }

    /// An unfinished string swallows the frame's last brace.
    @Test(arguments: [(#"""#, 2), (#""a"#, 3), (#""\""#, 4)])
    func stringWithoutAnEndIsRejectedAtTheEndOfTheText(text: String, offset: Int) {
        let expected = FrameError(reason: .syntax, offset: offset)
        #expect(errors(Array(text.utf8)) == [expected, expected])
    }

    /// Ill-formed sequences are reported where they begin.
    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE],
            [0xFF], [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func illFormedUTF8IsRejectedWhereItBegins(bytes: [UInt8]) {
        for padding in 0..<9 {
            let value = Array("\"\(String(repeating: "a", count: padding))".utf8) + bytes
            let expected = FrameError(reason: .utf8, offset: 1 + padding)
            #expect(errors(value + Array("\"".utf8)) == [expected, expected])
            #expect(errors(value + Array("aaaaaaaa\"".utf8)) == [expected, expected])
        }
    }

    @Test func illFormedUTF8OutsideOfStringsIsASyntaxError() {
        let expected = FrameError(reason: .syntax, offset: 0)
        #expect(errors([0xC3, 0x28]) == [expected, expected])
    }
}
