import OddsTestInputs
import OddsWire
import Testing

/// What fuzzing found worth keeping: a parser that predicts, one that does not
/// and the reference make the same of every frame.
@Suite struct FuzzCorpusTests {
    @Test(arguments: try FuzzCorpus.inputs(of: "parser"))
    func predictionNeverChangesMeaning(input: FuzzCorpus.Input) {
        let predicting = FrameReader()
        let general = FrameReader(predicts: false)
        // The second time, all that can be learned has been.
        for frame in input.frames + input.frames {
            let expected = FrameReader.readByReference(frame)
            let text = String(decoding: frame, as: UTF8.self)
            #expect(predicting.read(frame) == expected, "\(text)")
            #expect(general.read(frame) == expected, "\(text)")
        }
    }

    /// A corpus that nobody finds tests nothing.
    @Test func corpusHasFramesOfEveryFate() throws {
        let readings = try FuzzCorpus.inputs(of: "parser").flatMap(\.frames)
            .map(FrameReader.readByReference)
        #expect(readings.contains { $0.frame?.isDump == true })
        #expect(readings.contains { $0.frame?.isDump == false })
        #expect(readings.contains { ($0.frame?.rejectedRecordCount ?? 0) > 0 })
        let reasons = Set(readings.compactMap { $0.error?.reason.rawValue })
        #expect(reasons.count >= 5, "\(reasons)")
    }
}
