import Testing

@testable import OddsMeasurement

@Suite struct InstructionCounterTests {
    @Test("A counter that stood still, or took turns with others, has no number")
    func onlyWholeCounts() {
        #expect(InstructionCounter.whole(7, enabled: 1_000, running: 1_000) == 7)
        #expect(InstructionCounter.whole(7, enabled: 1_000, running: 999) == nil)
        #expect(InstructionCounter.whole(0, enabled: 1_000, running: 1_000) == nil)
        #expect(InstructionCounter.whole(0, enabled: 0, running: 0) == nil)
    }

    @Test("The processor's counter is available where it counts, and only there")
    func availability() {
        var sum = 0
        let count = InstructionCounter.count(.perf) { for number in 0..<100 { sum += number } }
        #expect(sum == 4_950, "the work is done in any case")
        #expect((count != nil) == InstructionCounter.isAvailable)
    }
}
