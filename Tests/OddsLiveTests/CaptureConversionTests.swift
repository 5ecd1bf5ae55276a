import Foundation
import Testing

@testable import OddsLive

@Suite struct CaptureConversionTests {
    private static let registration = [
        #"[64,2,{},"\/sports\/1"]"#, "[65,2,900]",
        ##"[48,3,{},"/sports#initialDump",[],{"topic":"/sports/1"}]"##,
    ]

    private static func har(
        _ connections: [[(seconds: Double, opcode: Int, data: String)]]
    ) -> String {
        let entries = connections.enumerated().map { index, messages in
            let list = messages.map { message in
                let data = try! String(
                    decoding: JSONEncoder().encode(message.data), as: UTF8.self)
                return """
                    {"type":"receive","time":\(message.seconds),"opcode":\(message.opcode),\
                    "data":\(data)}
                    """
            }
            return """
                {"_resourceType":"websocket","request":{"url":"ws://host/\(index)"},\
                "_webSocketMessages":[\(list.joined(separator: ","))]}
                """
        }
        return """
            {"log":{"version":"1.2","entries":[{"request":{"url":"http://host"}},\
            \(entries.joined(separator: ","))]}}
            """
    }

    @Test func messagesOfBothSidesGiveFramesWithTheirTopics() throws {
        let files = try ConversionFiles()
        let lines =
            ["[1,\"realm\",{}]"] + Self.registration + [
                // The race that EM-D1 is about: an update before the dump.
                #"[68,1,900,{},[],{"version":"2"}]"#, #"[70,1,{}]"#,
                #"[50,3,{},[],{"version":"1"}]"#, "",
                // In another form, and with illegal JSON where the frame is.
                #"[68, 2, 900, {"a":1}, [0], {"version": "3"}]"#,
                #"[68,3,900,{},[],{broken]"#, "[68,3,900,{},[], 7 ]",
                // What is answered to other calls is no frame, nor is an event.
                #"[50,4,{},[],{"records":[]}]"#, #"[36,1,2,{}]"#, "[99]", "[8,48,3,{},\"no\"]",
            ]
        let report = try CaptureConversion.convert(
            lines: try files.file("log.ndjson", lines.joined(separator: "\r\n")),
            intervalNanoseconds: 1_000_000, to: files.output)
        #expect(try files.frames() == [
            #"/sports/1 4 {"version":"2"}"#, #"/sports/1 6 {"version":"1"}"#,
            #"/sports/1 7 {"version": "3"}"#, "/sports/1 8 {broken",
            "/sports/1 9 7",
        ])
        #expect(report.frameCount == 5)
        #expect(report.otherCount == 8)
        #expect(report.unreadable?.count == 1)
        #expect(report.unreadable?.number == 13)
        #expect(report.lines.count == 2)
    }

    @Test func framesAloneBelongToTheChannelThatIsNamed() throws {
        let files = try ConversionFiles()
        let file = try files.file("frames.jsonl", " {\"version\":\"1\"} \n\nbroken\n{broken\n")
        let report = try CaptureConversion.convert(
            lines: file, ConversionChoice(channel: "/c"), intervalNanoseconds: 2_500_000,
            to: files.output)
        #expect(try files.frames() == [#"/c 0 {"version":"1"}"#, "/c 5 {broken"])
        #expect(report.unreadable?.number == 2)
    }

    @Test func frameWithoutChannelIsLeftOutAlone() throws {
        let files = try ConversionFiles()
        let report = try files.convert(feedSession() + ["{}", "[50,2,{},[],\(smallDump)]"])
        #expect(try files.frames() == ["/t 6 \(smallDump)"])
        #expect(
            report.lines.last?.hasSuffix(
                """
                1 of 7 messages are left out, as the channel of the frame is not known; name it \
                with --channel; the first is number 6: a frame is in no message of WAMP
                """) == true)
        let failure = try ConversionFiles().failure { _ = try ConversionFiles().convert(["{}"]) }
        #expect(failure.contains("name it with --channel; the first is number 1"))
    }

    /// Two connections at once, whose requests have the same numbers, and one whose times
    /// decrease.
    @Test func messagesOfSeveralConnectionsAreOrderedByTime() throws {
        let files = try ConversionFiles()
        let first = Self.registration.map { (seconds: 1.0, opcode: 1, data: $0) } + [
            (2.0005, 1, #"[68,1,900,{},[],{"a":1}]"#), (5, 1, #"[68,2,900,{},[],{"a":2}]"#),
            (4, 1, #"[68,3,900,{},[],{"a":3}]"#), (9, -1, "an error"),
        ]
        let second = Self.registration.map {
            (seconds: 3.0, opcode: 2, data: Data($0.utf8).base64EncodedString())
        } + [
            (4.5, 2, Data(#"[50,3,{},[],{"b":"é"}]"#.utf8).base64EncodedString()),
            (4.6, 2, "?"),
            (6.0, 1, #"[68,7,33,{},[],{"b":2}]"#),
        ]
        let file = try files.file("page.har", Self.har([first, second]))
        let reports = try CaptureConversion.convert(har: file, to: files.output)
        #expect(try files.frames() == [
            #"/sports/1 2001 {"a":1}"#, #"/sports/1 (2) 4500 {"b":"é"}"#,
            #"/sports/1 5000 {"a":2}"#, #"/sports/1 5000 {"a":3}"#,
            #"registration 33 6000 {"b":2}"#,
        ])
        #expect(reports.map(\.source) == ["ws://host/0", "ws://host/1"])
        #expect(reports.map(\.frameCount) == [3, 2])
        #expect(reports.map { $0.unreadable?.count } == [nil, 1])
    }

    @Test(arguments: [
        ("{", "is no HAR file: unexpected end at byte 1"),
        ("{}", "is no HAR file: there is no array log.entries at byte 0"),
        ("[]", "is no HAR file: there is no array log.entries"),
        (#"{"log":{"entries":[]}} x"#, "bytes behind the object"),
        (#"{"log":{"entries":[{"_webSocketMessages":[]}]}}"#, "has no WebSocket messages"),
        (
            #"{"log":{"entries":[{"_webSocketMessages":7}]}}"#,
            #"the first is number 1: "_webSocketMessages" is no array"#
        ),
        (#"{"log":{"entries":[{"_webSocketMessages":null},null]}}"#, "has no WebSocket messages"),
        (#"{"log":null}"#, "there is no array log.entries"),
        (
            #"{"log":{"entries":[{"_webSocketMessages":[{"opcode":1,"time":1}]}]}}"#,
            #"the first is number 1: a message without "data""#
        ),
        (
            #"{"log":{"entries":[{"_webSocketMessages":[{"opcode":1,"time":1,"data":"hi"}]}]}}"#,
            "has no frame of a feed that is known; nothing was written; 1 of 1 message are not WAMP"
        ),
        ("\u{1F}\u{8B}", "no HAR file"), ("", "it is empty"), ("{\0\"\0l\0", "UTF-16, not UTF-8"),
    ])
    func wrongFileIsAnErrorAndNothingIsWritten(text: String, what: String) throws {
        let files = try ConversionFiles()
        let file = try files.file("page.har", text)
        let error = #expect(throws: ConversionError.self) {
            try CaptureConversion.convert(har: file, to: files.output)
        }
        #expect(error?.description.hasPrefix(file) == true)
        #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
        #expect(!FileManager.default.fileExists(atPath: files.output))
    }
}
