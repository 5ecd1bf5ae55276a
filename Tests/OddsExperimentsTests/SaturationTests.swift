import Foundation
import OddsFixtures
import OddsResults
import Testing

@testable import OddsExperiments

@Suite struct SaturationSearchTests {
    /// Searches a strategy that holds up to `limit`, behind a harness that can
    /// offer up to `harnessLimit`; returns the rates tried, too.
    private func search(
        limit: Int, harnessLimit: Int = .max
    ) -> (conclusion: SaturationSearch.Conclusion?, rates: [Int]) {
        var search = SaturationSearch(start: 1_000, range: 100...1_000_000, precision: 0.05)
        var rates: [Int] = []
        while case .run(let rate) = search.step, rates.count < 100 {
            rates.append(rate)
            search.note(rate > harnessLimit ? .invalid : rate <= limit ? .holds : .breaks)
        }
        return (search.conclusion, rates)
    }

    @Test(arguments: [137, 999, 1_000, 1_001, 23_456, 640_000])
    func findsTheLimit(limit: Int) throws {
        let found = search(limit: limit)
        guard case .holds(let rate) = found.conclusion else {
            Issue.record("\(String(describing: found.conclusion))")
            return
        }
        #expect(rate <= limit)
        #expect(Double(limit - rate) <= 0.05 * Double(rate) + 1)
        #expect(found.rates.filter { $0 == rate }.count == 3, "confirmed by repeats")
    }

    @Test func doublesBeforeItBisects() {
        let rates = search(limit: 3_000).rates
        #expect(rates.prefix(3) == [1_000, 2_000, 4_000])
        #expect(rates[3] == 2_828, "the geometric mean")
    }

    @Test func whatTheHarnessCannotOfferIsNotTheStrategysLimit() {
        let found = search(limit: .max, harnessLimit: 50_000)
        guard case .harnessLimit(let rate) = found.conclusion else {
            Issue.record("\(String(describing: found.conclusion))")
            return
        }
        #expect(rate <= 50_000 && rate > 45_000)
        #expect(search(limit: .max, harnessLimit: 50).conclusion == .neverOffered(rate: 100))
    }

    @Test func theHighestRateToTryIsNotTheHarnesssLimit() {
        #expect(search(limit: .max).conclusion == .rangeLimit(rate: 1_000_000))
    }

    @Test func holdsAtNoRate() {
        #expect(search(limit: 50).conclusion == .neverHolds(rate: 100))
    }

    /// A rate that held once and not again is given up for a lower one.
    @Test func chanceIsNotConfirmed() {
        var search = SaturationSearch(start: 1_000, range: 100...10_000, precision: 0.05)
        var runsByRate: [Int: Int] = [:]
        while case .run(let rate) = search.step {
            runsByRate[rate, default: 0] += 1
            let isLucky = rate <= 4_000 && runsByRate[rate]! == 1
            search.note(rate <= 3_500 || isLucky ? .holds : .breaks)
        }
        guard case .holds(let rate) = search.conclusion else {
            Issue.record("\(String(describing: search.conclusion))")
            return
        }
        #expect(rate <= 3_500 && rate > 3_200)
        #expect(runsByRate[rate] == 3)
    }

    @Test func objectiveIsTheOtherWayRound() throws {
        var run = RunResult.empty
        let objective = try ServiceObjective("responseTime.p99<1ms")
        #expect(objective.isMet(by: run) == nil)
        run.responseTime.p99 = 999_999
        #expect(objective.isMet(by: run) == true)
        run.responseTime.p99 = 1_000_000
        #expect(objective.isMet(by: run) == false)
        #expect(throws: FailCondition.ParsingError.shape) { try ServiceObjective("p99") }
    }

    @Test(arguments: [
        ("responseTime.p99>1ms", "responseTime.p99<1ms"),
        ("serviceTime.p50>=15us", "serviceTime.p50<=15us"),
        ("achievedRate<10k", "achievedRate>10k"),
    ])
    func objectivesThatGoodRunsMissAreRefused(text: String, right: String) throws {
        #expect {
            _ = try ServiceObjective(text)
        } throws: { error in
            "\(error)".hasSuffix("write \(right)")
        }
        #expect(try ServiceObjective(right).text == right)
    }
}

@Suite struct GrowthTests {
    @Test func exponentOfAPowerLaw() throws {
        let sizes = [1.0, 2, 4, 8, 16]
        let fit = try #require(
            GrowthFit(metric: "x", points: sizes.map { ($0, 3 * pow($0, 1.5)) }))
        #expect(abs(fit.exponent.value - 1.5) < 1e-12)
        #expect(abs(fit.exponent.high - fit.exponent.low) < 1e-6)
        #expect(abs(fit.factor - 3) < 1e-9)
        #expect(abs(fit.determination - 1) < 1e-12)
    }

    @Test func noiseWidensTheInterval() throws {
        let points = [(1.0, 1.1), (2, 1.8), (4, 4.4), (8, 7.6), (16, 16.5)]
        let fit = try #require(GrowthFit(metric: "x", points: points))
        #expect(fit.exponent.low < 1 && fit.exponent.high > 1)
        #expect(fit.exponent.high - fit.exponent.low > 0.05)
    }

    @Test func fitsNeedFigures() throws {
        #expect(GrowthFit(metric: "x", points: [(1, 1), (2, 0), (4, 2)]) == nil)
        let points = [10, 20, 40].map { size in
            var run = RunResult.empty
            run.serviceTime.p50 = UInt64(size) * 100
            return GrowthCurve.Point(size: size, run: run)
        }
        let curve = GrowthCurve(strategy: "full", points: points)
        #expect(curve.fits.map(\.metric) == ["serviceTime.p50"])
        #expect(abs(curve.fits[0].exponent.value - 1) < 1e-9)
    }
}
