import Foundation
import OddsFixtures
import OddsMeasurement
import OddsReconstruction
import OddsResults
import Testing

@testable import OddsHarness

/// Frames of given times in memory of this process.
private struct FrameList: FrameSource, ~Copyable {
    private let frames: [(ticket: FrameTicket, text: [UInt8])]
    private var position = 0
    private var current = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    let waitCount = 0
    let channelNames = ["test"]
    let mappedBytes = 0

    init(_ frames: [(ticket: FrameTicket, text: [UInt8])]) { self.frames = frames }

    deinit { current.deallocate() }

    mutating func next() -> ScheduledFrame? {
        guard position < frames.count else { return nil }
        defer { position += 1 }
        let text = frames[position].text
        current.copyBytes(from: text)
        return ScheduledFrame(
            ticket: frames[position].ticket,
            bytes: UnsafeRawBufferPointer(rebasing: current[..<text.count]))
    }

    mutating func release() {}
}

@Suite struct MemoryRunTests {
    /// Allocates as often as it is asked, to be told from everything else.
    private final class CountingHeap: @unchecked Sendable {
        var readCount: UInt64 = 0
        var probe: HeapProbe {
            HeapProbe(allocatorName: "counting") { [self] in
                readCount += 1
                var statistics = HeapStatistics(
                    allocationCount: readCount * 10, allocatedBytes: 1_000, activeBytes: 4_000)
                statistics.threadAllocatedBytes = readCount * 100
                return statistics
            }
        }
    }

    private func profile<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type, heap: HeapProbe? = nil
    ) -> (profile: MemoryProfile, ends: [MemoryPhase]) {
        func frame(_ due: UInt64, _ updates: Int, _ text: String, isPreload: Bool = false) -> (
            ticket: FrameTicket, text: [UInt8]
        ) {
            (
                FrameTicket(
                    intendedNanoseconds: due, updateCount: updates, isPreload: isPreload),
                Array(text.utf8)
            )
        }
        let dump = FeedText.dump(version: 1, offers: [("7", 2), ("8", 3), ("x9", 4)])
        var source = FrameList([
            frame(0, 0, dump, isPreload: true),
            frame(0, 1, FeedText.odds(version: 2, [("7", 2.5)])),
            frame(900, 2, FeedText.odds(version: 3, [("8", 3.5), ("x9", 4.5)])),
            frame(1_000, 0, dump),
            frame(1_500, 1, FeedText.odds(version: 4, [("7", 2.75)])),
            frame(2_000, 0, #"{"messageType":"INITIAL_DUMP","records":[]}"#),
        ])
        let run = MemoryRun(consumer: .snapshot, phaseNanoseconds: 1_000, idleNanoseconds: 0)
        var ends: [MemoryPhase] = []
        let profile = run.profile(strategy, on: &source, heap: heap) { ends.append($0) }
        return (profile, ends)
    }

    /// Results read back as they were written.
    @Test func profilesReadBack() throws {
        let profile = profile(IncrementalGraph.self).profile
        let json = try ResultCoding.encode(profile)
        #expect(try JSONDecoder().decode(MemoryProfile.self, from: json) == profile)
    }

    @Test func framesBelongToThePhasesOfTheSchedule() {
        let (profile, ends) = profile(IncrementalGraph.self)
        #expect(ends == MemoryPhase.allCases)
        #expect(profile.phases.map(\.phase) == MemoryPhase.allCases)
        #expect(profile.phases.map(\.frames) == [0, 1, 2, 2, 0, 1, 0])
        #expect(profile.phases.map(\.updates) == [0, 0, 3, 1, 0, 0, 0])
    }

    @Test func strategiesReadTheSame() {
        let checksums = [
            profile(FullRebuild.self).profile.checksum,
            profile(DeltaRebuild.self).profile.checksum,
            profile(IncrementalGraph.self).profile.checksum,
        ]
        #expect(Set(checksums).count == 1)
        #expect(checksums[0] != Checksum().description)
    }

    @Test func tablesAreThoseOfTheStore() throws {
        let profile = profile(DeltaRebuild.self).profile
        func rows(_ phase: MemoryPhase) throws -> [String: Int] {
            let tables = try #require(profile[phase]).tables
            return Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.rowCount) })
        }
        let full = try rows(.steady)
        #expect(full["MATCH"] == 1)
        #expect(full["MARKET"] == 1)
        #expect(full["OUTCOME"] == 3)
        #expect(full["BETTING_OFFER"] == 3)
        #expect(full["links"] == 3)
        #expect(try rows(.empty).values.allSatisfy { $0 == 0 })
        #expect(try rows(.cleared)["BETTING_OFFER"] == 0)
        #expect(try rows(.released).isEmpty)
        for table in try #require(profile[.steady]).tables {
            #expect(table.liveBytes <= table.reservedBytes, "\(table.name)")
            #expect((table.liveBytes > 0) == (table.rowCount > 0), "\(table.name)")
        }
    }

    /// A phase reads the allocator twice for its counts, at its beginning and
    /// at its end; here nothing but a reading allocates.
    @Test func countsAreThoseOfThePhaseAlone() throws {
        let heap = CountingHeap()
        let profile = profile(FullRebuild.self, heap: heap.probe).profile
        let steady = try #require(profile[.steady])
        #expect(profile.allocator == "counting")
        #expect(steady.allocationsPerUpdate == 10.0 / 3)
        #expect(steady.allocatedBytesPerUpdate == 100.0 / 3)
        #expect(steady.end.heap?.fragmentation == 0.75)
        #expect(try #require(profile[.idle]).allocationsPerUpdate == nil)
        #expect(profile.remainingBytes(after: .cleared) == 0)
    }
}
