import Foundation
import OddsCapture
import Testing

@testable import OddsLive

/// Logs as people have them: batched, begun late, with several sessions.
@Suite struct ConversionSessionTests {
    private static let answer = "[50,2,{},[],\(smallDump)]"

    @Test("A byte order mark is no part of the first message")
    func byteOrderMark() throws {
        let files = try ConversionFiles()
        _ = try files.convert(["\u{FEFF}\(smallDump)\r"], ConversionChoice(channel: "/c"))
        #expect(try files.frames() == ["/c 0 \(smallDump)"])
        _ = try files.convert(["\u{FEFF}" + feedSession()[0]] + feedSession()[1...] + [Self.answer])
        #expect(try files.frames() == ["/t 5 \(smallDump)"])
    }

    @Test("U+001E ends the messages of wamp.2.json.batched", arguments: ["\n", "", " ", "\r\n"])
    func batches(between: String) throws {
        let files = try ConversionFiles()
        let messages = feedSession() + [Self.answer]
        let report = try files.convert([messages.joined(separator: "\u{1E}\(between)") + "\u{1E}"])
        #expect(try files.frames() == ["/t 5 \(smallDump)"])
        #expect(report.otherCount == 5)
        #expect(report.unreadable == nil)
    }

    @Test("The same in a HAR file, and text sequences of RFC 7464")
    func batchesElsewhere() throws {
        let files = try ConversionFiles()
        let batch = (feedSession() + [Self.answer]).joined(separator: "\u{1E}") + "\u{1E}"
        _ = try files.convert(entries: [harEntry("wss://a", [harMessage(batch, at: 7)])])
        #expect(try files.frames() == ["/t 7000 \(smallDump)"])
        _ = try files.convert(
            ["\u{1E}\(smallDump)", "\u{1E}\u{1E}\(smallDump)"], ConversionChoice(channel: "c"))
        #expect(try files.frames() == ["c 0 \(smallDump)", "c 1 \(smallDump)"])
    }

    @Test("A carriage return alone ends a message, but not within a frame")
    func carriageReturns() throws {
        let files = try ConversionFiles()
        let report = try files.convert([(feedSession() + [Self.answer]).joined(separator: "\r")])
        #expect(try files.frames() == ["/t 5 \(smallDump)"])
        #expect(report.unreadable == nil)
        let frame = "{\"a\":\r1,\"b\u{1E}\":2}"
        _ = try files.convert([frame], ConversionChoice(channel: "c"))
        #expect(try files.frames() == ["c 0 \(frame)"])
    }

    @Test("Separators without end cost no more than their number")
    func manySeparators() throws {
        let files = try ConversionFiles()
        let many = String(repeating: "\u{1E} ", count: 500_000)
        _ = try files.convert(
            ["x\(many)]\(many)x", many, smallDump], ConversionChoice(channel: "c"))
        #expect(try files.frames().count == 1)
    }

