import Foundation
import OddsCapture
import Testing

@testable import OddsLive

/// HAR files of several programs.
@Suite struct HARMessageTests {
    private static let session = feedSession().map { harMessage($0, isSent: true) }
    private static let answer = "[50,2,{},[],\(smallDump)]"

    /// The frames of a session that ends with `messages`.
    private static func frames(_ messages: [String]) throws -> [String] {
        let files = try ConversionFiles()
        _ = try files.convert(entries: [harEntry("wss://a", session + messages)])
        return try files.frames()
    }

    @Test("null is as absent")
    func nulls() throws {
        let files = try ConversionFiles()
        let messages = (Self.session + [harMessage(Self.answer)]).joined(separator: ",")
        let reports = try files.convert(entries: [
            #"{"request":{"url":"https://a"},"_webSocketMessages":null}"#, "null", "{}",
            #"{"request":null,"_webSocketMessages":[\#(messages)]}"#,
        ])
        #expect(try files.frames() == ["/t 1700000000000 \(smallDump)"])
        #expect(reports.map(\.source) == [""])
    }

    @Test(
        "A message that cannot be read costs itself alone",
        arguments: [
            #"{"type":"receive","time":null,"opcode":1,"data":null}"#, "null", "7", "{}",
            #"{"type":"receive","time":1,"opcode":"what","data":"x"}"#,
            #"{"type":"receive","time":1,"opcode":2,"data":"?"}"#,
            #"{"type":"receive","time":1,"opcode":0,"data":"x"}"#,
            #"{"type":"receive","time":1,"opcode":1,"data":[1]}"#,
        ])
    func badMessages(bad: String) throws {
        let files = try ConversionFiles()
        let reports = try files.convert(
            entries: [harEntry("wss://a", [bad] + Self.session + [harMessage(Self.answer)])])
        #expect(try files.frames() == ["/t 1700000000000 \(smallDump)"])
        #expect(reports[0].unreadable?.count == 1)
        #expect(reports[0].unreadable?.number == 1)
    }

    @Test(
        "An opcode may be absent, or text",
        arguments: ["null", #""1""#, #""text""#, #""Text""#, "1.0"])
    func opcodes(opcode: String) throws {
        let frames = ["/t 1700000000000 \(smallDump)"]
        #expect(try Self.frames([harMessage(Self.answer, opcode: opcode)]) == frames)
        let base64 = Data(Self.answer.utf8).base64EncodedString()
        #expect(try Self.frames([harMessage(base64, opcode: #""binary""#)]) == frames)
        let control = ["8", "9", "10", "-1", #""ping""#].map { harMessage("x", opcode: $0) }
        #expect(try Self.frames(control + [harMessage(Self.answer)]) == frames)
    }

    @Test("Base64 may be broken into lines")
    func wrappedBase64() throws {
        let base64 = Data(Self.answer.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        #expect(base64.contains("\r\n"))
        #expect(
            try Self.frames([harMessage(base64, opcode: "2")])
                == ["/t 1700000000000 \(smallDump)"])
    }

    @Test("Continuations belong to the message of their side", arguments: [false, true])
    func continuations(isBinary: Bool) throws {
        let text = Array(Self.answer.utf8)
        let parts = [text[..<7], text[7..<30], text[30...]].map {
            isBinary ? Data($0).base64EncodedString() : String(decoding: $0, as: UTF8.self)
        }
        let frames = try Self.frames([
            harMessage(parts[0], at: 1_700_000_001, opcode: isBinary ? "2" : "1"),
            harMessage(##"[48,3,{},"/sports#"##, at: 1_700_000_001, isSent: true),
            harMessage("ping", at: 1_700_000_001, opcode: "9"),
            harMessage(parts[1], at: 1_700_000_002, opcode: "0"),
            harMessage(
                #"initialDump",[],{"topic":"/u"}]"#, at: 1_700_000_002, isSent: true, opcode: "0"),
            harMessage(parts[2], at: 1_700_000_003, opcode: #""continuation""#),
            harMessage("[50,3,{},[],{}]", at: 1_700_000_004),
        ])
        #expect(frames == ["/t 1700000003000 \(smallDump)", "/u 1700000004000 {}"])
    }

    @Test(
        "Times may have other units, or be dates",
        arguments: [
            "1700000000.25", "1700000000250", "1700000000250000", "1700000000250000000",
            #""1700000000.25""#, #""2023-11-14T22:13:20.250Z""#,
            #""2023-11-14T23:13:20.250+01:00""#,
        ])
    func times(time: String) throws {
        let files = try ConversionFiles()
        let messages = feedSession() + [Self.answer]
        _ = try files.convert(entries: [
            harEntry(
                "wss://a",
                messages.map { message in
                    harMessage(message).replacingOccurrences(
                        of: "\"time\":1700000000.0", with: "\"time\":\(time)")
                })
        ])
        #expect(try files.frames() == ["/t 1700000000250 \(smallDump)"])
    }

    @Test("A message without time has that of the one before, and that is told")
    func untimed() throws {
        let files = try ConversionFiles()
        let timed = { (time: String, message: String) in
            harMessage(message).replacingOccurrences(
                of: "\"time\":1700000000.0,", with: time)
        }
        let frame = "[68,1,9,{},[],{}]"
        let head = feedSession().map { timed("", $0) } + [timed("", frame)]
        let reports = try files.convert(entries: [
            harEntry(
                "wss://a",
                head + [timed(#""time":5,"#, frame), timed(#""time":null,"#, frame)])
        ])
        #expect(try files.frames() == ["/t 5000 {}", "/t 5000 {}", "/t 5000 {}"])
        #expect(
            reports[0].lines.last
                == "wss://a: 7 of 8 messages have no time, and got that of the one before")
        // A connection's beginning is the time of what comes first.
        let entry = harEntry("wss://a", head).dropLast()
            + #","startedDateTime":"2023-11-14T22:13:20.250Z"}"#
        _ = try files.convert(entries: [String(entry)])
        #expect(try files.frames() == ["/t 1700000000250 {}"])
    }
}
