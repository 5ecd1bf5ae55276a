import Foundation
import Testing

@testable import PeerBenchmarks

/// Every benchmark runs on a few frames, so that none rots; the comparison
/// itself checks that all results are equal.
@Suite struct PeerTaskTests {
    @Test(arguments: PeerTask.all.map(\.name))
    func everyImplementationAgreesOnOddsFrames(name: String) throws {
        let frames = try FrameSet(
            name: "odds", traffic: .odds(events: 5, markets: 4), updateCount: 16)
        let task = try #require(PeerTask.all.first { $0.name == name })
        try task.check(on: frames)
        let series = try task.measure(on: frames, rounds: 2)
        #expect(series.map(\.implementation) == task.contestants.map(\.name))
        #expect(series.map(\.role).prefix(2) == [.ours, .again])
        #expect(series.allSatisfy { $0.nanosecondsPerRecord.count == 2 })
        // An eighth of 16 frames behind the dump warms up.
        #expect(series.allSatisfy { $0.records == frames.recordCount(of: 3..<17) })
    }

    @Test(arguments: PeerTask.all.map(\.name))
    func everyImplementationAgreesOnMixedFrames(name: String) throws {
        let frames = try FrameSet.steady(updateCount: 24)
        let task = try #require(PeerTask.all.first { $0.name == name })
        try task.check(on: frames)
    }

    @Test func aWrongResultStopsTheComparison() throws {
        let frames = try FrameSet(
            name: "odds", traffic: .odds(events: 2, markets: 2), updateCount: 8)
        let ours = PeerTask.decode.contestants[0]
        let liar = Contestant(
            name: "liar", omissions: "everything", role: .rival, framesMax: .max,
            check: { frames, range in
                try ours.check(frames, range.dropLast().startIndex..<range.upperBound - 1)
            }, time: ours.time)
        #expect(throws: PeerError.self) {
            try PeerTask(name: "decode", contestants: [ours, liar]).check(on: frames)
        }
    }

    @Test func growthComparesEqualStores() throws {
        let sizes = [
            GrowthTable.Size(events: 2, markets: 2), GrowthTable.Size(events: 4, markets: 3),
        ]
        let series = try GrowthTable.measure(sizes: sizes, updateCount: 16, rounds: 1)
        #expect(series.map(\.workload) == Array(repeating: "2 × 2 × 3", count: 3)
            + Array(repeating: "4 × 3 × 3", count: 3))
        #expect(series.map(\.role) == [.ours, .again, .rival, .ours, .again, .rival])
    }

    @Test(arguments: MicroBenchmark.all.map(\.name))
    func microBenchmarkRuns(name: String) throws {
        let benchmark = try #require(MicroBenchmark.all.first { $0.name == name })
        let cost = try benchmark.run(scale: .smoke, rounds: 1, passes: 1)
        #expect(cost.min > 0)
    }
}
