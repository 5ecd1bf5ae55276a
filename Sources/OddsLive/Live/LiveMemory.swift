import OddsClient
import OddsExperiments
import OddsMeasurement
import OddsResults

/// The memory of the measuring process within a window, without what its
/// readers note, which grows with the window. That is outside the heap, and
/// subtracted from resident set sizes.
package struct LiveMemory: Sendable {
    /// The memory at the end of an interval of the series.
    package struct Sample: Sendable {
        /// On the machine's monotonic clock.
        package var time: UInt64
        package var residentBytes: Int?
        package var allocatedBytes: Int?
    }

    package private(set) var samples: [Sample] = []
    package private(set) var figures = MemoryFigures(frameBufferBytes: 0)
    /// The notes when the system's peak last began anew, at the least.
    private var notesAtReset = 0

    package init() {}

    /// Before the window opens, when there are no notes.
    package mutating func begin() {
        ProcessMemory.resetPeak()
        figures.residentBytesBefore = ProcessMemory.current()?.residentBytes
    }

    /// Adds a sample of now.
    ///
    /// - Parameter notes: The bytes of the notes, read before this call. What
    ///   they have grown by since then counts as the clients'.
    package mutating func sample(notes: Int) {
        samples.append(
            Sample(
                time: FrameTrace.now, residentBytes: read(notes: notes),
                allocatedBytes: Allocator.probe()?.statistics().allocatedBytes))
    }

    /// When the window has closed.
    package mutating func end(notes: Int) {
        let heap = Allocator.probe()?.statistics()
        figures.allocatedBytes = heap?.allocatedBytes
        figures.activeBytes = heap?.activeBytes
        figures.residentBytesAfter = read(notes: notes)
    }

    /// Returns what is resident now, and lets the peak begin anew.
    private mutating func read(notes: Int) -> Int? {
        guard let memory = ProcessMemory.current() else { return nil }
        return note(
            resident: memory.residentBytes, peak: memory.residentBytesPeak, notes: notes,
            peakBeginsAnew: ProcessMemory.resetPeak())
    }

    /// Returns the resident set size without the notes. At what moment since
    /// the last reset the peak was is not known, so only the notes of that
    /// reset are subtracted from it: it can be too high by what has been noted
    /// since, and is never too low.
    mutating func note(resident: Int, peak: Int, notes: Int, peakBeginsAnew: Bool) -> Int {
        figures.residentBytesPeak = max(figures.residentBytesPeak ?? 0, peak - notesAtReset)
        if peakBeginsAnew { notesAtReset = notes }
        return resident - notes
    }
}
