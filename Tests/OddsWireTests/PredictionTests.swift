import OddsWire
import Testing

/// Prediction never changes meaning: once a parser has learned a shape, frames
/// that only nearly have it are read as a parser would that never learns.
@Suite struct PredictionTests {
    /// What stands for the value of `odds` in a frame of a shape that is known.
    static let values = [
        "1.8547008", "2", "0.5", "-1.5", "1e3", "1E+2", "10000000.25", "0", "00", "01.5", "1.",
        ".5", "1.e3", "", "-", "null", "true", "\"2\"", "{}", "[1]", "1.85470081234567",
        "123456789012345678901234567890", "1 ", " 1", "1}", "2,\"odds\":3", "2,\"isLive\":true",
    ]
    /// The same for the digits of the id.
    static let ids = [
        "273905176604061696", "7", "0", "007", "", "1234567890123456789", "12345678901234567890",
        "18446744073709551615", "é", "\\u0037", "a", "7\\\"", "12345678", "1234567890123456",
    ]
    /// The same for `lastChangedTime`.
    static let times = [
        "1750752646343", "7", "0", "-1", "12345678", "123456789012345", "1234567890123456",
        "9223372036854775807", "9223372036854775808", "1.0", "1.5", "1e3", "01", "", "\"1\"",
        "null",
    ]

    private func frame(id: String = "7", time: String = "1", odds: String = "2") -> [UInt8] {
        Array(
            """
            {"version":"17","format":"AGGREGATOR","messageType":"UPDATE","records":[\
            {"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"\(id)",\
            "changedProperties":{"lastChangedTime":\(time),"odds":\(odds)}}]}
            """.utf8)
    }

    /// By all kernels that this machine has, and with values that are known to
    /// vary, or believed not to.
    private func expectAgreement(on frame: [UInt8]) {
        let text = String(decoding: frame, as: UTF8.self)
        let expected = FrameReader(predicts: false).read(frame)
        for kernels in PredictionOptions.Kernels.available {
            for patience in [1, 16] as [UInt32] {
                let learned = FrameReader(kernels, patience: patience)
                for _ in 0..<8 {
                    _ = learned.read(self.frame(id: "273905176604061696", odds: "1.5"))
                }
                #expect(learned.read(frame) == expected, "\(kernels), \(patience): \(text)")
            }
        }
    }

    @Test(arguments: values)
    func numbersInAKnownShape(value: String) { expectAgreement(on: frame(odds: value)) }

    @Test(arguments: ids)
    func idsInAKnownShape(id: String) { expectAgreement(on: frame(id: id)) }

    @Test(arguments: times)
    func integersInAKnownShape(time: String) { expectAgreement(on: frame(time: time)) }

    /// Frames are not padded: reading must not depend on what lies behind.
    @Test func everyPrefixOfAKnownFrame() {
        let whole = frame(id: "273905176604061696", time: "1750752646343", odds: "1.8547008")
        for count in 0..<whole.count { expectAgreement(on: Array(whole.prefix(count))) }
    }

    /// Where the records come before the message type, dumps and updates begin
    /// alike, and only a frame's end tells them apart.
    @Test func recordsBeforeTheMessageType() {
        let update =
            #"{"changeType":"UPDATE","entityType":"MATCH","id":"7","changedProperties":{}}"#
        let entity = #"{"_type":"MATCH","id":"7"}"#
        let ends = [
            #""messageType":"UPDATE","version":"17"}"#, #""messageType":"UPDATE","version":"8"} "#,
            #""messageType":"INITIAL_DUMP","version":"18"}"#, #""messageType":"UPDATE"}"#,
            #""messageType":"INITIAL_DUMP","version":""}"#, #""version":"17"}"#, "}",
        ]
        let learned = FrameReader()
        for end in ends + ends + ends.reversed() {
            for record in [update, entity] {
                let frame = Array(#"{"records":[\#(record)],\#(end)"#.utf8)
                #expect(learned.read(frame) == FrameReader(predicts: false).read(frame), "\(end)")
            }
        }
    }

    /// A value that is missing where the shape has a gap is no value.
    @Test func missingValueIsIllegal() {
        let learned = FrameReader()
        for _ in 0..<3 { _ = learned.read(frame()) }
        let damaged = frame(odds: "")
        let offset = damaged.count - 4
        #expect(learned.read(damaged).error == FrameError(reason: .syntax, offset: offset))
    }
}
