import OddsFixtures
import OddsResults
import Testing

@testable import OddsExperiments

/// Kinds of records apart: what callgrind wrote is read, and held against what is
/// kept.
@Suite struct RecordCountTests {
    @Test("Calls below functions of one name are counted, others are not")
    func profile() {
        let text = """
            fn=clinux_mark_2
            0 7
            cfn=body
            calls=3 0
            0 600
            cfn=other
            calls=1 0
            0 40

            fn=body
            0 600
            cfn=clinux_mark_2
            calls=9 0
            0 9999
            fn=clinux_mark_3
            calls=2 0
            0 50
            """
        let profile = CallgrindProfile(text, functions: "clinux_mark_")
        #expect(Set(profile.functions.keys) == ["clinux_mark_2", "clinux_mark_3"])
        #expect(profile.functions["clinux_mark_2"] == .init(calls: 4, instructions: 640))
        #expect(profile.functions["clinux_mark_3"] == .init(calls: 2, instructions: 50))
    }

    @Test("Each record of an update has a frame and a version of its own")
    func oneRecordFrames() throws {
        let frame = #"""
            {"version":"17","records":[{"a":"]}\"{","b":[{}]},{"c":{}}],"messageType":"UPDATE"}
            """#
        var frames = OneRecordFrames()
        let texts = Array(frame.utf8).withUnsafeBytes { frames.frames(of: $0) }
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.count == 2)
        #expect(texts[0].hasSuffix(#""records":[{"a":"]}\"{","b":[{}]}]}"#))
        #expect(texts[1].hasSuffix(#""records":[{"c":{}}]}"#))
        #expect(texts[0].prefix(30) != texts[1].prefix(30), "the versions")
    }

    private func result(
        _ decode: Double, _ apply: Double, vectorInstructions: String = "AVX2"
    ) -> ResultEnvelope<CountResult> {
        ResultEnvelope(
            command: ["bench", "count-records"], seed: 42, environment: GateRuns.environment,
            CountResult(
                method: .callgrind, vectorInstructions: vectorInstructions, counts: [],
                records: [
                    RecordCount(
                        kind: "UPDATE BETTING_OFFER", records: 500, decode: decode, apply: apply)
                ]))
    }

    @Test("A kind that costs more than it may is named with its counts")
    func growth() throws {
        let check = try RecordGrowthCheck(of: result(1_019, 2_050), against: result(1_000, 2_000))
        #expect(throws: Never.self) { try check.require(atMost: 0.03) }
        let failure = #expect(throws: ExperimentFailure.self) { try check.require(atMost: 0.02) }
        #expect(failure?.status == .checkFailed)
        #expect(
            failure?.message == """
                more than 2.00% more instructions: UPDATE BETTING_OFFER read and applied 2,000 \
                to 2,050
                """)
    }

    @Test("Counts of kernels for other instructions are not compared")
    func otherInstructions() {
        let failure = #expect(throws: ExperimentFailure.self) {
            try RecordGrowthCheck(
                of: result(1, 1), against: result(1, 1, vectorInstructions: "SSE2"))
        }
        #expect(failure?.status == .invalid)
    }
}
