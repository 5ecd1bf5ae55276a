import Testing

@testable import OddsLive

/// Byte counts as the system might give them.
@Suite struct LiveMemoryTests {
    @Test("What readers noted is not resident memory of the clients")
    func resident() {
        var memory = LiveMemory()
        let first = memory.note(resident: 1_500, peak: 1_600, notes: 500, peakBeginsAnew: true)
        #expect(first == 1_000)
        let second = memory.note(resident: 2_000, peak: 2_000, notes: 900, peakBeginsAnew: true)
        #expect(second == 1_100)
    }

    @Test("A peak is never less than the clients' own, whenever it was")
    func peak() {
        var memory = LiveMemory()
        // Before anything was noted.
        _ = memory.note(resident: 1_500, peak: 1_600, notes: 500, peakBeginsAnew: true)
        #expect(memory.figures.residentBytesPeak == 1_600)
        // With 500 bytes of notes at the least.
        _ = memory.note(resident: 2_000, peak: 2_300, notes: 900, peakBeginsAnew: true)
        #expect(memory.figures.residentBytesPeak == 1_800)
        // A lower one does not count.
        _ = memory.note(resident: 2_100, peak: 2_200, notes: 1_000, peakBeginsAnew: true)
        #expect(memory.figures.residentBytesPeak == 1_800)
    }

    @Test("A peak that the system does not let begin anew may be from the beginning")
    func onePeak() {
        var memory = LiveMemory()
        _ = memory.note(resident: 1_500, peak: 1_600, notes: 500, peakBeginsAnew: false)
        _ = memory.note(resident: 2_000, peak: 2_300, notes: 900, peakBeginsAnew: false)
        #expect(memory.figures.residentBytesPeak == 2_300)
    }
}
