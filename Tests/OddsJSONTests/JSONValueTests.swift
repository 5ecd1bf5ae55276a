import OddsJSON
import Testing

@Suite struct JSONValueTests {
    private func parse(_ text: String, levelsMax: Int = 32) throws -> JSONValue {
        try Array(text.utf8).withUnsafeBytes { try JSONValue(json: $0, levelsMax: levelsMax) }
    }

    @Test(arguments: [
        ("null", .null), (" true ", true), ("false", false),
        ("-0.50e+2", .number("-0.50e+2")),
        (#""a\"\\\/\u00e9\ud83d\ude00""#, "a\"\\/é😀"), ("[]", []), ("{}", [:]),
        (#"[1,[2.0],{"a":null}]"#, [1, [.number("2.0")], ["a": nil]]),
    ] as [(String, JSONValue)])
    func valuesKeepWhatWasWritten(_ text: String, _ value: JSONValue) throws {
        #expect(try parse(text) == value)
        #expect(try parse(String(decoding: value.json, as: UTF8.self)) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "01", "1.", ".5", "+1", "1e", "\"", "\"\u{1}\"", "[1,]", "{\"a\"}",
        "{\"a\":1,}", "{a:1}", "1 2", "[", "{\"a\":1}}", "NaN", "'a'", "\"\\x\"",
    ]) func otherTextsAreErrors(_ text: String) {
        #expect(throws: JSONSyntaxError.self) { try parse(text) }
    }

    @Test func secondMemberOfOneNameIsAnError() throws {
        #expect(throws: JSONSyntaxError.self) { try parse(#"{"a":1,"a":2}"#) }
        #expect(throws: JSONSyntaxError.self) { try parse(#"{"a":1,"\u0061":2}"#) }
        _ = try parse(#"{"a":{"a":1}}"#)
    }

    @Test func depthIsBounded() throws {
        let text = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        _ = try parse(text, levelsMax: 16)
        #expect(throws: JSONSyntaxError.self) { try parse(text, levelsMax: 15) }
        #expect(throws: JSONSyntaxError.self) {
            try parse(String(repeating: "[", count: 1_000_000))
        }
    }

    @Test func membersAreFoundByName() throws {
        let value = try parse(#"{"a":1,"b":null}"#)
        #expect(value["a"] == 1 && value["b"] == .some(.null) && value["c"] == nil)
        #expect(try parse("[1]")["a"] == nil)
    }
}
