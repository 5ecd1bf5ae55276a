import Testing

@testable import PeerBenchmarks

/// Debug builds give no figures, whatever starts them.
@Suite struct OptimizationTests {
    @Test func whateverMeasuresRefuses() throws {
        guard !Optimization.isOn else { return }
        #expect(throws: PeerError.unoptimized) {
            try PeerJob.task("decode", .odds(frames: 8)).measure(rounds: 1)
        }
        #expect(throws: PeerError.unoptimized) { try DumpTask.run("ours", path: "", events: 1) }
        #expect(throws: PeerError.unoptimized) {
            try PeerTask.decode.serve("ours", try FrameSet.odds(updateCount: 8))
        }
        #expect(throws: PeerError.unoptimized) { try ChurnTable.measure() }
        #expect(throws: PeerError.unoptimized) {
            try MicroBenchmark.all[0].measure(rounds: 1, passes: 1)
        }
    }
}
