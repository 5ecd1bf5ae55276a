import OddsExternal
import OddsResults
import Testing

@testable import OddsConformance

/// Runs that are ended before all captures were shown.
@Suite struct ConformanceRunTests {
    /// Says hello and bye, and answers nothing else.
    private static let silent = ExternalProgram(
        command: """
            exec python3 -c '
            0; import os, struct, time
            length, kind, sequence = struct.unpack("<3I", os.read(0, 12))
            os.read(0, length)
            hello = b"{\\"protocol\\":\\"oddsbench.strategy/1\\","
            hello += b"\\"name\\":\\"x\\",\\"level\\":\\"full\\","
            hello += b"\\"transport\\":\\"pipe\\"}"
            os.write(1, struct.pack("<3I", len(hello), 1, 0) + hello)
            length, kind, sequence = struct.unpack("<3I", os.read(0, 12))
            if kind == 4:
                os.write(1, struct.pack("<3I", 0, kind, sequence))
            else:
                time.sleep(1000)
            '
            """, transport: .pipe)

    private func run(isEnded: () -> Bool) throws -> ConformResult {
        var limits = ProgramLimits()
        limits.answerSeconds = 1
        return try ConformanceRun(
            program: Self.silent, level: nil, limits: limits, seed: 1, captureCount: 0,
            frameCount: 1, files: []
        ).run(isEnded: isEnded)
    }

    @Test func aProgramThatDoesNotAnswerEndsARunThatIsNotEnded() {
        #expect(throws: ConformanceRun.Failure.self) { try run { false } }
    }

    /// Whoever ends the run ends the program, too, which is then no failure of it.
    @Test func aRunThatIsEndedTellsWhatItFoundSoFar() throws {
        var questions = 0
        let result = try run {
            questions += 1
            return questions > 1
        }
        #expect(result.cases.isEmpty && result.brokenRules.isEmpty && result.smallest == nil)
        #expect(result.cutShort == "0 of \(RuleCaptures.all.count) captures were shown")
    }
}
