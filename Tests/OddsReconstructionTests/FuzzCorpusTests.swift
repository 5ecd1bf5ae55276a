import OddsTestInputs
import Testing

/// What fuzzing found worth keeping: all strategies agree with the reference
/// after every frame.
@Suite struct FuzzCorpusTests {
    @Test(arguments: try FuzzCorpus.inputs(of: "channels"))
    func strategiesAndReferenceAgree(input: FuzzCorpus.Input) {
        // A seed that also reads some channels lazily.
        var run = DifferentialRun(seed: 0)
        for (index, frame) in input.frames.enumerated() {
            if let difference = run.feed(frame) {
                Issue.record("frame \(index): \(difference)")
                return
            }
        }
        if let difference = run.snapshotDifference() { Issue.record("\(difference)") }
    }
}
