import Foundation
import OddsCapture
import OddsHarness
import Testing

@testable import OddsExperiments

/// The ring between two real processes: the test reads what `bench feed`
/// writes.
@Suite struct FeedProcessTests {
    /// The program beside the test's own.
    private var program: URL {
        get throws {
            try ChildProcess.ownProgram().resolvingSymlinksInPath()
                .deletingLastPathComponent().appending(path: "bench-core")
        }
    }

    /// A capture of one dump and many updates.
    private func writeCapture(_ path: String) throws {
        var writer = try CaptureWriter(path: path)
        for number in 0..<200 {
            let odds = Double(number) + 1.5
            var text =
                number == 0
                ? """
                {"messageType":"INITIAL_DUMP","records":[{"_type":"BETTING_OFFER","id":"7"}]}
                """
                : """
                {"messageType":"UPDATE","records":[{"changeType":"UPDATE","entityType":\
                "BETTING_OFFER","id":"7","changedProperties":{"odds":\(odds)}}]}
                """
            try text.withUTF8 {
                try writer.write(UnsafeRawBufferPointer($0), channel: "a", at: Int64(number))
            }
        }
        try writer.finish()
    }

    private func feeder(_ plan: some Encodable, _ ring: FrameRingMonitor) throws -> ChildProcess {
        try ChildProcess(
            "feed", task: "writes the frames", plan: plan, mapping: ring.fileDescriptor,
            program: program)
    }

    /// What should not have happened is not mistaken for a failed check.
    @Test func unexpectedErrorsHaveStatus70() async throws {
        let ring = try FrameRingMonitor(byteCount: 64 << 10)
        let feeder = try feeder("no plan", ring)
        await #expect {
            try await feeder.output()
        } throws: { error in
            let failure = error as? ExperimentFailure
            return failure?.status == .childDied
                && failure?.message == "the process that writes the frames ended with status 70"
        }
        #expect(ring.trafficDigest == nil)
    }

    @Test func framesCrossTheRingThroughManyRefills() async throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID().uuidString).ndjson").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try writeCapture(path)
        let end: UInt64 = 5_000_000_000

        // Much smaller than the frames, all of them together.
        let ring = try FrameRingMonitor(byteCount: 64 << 10)
        let plan = RunPlan(
            strategy: .graph, consumer: .page, warmupNanoseconds: 0, durationNanoseconds: end,
            traffic: .capture(path: path, pacing: .rate(1_000)),
            feed: try CaptureTraffic(path: path).feed)
        let feeder = try feeder(plan, ring)
        async let feeding = feeder.output()
        let (frameCount, differenceCount, isAtEnd) = try await BlockingWork.run {
            let traffic = try CaptureTraffic(path: path)
            var reader = FrameRingReader(
                try SharedMapping(fileDescriptor: dup(ring.fileDescriptor)),
                feed: traffic.feed)
            // A reader spins, which would keep all else from a processor until the feeder's
            // start, before which other tests come.
            reader.waitUntilReady()
            var differenceCount = 0
            var frameCount = 0
            try traffic.forEachFrame(updatesPerSecond: 1_000, until: end) { bytes, ticket in
                let frame = reader.next()
                let isSame =
                    frame?.ticket == ticket && frame.map { $0.bytes.elementsEqual(bytes) } == true
                if !isSame { differenceCount += 1 }
                frameCount += 1
                reader.release()
            }
            return (frameCount, differenceCount, reader.next() == nil)
        }
        #expect(frameCount > 5_000)
        #expect(differenceCount == 0)
        #expect(isAtEnd)
        #expect(try await feeding.isEmpty)
        #expect(ring.trafficDigest?.count == 32)
    }
}
