import Foundation
import OddsMeasurement
import Testing

@Suite struct HistogramEncodingTests {
    private static func random(_ generator: inout SplitMix64, count: Int) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for _ in 0..<count {
            let bits = UInt64.random(in: 0...46, using: &generator)
            histogram.record(UInt64.random(in: 0...1 << bits, using: &generator))
        }
        return histogram
    }

    @Test func readsBackWhatItWrote() throws {
        var generator = announcedGenerator("histograms' texts")
        for count in [0, 1, 7, 1_000, 50_000] {
            let histogram = Self.random(&generator, count: count)
            let again = try LatencyHistogram(encoded: histogram.encoded())
            #expect(again.count == histogram.count)
            #expect(again.encoded() == histogram.encoded())
            for percentile in Percentile.allCases {
                // But for the maximum, which is that of its step.
                let read = again.interval(at: percentile, effectiveCount: again.count)
                let written = histogram.interval(
                    at: percentile, effectiveCount: histogram.count)
                #expect(read?.lowerBound == written?.lowerBound)
            }
            if let max = histogram.max {
                let read = try #require(again.max)
                #expect(read >= max)
                #expect(Double(read) <= Double(max) * 1.001 + 1)
            }
        }
    }

    /// What PyPI's `hdrhistogram` 0.10.8 writes for the values 0, 1, 1, 2047,
    /// 2048, 123456789 and a day.
    @Test func readsWhatOthersWrite() throws {
        let histogram = try LatencyHistogram(encoded: Self.foreign)
        #expect(histogram.count == 7)
        #expect(histogram.spectrum().map(\.nanoseconds).contains(2_047))
        #expect(histogram.spectrum().map(\.nanoseconds).contains(2_049))
        #expect(histogram.max == LatencyHistogram.nanosecondsMax)
        #expect(try LatencyHistogram(encoded: histogram.encoded()).count == 7)
    }

    static let foreign =
        "HISTFAAAADF4nJNpmSzMwMDAxwABzFCakYHBb8pEfwYG+w8QASaWn/JMTJv/MjLN3MbEBACsgghy"

    @Test("With its exact maximum a histogram's text has all of its percentiles")
    func exactMaximum() throws {
        var generator = announcedGenerator("histograms with their maximum")
        for count in [1, 7, 400, 50_000] {
            let histogram = Self.random(&generator, count: count)
            let max = try #require(histogram.max)
            let again = try LatencyHistogram(encoded: histogram.encoded(), max: max)
            #expect(again.max == max && again.count == histogram.count)
            for percentile in Percentile.allCases {
                #expect(again.value(at: percentile) == histogram.value(at: percentile))
            }
            // One of another step is not its maximum.
            for other in [max * 2 + 2, max / 2] where other != max {
                #expect(throws: HistogramDecodingError.outOfRange) {
                    try LatencyHistogram(encoded: histogram.encoded(), max: other)
                }
            }
        }
    }

    @Test func mergedFromTextsIsMergedFromValues() throws {
        var generator = announcedGenerator("merged histograms")
        var first = Self.random(&generator, count: 500)
        let second = Self.random(&generator, count: 700)
        var decoded = try LatencyHistogram(encoded: first.encoded())
        decoded.merge(try LatencyHistogram(encoded: second.encoded()))
        first.merge(second)
        #expect(decoded.encoded() == first.encoded())
    }

    @Test(arguments: [
        ("", HistogramDecodingError.unknownEncoding), ("%", .damaged),
        ("AAAA", .unknownEncoding), ("HISTFAAAAAA=", .damaged),
    ])
    func damageIsRefused(text: String, error: HistogramDecodingError) {
        #expect(throws: error) { try LatencyHistogram(encoded: text) }
    }

    /// Any text is read or refused, and nothing else happens.
    @Test func mutationsAreReadOrRefused() throws {
        var generator = announcedGenerator("mutations of a histogram's text")
        var histogram = LatencyHistogram()
        for value in 0..<300 { histogram.record(UInt64(value * value * value)) }
        let bytes = try #require(Data(base64Encoded: histogram.encoded()))
        var readCount = 0
        for _ in 0..<2_000 {
            var mutated = bytes
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let position = Int.random(in: 0..<mutated.count, using: &generator)
                mutated[position] = UInt8.random(in: 0...255, using: &generator)
            }
            if (try? LatencyHistogram(encoded: mutated.base64EncodedString())) != nil {
                readCount += 1
            }
        }
        #expect(readCount < 1_000, "zlib's checksum finds most of them")
    }
}

/// A generator with a random seed, which is printed.
private func announcedGenerator(_ test: String) -> SplitMix64 {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("\(test): seed \(seed)")
    return SplitMix64(seed: seed)
}
