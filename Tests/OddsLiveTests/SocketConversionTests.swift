import Foundation
import OddsCapture
import OddsHarness
import OddsReconstruction
import OddsResults
import Testing

@testable import OddsLive

/// SportRadar's socket, recorded by others.
@Suite struct SocketConversionTests {
    private static let request =
        #"{"subscriberId":null,"versionList":[],"clientContext":{"language":"EN","ipAddress":""}}"#
    private static let started = #"{"notificationType":"LISTENING_STARTED","data":"s-1"}"#

    /// A market whose first and only selection has a price.
    private static func refresh(_ market: Int, up: Int) -> String {
        """
        {"notificationType":"CONTENT_CHANGES","data":[{"contentId":{"type":"market",\
        "id":"\(market).1"},"changeType":"REFRESHED","change":{"idfomarket":"\(market).1",\
        "name":"Winner","selections":[{"idfoselection":"7.1","idfomarket":"\(market).1",\
        "name":"Alfa","currentpriceup":"\(up)","currentpricedown":"20"}]}}]}
        """
    }

    private static func replay(_ path: String) throws -> ReplayReport {
        var reader = try CaptureReader(path: path)
        let replay = Replay(IncrementalGraph.self)
        while let frame = try reader.next() {
            #expect(frame.provider == .sportRadar)
            #expect(frame.channel == FeedProvider.socketChannel)
            try replay.receive(frame)
        }
        return replay.report()
    }

    @Test("All that the server sends on its socket is a frame (SR-K1)", arguments: [true, false])
    func socket(isHAR: Bool) throws {
        let files = try ConversionFiles()
        let error = #"{"errorType":"SUBSCRIBER_NOT_FOUND","data":["s-1"]}"#
        let received = [Self.started, Self.refresh(5, up: 17), "{broken", error]
        if isHAR {
            let messages = [harMessage(Self.request, isSent: true)]
                + (received + ["noise"]).map { harMessage($0) }
            let reports = try files.convert(entries: [
                harEntry("wss://other", [harMessage(#"{"hello":1}"#)]),
                harEntry("wss://a", messages),
            ])
            #expect(reports.map(\.frameCount) == [0, 5])
        } else {
            let report = try files.convert([Self.request] + received)
            #expect(report.frameCount == 4)
            #expect(report.otherCount == 1)
        }
        let report = try Self.replay(files.output)
        #expect(report.channels.map(\.channel) == ["market/5.1"])
        #expect(report.channels[0].counters.framesApplied == 1)
        #expect(report.socket?.counts.socketFramesRejected == (isHAR ? 2 : 1))
        #expect(report.socket?.framesIgnored == 0)
    }

    @Test("Sockets one after the other are a connection each; at once, one is to be chosen")
    func sockets() throws {
        let files = try ConversionFiles()
        let socket = { (market: Int, times: [Double]) in
            harEntry(
                "wss://\(market)",
                zip([Self.started] + [17, 19].map { Self.refresh(market, up: $0) }, times).map {
                    harMessage($0, at: $1)
                })
        }
        _ = try files.convert(entries: [socket(5, [1, 2, 3]), socket(6, [4, 5, 6])])
        #expect(
            try Self.replay(files.output).channels.map(\.channel) == ["market/5.1", "market/6.1"])
        let atOnce = [socket(5, [1, 2, 5]), socket(6, [3, 4, 6])]
        let failure = try ConversionFiles().failure {
            _ = try ConversionFiles().convert(entries: atOnce)
        }
        #expect(failure.hasSuffix("choose with --socket 1 or --socket 2"))
        _ = try files.convert(entries: atOnce, ConversionChoice(socket: 2))
        #expect(try Self.replay(files.output).channels.map(\.channel) == ["market/6.1"])
    }

    @Test("A capture is of one provider, which is to be chosen where there are two (SR-K1)")
    func providers() throws {
        let feed = feedSession() + ["[50,2,{},[],\(smallDump)]"]
        let lines = feed + [Self.started, Self.refresh(5, up: 17)]
        let entries = [feed, [Self.started, Self.refresh(5, up: 17)]].map { messages in
            harEntry("wss://a", messages.map { harMessage($0) })
        }
        for isHAR in [true, false] {
            let files = try ConversionFiles()
            let convert = { (choice: ConversionChoice) in
                isHAR
                    ? try files.convert(entries: entries, choice)
                    : [try files.convert(lines, choice)]
            }
            let failure = files.failure { _ = try convert(ConversionChoice()) }
            #expect(failure.hasSuffix("--provider everymatrix or --provider sportradar"))
            _ = try convert(ConversionChoice(provider: .sportRadar))
            #expect(try Self.replay(files.output).channels.map(\.channel) == ["market/5.1"])
            _ = try convert(ConversionChoice(provider: .everyMatrix))
            #expect(try files.frames().map { $0.prefix(3) } == ["/t "])
        }
    }
}
