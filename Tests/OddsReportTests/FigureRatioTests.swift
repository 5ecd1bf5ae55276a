import Foundation
import OddsMeasurement
import Testing

@testable import OddsReport

/// How runs of one program differ: most by 3%, a tenth of them by far more.
enum RunNoise {
    static func factor(_ random: inout SplitMix64) -> Double {
        func uniform() -> Double { 1 - Double.random(in: 0..<1, using: &random) }
        let normal = (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
        let disturbed = Double.random(in: 0..<1, using: &random) < 0.1
        return exp(0.03 * normal + (disturbed ? -0.2 * log(uniform()) : 0))
    }
}

@Suite struct FigureRatioTests {
    private func figure(
        _ values: [Double], isLowerBound: Bool = false, measuresWindow: Bool = false
    ) -> ComparedFigure {
        ComparedFigure(
            metric: "m", unit: .nanoseconds, values: values, isLowerBound: isLowerBound,
            measuresWindow: measuresWindow)
    }

    @Test("Intervals of six runs a side with heavy-tailed noise hold in 93 of 100 cases or more")
    func intervalsOfSixRunsHold() throws {
        var random = SplitMix64(seed: 8)
        var held = 0
        for _ in 0..<2_000 {
            let sides = (0..<2).map { _ in (0..<6).map { _ in RunNoise.factor(&random) } }
            let ratio = try #require(FigureRatio(of: figure(sides[0]), to: figure(sides[1])))
            if try #require(ratio.low) <= 1, try #require(ratio.high) >= 1 { held += 1 }
        }
        #expect(held >= 1_860, "\(held) of 2000")
    }

    @Test("Five runs are too few for an interval")
    func fewRunsHaveNoInterval() throws {
        let ratio = try #require(
            FigureRatio(of: figure([2, 4, 6, 8, 10]), to: figure([1, 2, 3, 4, 5, 6])))
        #expect(ratio.value == 6 / 3.5)
        #expect(ratio.intervalText == nil)
        #expect(ratio.text == "×1.71")
    }

    @Test("A lower bound makes the ratio a bound, with an interval that is open on that side")
    func boundsAreOpen() throws {
        let (six, twelve) = ([6.0, 5, 7, 6, 5, 7], [12.0, 10, 14, 12, 10, 14])
        let bound = figure(twelve, isLowerBound: true)
        let more = try #require(FigureRatio(of: bound, to: figure(six)))
        #expect(more.text == "≥ ×2.00")
        #expect(try #require(more.low) > 1.5 && more.high == nil)
        #expect(try #require(more.intervalText).hasSuffix(", ∞]"))
        let less = try #require(FigureRatio(of: figure(six), to: bound))
        #expect(less.text == "≤ ×0.500")
        #expect(less.low == nil && less.high! < 0.7)
        #expect(try #require(less.intervalText).hasPrefix("[0, "))
    }

    @Test("Nothing is said of two bounds, of what measures the window, or of a base of 0")
    func someHaveNoRatio() {
        let exact = figure([1, 2])
        let bound = figure([1, 2], isLowerBound: true)
        let window = figure([1, 2], measuresWindow: true)
        #expect(FigureRatio(of: bound, to: bound) == nil)
        #expect(FigureRatio(of: window, to: exact) == nil)
        #expect(FigureRatio(of: exact, to: window) == nil)
        #expect(FigureRatio(of: exact, to: figure([0, 0])) == nil)
        #expect(FigureRatio(of: figure([]), to: exact) == nil)
        #expect(FigureRatio(of: figure([0]), to: exact)?.text == "×0")
    }
}
