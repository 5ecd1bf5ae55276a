import Foundation
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@Suite struct SoakTests {
    /// A sample a minute, with figures that move by a fixed amount each.
    private func samples(
        count: Int, heapStep: Int, latencyStep: UInt64 = 0, loopStep: UInt64 = 0
    ) -> [SeriesSample] {
        (0..<count).map { number in
            var histogram = LatencyHistogram()
            for _ in 0..<1_000 { histogram.record(500 + UInt64(number) * latencyStep) }
            return SeriesSample(
                atNanoseconds: UInt64(number) * 60_000_000_000,
                responseTime: histogram, serviceTime: histogram,
                referenceLoopNanoseconds: 500 + UInt64(number) * loopStep,
                residentBytes: 50_000_000,
                allocatedBytes: 1_000_000 + number * heapStep)
        }
    }

    private func trend(_ metric: String, of samples: [SeriesSample]) throws -> SoakTrend {
        try #require(
            SoakTrends(samples, bounds: SoakBounds()).trends.first { $0.metric == metric })
    }

    @Test func steadyFiguresAreFine() {
        let trends = SoakTrends(samples(count: 61, heapStep: 0), bounds: SoakBounds())
        #expect(trends.trends.count == 11)
        #expect(trends.trends.allSatisfy { !$0.isBroken && $0.slopePerHour.value == 0 })
        #expect(trends.missing.isEmpty)
    }

    @Test func slopeIsPerHourAndRiseOverTheSoak() throws {
        let heap = try trend("allocatedBytes", of: samples(count: 61, heapStep: 1_000))
        #expect(abs(heap.slopePerHour.value - 60_000) < 1)
        #expect(heap.median == 1_030_000)
        #expect(abs(heap.rise.value - 60_000 / 1_030_000) < 1e-6)
        #expect(heap.isBroken)
        let latency = try trend(
            "responseTime.p99", of: samples(count: 61, heapStep: 0, latencyStep: 1))
        #expect(abs(latency.slopePerHour.value - 60) < 1e-6)
        #expect(!latency.isBroken, "60 of 530 ns are within the bound")
    }

    @Test("A latency that rises with the machine's reference loop does not rise by it")
    func machineThatSlowsDownIsAFigure() throws {
        let slower = samples(count: 61, heapStep: 0, latencyStep: 5, loopStep: 5)
        let latency = try trend("serviceTime.p50", of: slower)
        let loop = try trend("referenceLoop", of: slower)
        let ratio = try trend("serviceTime.p50" + SoakTrends.perLoop, of: slower)
        #expect(latency.isBroken)
        #expect(abs(loop.rise.value - latency.rise.value) < 1e-6)
        #expect(!loop.isBroken && loop.riseMax == nil, "it is shown and not judged")
        #expect(ratio.median == 1 && ratio.rise.value == 0 && ratio.isRatio)
    }

    /// The bound is held against the interval's lower end.
    @Test func noiseAloneIsNoRise() throws {
        var noisy = samples(count: 30, heapStep: 0)
        for number in noisy.indices where number % 2 == 0 { noisy[number].allocatedBytes! *= 2 }
        let heap = try trend("allocatedBytes", of: noisy)
        #expect(heap.rise.low <= 0)
        #expect(!heap.isBroken)
    }

    @Test func tooFewSamplesAreTold() {
        let trends = SoakTrends(samples(count: 5, heapStep: 0), bounds: SoakBounds())
        #expect(trends.trends.isEmpty)
        #expect(trends.missing.count == 6)
        #expect(trends.missing[0].contains("responseTime.p50: 5 samples"))
    }

    @Test("A run without valid figures has trends and no verdict, in older results as well")
    func invalidRunsHaveNoVerdict() throws {
        var run = RunResult.empty
        run.series = samples(count: 61, heapStep: 1_000)
        let valid = SoakResult(run: run, bounds: SoakBounds())
        #expect(valid.soak.trends.contains { $0.isBroken })
        run.status = .invalid
        let invalid = SoakResult(run: run, bounds: SoakBounds())
        var older = valid
        older.run.status = .invalid
        let read = try JSONDecoder().decode(SoakResult.self, from: ResultCoding.encode(older))
        for result in [invalid, read] {
            #expect(result.soak.trends.count == valid.soak.trends.count)
            #expect(!result.soak.trends.contains { $0.isBroken || $0.riseMax != nil })
            #expect(result.soak.missing == ["no verdict: the run is INVALID"])
        }
    }

    @Test("Intervals of older results, which presume independent samples, are not called 95%")
    func olderIntervalsHaveAnotherName() throws {
        let old = try JSONDecoder().decode(
            SoakTrends.self, from: Data(#"{"trends":[],"missing":[]}"#.utf8))
        #expect(old.intervalName == "interval of independent samples")
    }

    @Test func readsBackWhatItWrote() throws {
        let trends = SoakTrends(samples(count: 10, heapStep: 5_000), bounds: SoakBounds())
        let json = try ResultCoding.encode(trends)
        #expect(String(decoding: json, as: UTF8.self).contains(#""isBroken" : true"#))
        #expect(try JSONDecoder().decode(SoakTrends.self, from: json) == trends)
        #expect(trends.intervalName == "95% interval")
    }
}
