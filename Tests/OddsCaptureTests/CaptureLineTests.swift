import OddsCapture
import OddsFixtures
import Testing

@Suite struct CaptureLineTests {
    /// EM-C1.
    @Test(
        "The frame's text is handed on verbatim",
        arguments: [
            (#"{"channel":"c","at":1,"message":{"a" : 1.50,"b":"\u00e9"}}"#,
                #"{"a" : 1.50,"b":"\u00e9"}"#),
            (" {\t\"at\" : -1 , \"message\" :  {}  , \"channel\" : \"\" }\r", "{}"),
            (#"{"channel":"c","at":1,"other":[{"raw":1}],"message":{"records":7}}"#,
                #"{"records":7}"#),
            (#"{"ch\u0061nnel":"c","\u0061t":1,"r\u0061w":"x"}"#, "x"),
            (#"{"message":{"x":1},"channel":1,"channel":"c","at":"","at":1,"message":{}}"#, "{}"),
            (#"{"channel":"c","at":1,"raw":7,"r\u0061w":"last"}"#, "last"),
            (#"{"rawBase64":"*","channel":[],"rawBase64":"e30=","channel":"c","at":0.5,"at":1}"#,
                "{}"),
            (#"{"message":[],"channel":"c","at":null,"message":{},"at":1}"#, "{}"),
            (#"{"channel":"c","at":1,"raw":"\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00"}"#,
                "\"\\/\u{8}\u{C}\n\r\tAé😀"),
            (#"{"channel":"c","at":1,"raw":"\ud83d-\ude00\ud83d\ud83d\ude00"}"#,
                "\u{FFFD}-\u{FFFD}\u{FFFD}😀"),
            (#"{"channel":"c","at":1,"raw":""}"#, ""),
            (#"{"channel":"c","at":1,"rawBase64":"e30="}"#, "{}"),
            (#"{"channel":"c","at":1,"rawBase64":"e\u00330="}"#, "{}"),
            (#"{"channel":"c","at":1,"rawBase64":""}"#, ""),
        ])
    func frameIsVerbatim(line: String, frame: String) throws {
        #expect(try frameText(line) == frame)
    }

    /// EM-C2.
    @Test("Any other line ends the reading with file, line and what is wrong", arguments: [
        ("x", "expected '{' at byte 0"),
        ("[]", "expected '{' at byte 0"),
        ("{", "unexpected end at byte 1"),
        ("{}", "\"channel\" is missing"),
        (#"{"channel":"c","message":{}}"#, "\"at\" is missing"),
        (#"{"channel":"c","at":1}"#,
            "needs exactly one of \"message\", \"raw\" and \"rawBase64\", has none"),
        (#"{"channel":"c","at":1,"message":{},"raw":""}"#,
            "needs exactly one of \"message\", \"raw\" and \"rawBase64\", has 2"),
        (#"{"channel":1,"at":1,"message":{}}"#, "\"channel\" is not a string at byte 11"),
        (#"{"channel":null,"at":1,"message":{}}"#, "\"channel\" is not a string at byte 11"),
        (#"{"channel":"c","at":"1","message":{}}"#, "\"at\" is not an integer at byte 20"),
        (#"{"channel":"c","at":1.0,"message":{}}"#, "\"at\" is not an integer at byte 20"),
        (#"{"channel":"c","at":1e3,"message":{}}"#, "\"at\" is not an integer at byte 20"),
        (#"{"channel":"c","at":9223372036854775808,"message":{}}"#,
            "\"at\" is not an integer at byte 20"),
        (#"{"channel":"c","at":1,"message":[]}"#, "\"message\" is not an object at byte 32"),
        (#"{"channel":"c","at":1,"message":null}"#, "\"message\" is not an object at byte 32"),
        (#"{"channel":"c","at":1,"raw":{}}"#, "\"raw\" is not a string at byte 28"),
        (#"{"channel":"c","at":1,"rawBase64":"e30"}"#,
            "\"rawBase64\" is not a Base64 string at byte 34"),
        (#"{"channel":"c","at":1,"rawBase64":"e=30"}"#,
            "\"rawBase64\" is not a Base64 string at byte 34"),
        (#"{"channel":"c","at":1,"rawBase64":"===="}"#,
            "\"rawBase64\" is not a Base64 string at byte 34"),
        (#"{"channel":"c","at":1,"rawBase64":"e3-_"}"#,
            "\"rawBase64\" is not a Base64 string at byte 34"),
        (#"{"raw":1,"message":2,"rawBase64":3,"at":"","channel":4}"#,
            "\"raw\" is not a string at byte 7"),
        (#"{"channel":4,"at":"","rawBase64":3,"message":2,"raw":1}"#,
            "\"channel\" is not a string at byte 11"),
        (#"{"channel":"c","at":1,"raw":"","raw":1}"#, "\"raw\" is not a string at byte 37"),
        (#"{"channel":"c","at":1,"message":{}}}"#, "bytes after the object at byte 35"),
        (#"{"channel":"c","at":1,"message":{},}"#, "expected a string at byte 35"),
        (#"{"channel":"c","at":01,"message":{}}"#, "expected '}' at byte 21"),
        (#"{"channel":"c","at":1,"message":{"a":tru}}"#, "expected a value at byte 40"),
    ])
    func badLine(line: String, what: String) throws {
        let folder = try TemporaryFolder()
        let good = #"{"channel":"c","at":1,"message":{}}"#
        let path = try folder.file("c.ndjson", "\(good)\n\n\(line)\n\(good)".utf8)
        var reader = try CaptureReader(path: path)
        #expect(try reader.next() != nil)
        do throws(CaptureError) {
            _ = try reader.next()
            Issue.record("the line was accepted")
        } catch {
            #expect(error == .badLine(file: path, line: 3, what: what))
            #expect(error.description == "\(path):3: \(what)")
        }
    }

    @Test("Illegal UTF-8 is an error of the line", arguments: [
        [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
        [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
        [0xE2, 0x82],
    ] as [[UInt8]])
    func illegalUTF8(bytes: [UInt8]) throws {
        let folder = try TemporaryFolder()
        let line = Array(#"{"channel":""#.utf8) + bytes + Array(#"","at":1,"raw":""}"#.utf8)
        let path = try folder.file("c.ndjson", line)
        #expect(throws: CaptureError.badLine(
            file: path, line: 1, what: "invalid UTF-8 at byte 12")
        ) { try readAll(path) }
    }

    @Test("A frame nested too deep to be legal is still handed on")
    func deepNesting() throws {
        let depth = 1_000_000
        let frame = String(repeating: #"{"a":["#, count: depth) + "{}"
            + String(repeating: "]}", count: depth)
        #expect(try frameText(#"{"channel":"c","at":1,"message":\#(frame)}"#) == frame)
    }
}
