import Histogram
import OddsMeasurement
import Testing

@Suite struct SpectrumTests {
    @Test func spectrumEndsAtTheMaximum() throws {
        var histogram = LatencyHistogram()
        for value in 1...1_000 { histogram.record(UInt64(value)) }
        let spectrum = histogram.spectrum()
        #expect(spectrum.first?.fraction == 0)
        #expect(spectrum.first?.nanoseconds == 1)
        #expect(spectrum.last?.fraction == 1)
        #expect(spectrum.last?.nanoseconds == 1_000)
        #expect(spectrum.last?.countAtOrBelow == 1_000)
        let median = try #require(spectrum.first { $0.fraction == 0.5 })
        #expect(median.nanoseconds == 500)
        #expect(zip(spectrum, spectrum.dropFirst()).allSatisfy { $0.fraction < $1.fraction })
        #expect(zip(spectrum, spectrum.dropFirst()).allSatisfy { $0.nanoseconds <= $1.nanoseconds })
    }

    @Test func nothingHasNoSpectrum() {
        #expect(LatencyHistogram().spectrum().isEmpty)
        #expect(LatencyHistogram().hgrm.contains("Total count    =            0]"))
    }

    /// The text that the histogram library prints for the same values.
    @Test func textIsThatOfTheLibrary() {
        var histogram = LatencyHistogram()
        var other = Histogram<UInt64>(
            highestTrackableValue: LatencyHistogram.nanosecondsMax,
            numberOfSignificantValueDigits: .three)
        for value in (0..<3_000 as Range<UInt64>).map({ $0 * $0 * $0 }) {
            histogram.record(value)
            other.record(value)
        }
        var text = ""
        other.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1)
        #expect(histogram.hgrm == text)
    }

    /// The frames behind a strategy that is too slow wait for so long, and are
    /// so many, that their times add up to more than 64 bits hold.
    @Test func timesMayAddUpToAnything() throws {
        var histogram = LatencyHistogram()
        histogram.record(LatencyHistogram.nanosecondsMax)
        for _ in 0..<20 { histogram.merge(histogram) }
        #expect(histogram.count == 1 << 20)
        let interval = histogram.interval(at: .p50, effectiveCount: histogram.count)
        #expect(interval?.upperBound == LatencyHistogram.nanosecondsMax)
        #expect(histogram.hgrm.contains("Total count    =      1048576]"))
        #expect(try LatencyHistogram(encoded: histogram.encoded()).count == 1 << 20)
    }
}