    @Test("What cannot be read is told with its first reason, also when nothing is left")
    func firstReason() throws {
        let files = try ConversionFiles()
        let failure = files.failure {
            _ = try files.convert([#"[1,"r",{}] x"#, "2026 [2,5,{}]"])
        }
        #expect(failure.contains("2 of 2 messages are not WAMP; the first is number 1: "))
        let partial = files.failure { _ = try files.convert([#"[68,1,9,{},[],{"version":"#]) }
        #expect(partial.contains("1 of 1 message are not WAMP; the first is number 1: "))
        let capture = files.failure {
            _ = try files.convert(
                [#"{"channel":"c","at":1,"message":{}}"#], ConversionChoice(channel: "c"))
        }
        #expect(capture.contains("a line of a capture, which 'bench replay' reads as it is"))
    }

    @Test("A dump without its CALL is kept in --channel, and told of without")
    func answerWithoutCall() throws {
        let files = try ConversionFiles()
        let update = #"{"version":"2","messageType":"UPDATE","records":[]}"#
        let messages = [
            "[2,5,{}]", "[65,1,9]", Self.answer, "[68,1,9,{},[],\(update)]",
            // The answer to another call, whose CALL is not there either.
            #"[50,7,{},[],{"operatorId":1}]"#,
        ]
        let report = try files.convert(messages)
        #expect(try files.frames() == ["registration 9 3 \(update)"])
        #expect(
            report.lines.last?.hasSuffix(
                """
                1 of 5 messages are left out, as the channel of the frame is not known; name it \
                with --channel; the first is number 3: a RESULT has a dump, but its CALL is not in \
                the file
                """) == true)
        _ = try files.convert(messages, ConversionChoice(channel: "registration 9"))
        #expect(
            try files.frames() == ["registration 9 2 \(smallDump)", "registration 9 3 \(update)"])
        let failure = try ConversionFiles().failure {
            _ = try ConversionFiles().convert([Self.answer])
        }
        #expect(failure.contains("a RESULT has a dump, but its CALL is not in the file"))
    }

    @Test("HELLO, or a WELCOME without one, begins a session, whose numbers mean other things")
    func sessions() throws {
        let files = try ConversionFiles()
        let second = feedSession().dropLast() + [
            ##"[48,2,{},"/sports#operatorInfo",[],{}]"##, #"[50,2,{},[],{"operatorId":"1"}]"#,
            ##"[48,3,{},"/sports#initialDump",[],{"topic":"/t"}]"##, "[50,3,{},[],\(smallDump)]",
        ]
        for second in [Array(second), Array(second.dropFirst())] {
            let report = try files.convert(feedSession() + second)
            #expect(report.channels.map(\.name) == ["/t"])
            #expect(try files.frames().count == 1)
            // With the same registration, which the state before says nothing of.
            _ = try files.convert(
                feedSession("/a", registration: 1) + ["[68,1,1,{},[],\(smallDump)]"]
                    + ["[2,6,{}]", "[68,1,1,{},[],\(smallDump)]"])
            #expect(
                try files.frames() == ["/a 5 \(smallDump)", "registration 1 7 \(smallDump)"])
        }
    }

    @Test("Each session has channels of its own, as their states differ")
    func channelsOfSessions() throws {
        let files = try ConversionFiles()
        let session = feedSession("/a (2)") + [Self.answer] + feedSession("/a") + [Self.answer]
        _ = try files.convert(session + feedSession("/a") + [Self.answer])
        let channels = try files.frames().map { $0.prefix(while: { $0 != "{" }) }
        #expect(channels == ["/a (2) 5 ", "/a 11 ", "/a (3) 17 "])
        let unknown = ["[68,1,1,{},[],\(smallDump)]"]
        let reports = try files.convert(
            entries: ["ws://a", "ws://b"].map { harEntry($0, unknown.map { harMessage($0) }) })
        #expect(
            reports.map { $0.channels.map(\.name) } == [["registration 1"], ["registration 1 (2)"]])
        let only = try files.convert(
            entries: ["ws://a", "ws://b"].map { harEntry($0, unknown.map { harMessage($0) }) },
            ConversionChoice(socket: 2))
        #expect(only.map(\.source) == ["ws://b"])
        #expect(try files.frames().count == 1)
        let failure = try ConversionFiles().failure {
            _ = try ConversionFiles().convert(
                entries: [harEntry("ws://a", [harMessage("x")])], ConversionChoice(socket: 2))
        }
        #expect(failure.hasSuffix("has no socket 2 with messages; there are 1"))
    }

    @Test("Frames in positional arguments, and before elements that are not known, are read")
    func otherArguments() throws {
        let files = try ConversionFiles()
        let frame = #"{"version":"2"}"#
        let messages = [
            "[68,1,9,{},[\(frame)]]", "[68,1,9,{},[\(frame)],{}]",
            #"[68,1,9,{},[],\#(frame),{"x":1}]"#, "[68,1,9,{},[],{}]", "[68,1,9,{},[1,2]]",
        ]
        let report = try files.convert(feedSession() + messages)
        #expect(
            try files.frames()
                == ["/t 5 \(frame)", "/t 6 \(frame)", "/t 7 \(frame)", "/t 8 {}"])
        #expect(report.unreadable == nil)
        #expect(report.otherCount == 6)
    }

    /// `CaptureLimits`.
    @Test("More channels than a capture may have are refused")
    func tooManyChannels() throws {
        let files = try ConversionFiles()
        let messages = { (count: Int) in (0..<count).map { "[68,1,\($0),{},[],{}]" } }
        #expect(try files.convert(messages(CaptureLimits.channelsMax)).frameCount == 4_096)
        let failure = try ConversionFiles().failure {
            _ = try ConversionFiles().convert(messages(CaptureLimits.channelsMax + 1))
        }
        #expect(failure.contains("has more than 4096 channels"))
        let name = String(repeating: "n", count: CaptureLimits.channelBytesMax + 1)
        let long = try ConversionFiles().failure {
            _ = try ConversionFiles().convert(feedSession(name) + [Self.answer])
        }
        #expect(long.contains("one whose name is longer than 64 KiB"))
    }
}
