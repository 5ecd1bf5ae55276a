import Testing

@testable import OddsReconstruction

@Suite struct SnapshotJSONTests {
    private func canonical(_ json: String) -> [UInt8] {
        var output: [UInt8] = []
        appendCanonical(json: Array(json.utf8), to: &output)
        return output
    }

    @Test(arguments: [
        // Numbers and literals keep their text.
        ("1.50E+3", "1.50E+3"), ("-0", "-0"), ("1e400", "1e400"), ("true", "true"),
        (" null\n", "null"),
        // White space goes.
        ("[ 1 ,\t2,[ ] , { } ]", "[1,2,[],{}]"),
        ("{ \"a\" : { \"b\" : [ false ] } }", #"{"a":{"b":[false]}}"#),
        // The last of several equal names counts, once its escapes are read.
        (#"{"a":1,"b":2,"a":{"c":3,"c":4}}"#, #"{"a":{"c":4},"b":2}"#),
        (#"{"a":1,"\u0061":2}"#, #"{"a":2}"#),
        (#"[{"x":1,"x":2}]"#, #"[{"x":2}]"#),
        // Names are sorted.
        (#"{"b":1,"a":2,"B":3,"":4}"#, #"{"":4,"B":3,"a":2,"b":1}"#),
        // Escapes: none but the necessary.
        (#""\/\u0041\"\\""#, #""/A\"\\""#),
        (
            #""\b\f\n\r\t\u0000\u001f\u007f""#,
            "\"\\u0008\\u000c\\u000a\\u000d\\u0009\\u0000\\u001f\u{7F}\""
        ),
        (#""\ud83c\udfbe""#, "\"\u{1F3BE}\""),
        // Lone surrogates.
        (#""\ud83c""#, "\"\u{FFFD}\""),
        (#""\udfbe\ud83cx""#, "\"\u{FFFD}\u{FFFD}x\""),
        (#"{"\ud800":1,"\udc00":2}"#, "{\"\u{FFFD}\":2}"),
        // Accents stay as they are.
        ("\"\u{E9}e\u{301}\"", "\"\u{E9}e\u{301}\""),
        ("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":2,\"\u{E9}\":1}"),
        // Brackets and quotes within strings are text.
        (#"["]}\"",{"}":"{"}]"#, #"["]}\"",{"}":"{"}]"#),
    ])
    func values(json: String, expected: String) {
        #expect(canonical(json) == Array(expected.utf8))
    }

    @Test func canonicalTextStaysAsItIs() {
        let once = canonical(#"{"b":[1,{"y":"\u001f","x":null}],"a":"\ud800"}"#)
        #expect(canonical(String(decoding: once, as: UTF8.self)) == once)
    }

    @Test func deepestNesting() {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(canonical(deep) == Array(deep.utf8))
    }
}
