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

@Suite struct FigureChangeTests {
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
            let ratio = try #require(FigureChange(of: figure(sides[0]), to: figure(sides[1])))
            if try #require(ratio.low) <= 1, try #require(ratio.high) >= 1 { held += 1 }
        }
        #expect(held >= 1_860, "\(held) of 2000")
    }

    @Test("Five runs are too few for an interval")
    func fewRunsHaveNoInterval() throws {
        let ratio = try #require(
            FigureChange(of: figure([2, 4, 6, 8, 10]), to: figure([1, 2, 3, 4, 5, 6])))
        #expect(ratio.value == 6 / 3.5)
        #expect(ratio.intervalText == nil)
        #expect(ratio.text == "×1.71")
    }

    @Test("A lower bound makes the ratio a bound, with an interval that is open on that side")
    func boundsAreOpen() throws {
        let (six, twelve) = ([6.0, 5, 7, 6, 5, 7], [12.0, 10, 14, 12, 10, 14])
        let bound = figure(twelve, isLowerBound: true)
        let more = try #require(FigureChange(of: bound, to: figure(six)))
        #expect(more.text == "≥ ×2.00")
        #expect(try #require(more.low) > 1.5 && more.high == nil)
        #expect(try #require(more.intervalText).hasSuffix(", ∞]"))
        let less = try #require(FigureChange(of: figure(six), to: bound))
        #expect(less.text == "≤ ×0.500")
        #expect(less.low == nil && less.high! < 0.7)
        #expect(try #require(less.intervalText).hasPrefix("[0, "))
    }

    @Test("A value of 0 on either side makes the change a difference, with its interval")
    func zerosHaveADifference() throws {
        let zeros = figure([0, 0, 0, 0, 0, 0])
        let later = figure([40, 42, 38, 41, 39, 40])
        let worse = try #require(FigureChange(of: later, to: zeros))
        #expect(worse.measure == .difference && worse.value == 40)
        #expect(try #require(worse.low) > 38 && worse.high! < 42)
        #expect(worse.text == "+40 ns" && worse.intervalText == "[+39 ns, +41 ns]")
        let better = try #require(FigureChange(of: zeros, to: later))
        #expect(better.text == "−40 ns" && better.high! < 0)
        let same = try #require(FigureChange(of: zeros, to: zeros))
        #expect(same.text == "0 ns" && same.intervalText == "[0 ns, 0 ns]")
        let one = try #require(FigureChange(of: figure([0, 1, 1, 1, 1, 1]), to: later))
        #expect(one.measure == .difference && one.high! < 0)
    }

    @Test("A bound leaves the interval of a difference open on that side")
    func differencesOfBoundsAreOpen() throws {
        let zeros = figure([0, 0, 0, 0, 0, 0])
        let bound = figure([40, 42, 38, 41, 39, 40], isLowerBound: true)
        let more = try #require(FigureChange(of: bound, to: zeros))
        #expect(more.text == "≥ +40 ns" && more.intervalText == "[+39 ns, ∞]")
        let less = try #require(FigureChange(of: zeros, to: bound))
        #expect(less.text == "≤ −40 ns" && less.intervalText == "[−∞, −39 ns]")
    }

    @Test("Intervals of differences from zeros and small counts hold in 93 of 100 cases or more")
    func intervalsOfDifferencesHold() throws {
        var random = SplitMix64(seed: 9)
        var held = 0
        for _ in 0..<2_000 {
            let sides = (0..<2).map { _ in
                [0] + (0..<5).map { _ in Double(Int.random(in: 0...4, using: &random)) }
            }
            let change = try #require(FigureChange(of: figure(sides[0]), to: figure(sides[1])))
            if try #require(change.low) <= 0, try #require(change.high) >= 0 { held += 1 }
        }
        #expect(held >= 1_860, "\(held) of 2000")
    }

    @Test("Nothing is said of two bounds, or of what measures the window")
    func someHaveNoChange() {
        let exact = figure([1, 2])
        let bound = figure([1, 2], isLowerBound: true)
        let window = figure([1, 2], measuresWindow: true)
        #expect(FigureChange(of: bound, to: bound) == nil)
        #expect(FigureChange(of: window, to: exact) == nil)
        #expect(FigureChange(of: exact, to: window) == nil)
        #expect(FigureChange(of: figure([]), to: exact) == nil)
    }
}
