import OddsCapture
import OddsFixtures
import OddsReconstruction
import OddsResults
import OddsWire
import Testing

@testable import OddsHarness

@Suite struct ReplayTests {
    private let frames: [CaptureFrame] = [
        ("a", FeedText.dump(version: 1, offers: [("7", 2)])),
        ("b", FeedText.odds(version: 1, [("7", 3)])),
        ("a", #"{"messageType":"UPDATE","records":[}"#),
        ("a", FeedText.odds(version: 2, [("7", 3), ("unknown", 4)])),
        ("b", "[]"),
        ("a", FeedText.odds(version: 1, [("7", 9)])),
    ].map { CaptureFrame(channel: $0.0, at: 0, bytes: Array($0.1.utf8)) }

    private func report<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type, _ frames: [CaptureFrame]
    ) throws -> ReplayReport {
        let replay = Replay(strategy)
        for frame in frames { try replay.receive(frame) }
        return replay.report()
    }

    @Test func channelsHaveTheirOwnCounts() throws {
        let channels = try report(DeltaRebuild.self, frames).channels
        #expect(channels.map(\.channel) == ["a", "b"])
        var counters = ChannelReport.Counters()
        counters.framesApplied = 2
        counters.framesRejected = 1
        counters.framesStale = 1
        counters.recordsApplied = 5
        counters.orphanUpdates = 1
        #expect(channels[0].counters == counters)
        #expect(channels[0].version == "2")
        #expect(channels[0].eventCount == 1)
        #expect(channels[1].counters.framesHeld == 1)
        #expect(channels[1].version == nil)
    }

    @Test func rejectsCarryFrameNumberAndOffset() throws {
        let channels = try report(DeltaRebuild.self, frames).channels
        #expect(channels[0].rejects.map(\.frame) == [3])
        #expect(channels[0].rejects.map(\.byteOffset) == [35])
        #expect(channels[1].rejects.map(\.frame) == [5])
        #expect(channels[1].rejects.map(\.byteOffset) == [0])
    }

    @Test func everyRejectedFrameIsNamed() throws {
        let bad = CaptureFrame(channel: "a", at: 0, bytes: Array("?".utf8))
        let channel = try report(FullRebuild.self, Array(repeating: bad, count: 20)).channels[0]
        #expect(channel.counters.framesRejected == 20)
        #expect(channel.rejects.map(\.frame) == Array(1...20))
    }

    /// SR-K2 and `WireLimits.contentsMax`: a frame of a socket may name any number.
    @Test func replayOpensOnlySoManyContents() throws {
        let replay = Replay(DeltaRebuild.self)
        let socketFrame = { (ids: Range<Int>) in
            let elements = ids.map { #"{"contentId":{"type":"market","id":"\#($0)"}}"# }
            let data = elements.joined(separator: ",")
            let text = #"{"notificationType":"CONTENT_CHANGES","data":[\#(data)]}"#
            return CaptureFrame(
                channel: FeedProvider.socketChannel, at: 0, bytes: Array(text.utf8),
                provider: .sportRadar)
        }
        try replay.receive(socketFrame(0..<WireLimits.contentsMax))
        try replay.receive(socketFrame(7..<9))
        #expect(throws: TooManyContents.self) {
            try replay.receive(socketFrame(8..<WireLimits.contentsMax + 100_000))
        }
        #expect(replay.report().channels.count == WireLimits.contentsMax)
        #expect(WireLimits.contentsMax == CaptureLimits.channelsMax)
    }

    /// SR-N4.
    @Test func socketCountsWhatNoChannelDoes() throws {
        let content = #""contentId":{"type":"event","id":"1"}"#
        let change = #"{\#(content),"changeType":"UPDATED","path":"x","change":1}"#
        let elements = [change, "{\(content)}", change, change, "7"].joined(separator: ",")
        var texts = ["[", #"{"notificationType":"CONTENT_CHANGES","data":[\#(elements)]}"#]
        texts += (["BUSY", "BUSY", "GONE"] + (0..<20).map { "E\($0)" })
            .map { #"{"errorType":"\#($0)"}"# }
        let replay = Replay(DeltaRebuild.self)
        for text in texts {
            try replay.receive(
                CaptureFrame(
                    channel: FeedProvider.socketChannel, at: 0, bytes: Array(text.utf8),
                    provider: .sportRadar))
        }
        let counts = try #require(replay.report().socket).counts
        #expect(counts.socketFramesRejected == 1 && counts.elementsRejected == 1)
        #expect(counts.changesIgnored == 2 && counts.changesBeforeRefreshed == 1)
        #expect(counts.errorFrames.count == ErrorFrames.typesMax + 1)
        #expect(counts.errorFrames["BUSY"] == 2 && counts.errorFrames["E13"] == 1)
        #expect(counts.errorFrames["other"] == 6)
    }

    @Test func strategiesThatAgreeGiveNoDisagreement() throws {
        let reports = [
            try report(FullRebuild.self, frames), try report(DeltaRebuild.self, frames),
            try report(IncrementalGraph.self, frames),
        ]
        #expect(Disagreement.between(reports) == nil)
    }

    @Test func disagreementTellsWhere() throws {
        let reports = [
            try report(FullRebuild.self, frames),
            try report(IncrementalGraph.self, Array(frames.dropLast(3))),
        ]
        let text = try #require(Disagreement.between(reports)).description
        #expect(text.hasPrefix("full and graph end in different snapshots"))
    }

    @Test func runsDisagreeByDigestChecksumOrReads() throws {
        var full = RunResult.empty
        full.strategy = "full"
        var graph = full
        graph.strategy = "graph"
        #expect(Disagreement.between([full, graph]) == nil)

        graph.reads = .init(count: 5, checksum: "1")
        #expect(Disagreement.between([full, graph]) == nil, "served another number of frames")
        full.reads = .init(count: 5, checksum: "2")
        #expect(Disagreement.between([full, graph])?.description.contains("on the way") == true)
        graph.checksum = "1"
        #expect(Disagreement.between([full, graph])?.description.contains("in the end") == true)
        graph.digest = "1"
        #expect(Disagreement.between([full, graph])?.description.contains("trees") == true)
    }
}
