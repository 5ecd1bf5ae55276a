import OddsWire
import Testing

/// Whole frames and their first offending byte, by hand. The reference must
/// say the same, which is what makes it one.
@Suite struct FrameLegalityTests {
    struct IllegalFrame: Sendable, CustomTestStringConvertible {
        let text: String
        let reason: FrameError.Reason
        let offset: Int

        var testDescription: String { text }

        init(_ text: String, _ reason: FrameError.Reason, _ offset: Int) {
            self.text = text
            self.reason = reason
            self.offset = offset
        }
    }

    static let illegalFrames: [IllegalFrame] = [
        .init("", .syntax, 0),
        .init("   ", .syntax, 3),
        .init("x", .syntax, 0),
        .init("\u{FEFF}{}", .syntax, 0),
        .init("\u{0}", .syntax, 0),
        .init("{", .syntax, 1),
        .init("{]", .syntax, 1),
        .init("{,}", .syntax, 1),
        .init(#"{"a"}"#, .syntax, 4),
        .init(#"{"a":}"#, .syntax, 5),
        .init(#"{"a":1"#, .syntax, 6),
        .init(#"{"a":1,}"#, .syntax, 7),
        .init(#"{"a":1 "b":2}"#, .syntax, 7),
        .init(#"{a:1}"#, .syntax, 1),
        .init(#"{'a':1}"#, .syntax, 1),
        .init(#"{1:1}"#, .syntax, 1),
        .init(#"{"a":1}{"#, .trailingBytes, 7),
        .init(#"{"a":1} x"#, .trailingBytes, 8),
        .init("{}\u{0}", .trailingBytes, 2),
        .init("[", .syntax, 1),
        .init("[}", .syntax, 1),
        .init("[1,]", .syntax, 3),
        .init("[1 2]", .syntax, 3),
        .init(#"{"a":1}"# + "\u{A0}", .trailingBytes, 7),
        .init("{\u{B}}", .syntax, 1),
        .init("{/**/}", .syntax, 1),
        .init("  [1]", .notAnObject, 0),
        .init("5", .notAnObject, 0),
        .init(#" "x" "#, .notAnObject, 0),
        .init("null", .notAnObject, 0),
        .init("{}", .messageType, 0),
        .init(#"{"records":[]}"#, .messageType, 0),
        .init(#" {"messageType":"DUMP","records":[]}"#, .messageType, 0),
        .init(#"{"messageType":"update","records":[]}"#, .messageType, 0),
        .init(#"{"messageType":null,"records":[]}"#, .messageType, 0),
        .init(#"{"messageType":["UPDATE"],"records":[]}"#, .messageType, 0),
        .init(#"{"messageType":"UPDATE","messageType":1,"records":[]}"#, .messageType, 0),
        .init(#"{"messageType":"UPDATE","records":[],"messageType":""}"#, .messageType, 0),
        .init(#"{"messageType":"UPDATE"}"#, .records, 0),
        .init(#" {"messageType":"UPDATE","records":{}}"#, .records, 0),
        .init(#"{"messageType":"UPDATE","records":null}"#, .records, 0),
        .init(#"{"messageType":"UPDATE","records":[],"records":"x"}"#, .records, 0),
        .init(#"{"records":[],"records":0,"messageType":"UPDATE"}"#, .records, 0),
        .init(#"{"records":[1,],"messageType":"UPDATE"}"#, .syntax, 14),
        .init(#"{"messageType":"UPDATE","records":[1,]}"#, .syntax, 37),
        .init(#"{"messageType":"UPDATE","records":[{"id":}]}"#, .syntax, 41),
    ]

    /// EM-F1, EM-F2.
    @Test(arguments: illegalFrames)
    func illegalFrameIsRejectedAtItsFirstOffendingByte(frame: IllegalFrame) {
        let expected = FrameError(reason: frame.reason, offset: frame.offset)
        let bytes = Array(frame.text.utf8)
        #expect(FrameReader().read(bytes).error == expected)
        #expect(FrameReader.readByReference(bytes).error == expected)
    }

    static let legalFrames = [
        #"{"messageType":"UPDATE","records":[]}"#,
        " \t\r\n{ \"messageType\" : \"UPDATE\" , \"records\" : [ ] } \t\r\n",
        #"{"records":[],"messageType":"UPDATE"}"#,
        #"{"m\u0065ssageType":"\u0055PDATE","\u0072ecords":[]}"#,
        #"{"messageType":7,"messageType":"UPDATE","records":{},"records":[]}"#,
        #"{"messageType":"UPDATE","records":[],"format":{"a":[null,{}]},"":[1e999999999]}"#,
    ]

    /// EM-F4.
    @Test(arguments: legalFrames)
    func legalFrameIsRead(text: String) {
        let expected = FrameReading.read(
            .init(
                isDump: false, versionText: nil, versionNumber: nil, records: [],
                rejectedRecordCount: 0))
        #expect(FrameReader().read(Array(text.utf8)) == expected)
        #expect(FrameReader.readByReference(Array(text.utf8)) == expected)
    }

    /// Of repeated keys only the last one counts, also if the records were
    /// read before the message type was known, or as another one.
    @Test func recordsAreReadAsTheLastMessageTypeSays() {
        let record = #"{"_type":"SPORT","id":"1"}"#
        let dump = #""messageType":"INITIAL_DUMP""#
        let update = #""messageType":"UPDATE""#
        let frames = [
            (#"{"records":[\#(record)],\#(dump)}"#, 1, 0),
            (#"{\#(update),"records":[\#(record)],\#(dump)}"#, 1, 0),
            (#"{\#(dump),"records":[\#(record)],\#(update)}"#, 0, 1),
            (#"{\#(dump),"records":[\#(record),1],"records":[]}"#, 0, 0),
            (#"{\#(dump),"records":[1,2],"records":[\#(record)]}"#, 1, 0),
        ]
        for (text, count, rejectedCount) in frames {
            for reading in [
                FrameReader().read(Array(text.utf8)),
                FrameReader.readByReference(Array(text.utf8)),
            ] {
                #expect(reading.frame?.records.count == count, "\(text)")
                #expect(reading.frame?.rejectedRecordCount == rejectedCount, "\(text)")
            }
        }
    }
}
