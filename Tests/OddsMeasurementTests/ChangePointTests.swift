import SeededRandom
import Testing

@testable import OddsMeasurement

@Suite struct ChangePointTests {
    /// Values around levels.
    private func series(
        _ parts: [(level: Double, count: Int)], noise: Double = 0.02
    ) -> [Double] {
        var random = SeededRandom.SplitMix64(seed: 1)
        return parts.flatMap { level, count in
            (0..<count).map { _ in level * (1 + Double.random(in: -noise...noise, using: &random)) }
        }
    }

    private func indices(_ values: [Double], changeMin: Double = 0) -> [Int] {
        ChangePoints.find(in: values, changeMin: changeMin).map(\.index)
    }

    /// Of 1, 2 | 5, 7 the distances between are 4, 6, 3, 5, within 1 and 2:
    /// 2/4 · 18 - 2·2/4 · 1 - 2·2/4 · 2 = 6.
    @Test func theEnergyStatisticIsThatOfTheHandComputation() throws {
        let split = try #require(EnergyDistance([1, 2, 5, 7]).split(0..<4))
        #expect(split.index == 2)
        #expect(abs(split.statistic - 6) < 1e-12)
        #expect(EnergyDistance([1]).split(0..<1) == nil)
    }

    /// The same four values in the middle of others.
    @Test func aPartOfASeriesIsSplitAsIfItWereAlone() throws {
        let split = try #require(EnergyDistance([90, 1, 2, 5, 7, -40]).split(1..<5))
        #expect(split.index == 3)
        #expect(abs(split.statistic - 6) < 1e-12)
    }

    /// Of 1, 2 | 5, 7: means 1.5 and 6, variances by the count 0.25 and 1, so that
    /// t = -4.5 / √(0.625 · 1) = -5.692 with two degrees of freedom, for which the
    /// probability is 1 - t/√(2 + t²) = 0.0295.
    @Test func aChangePointHasMeansAndProbability() {
        let values = [1.0, 2, 5, 7]
        let point = ChangePoint(at: 2, values[..<2], values[2...])
        #expect(point.before == 1.5)
        #expect(point.after == 6)
        #expect(point.change == 3)
        #expect(abs(point.probability - 0.029514) < 1e-5)
    }

    @Test func sidesWithoutSpread() {
        #expect(ChangePoint(at: 1, [3, 3], [3, 3]).probability == 1)
        #expect(ChangePoint(at: 1, [3, 3], [4, 4]).probability == 0)
        #expect(ChangePoint(at: 1, [3], [4]).probability == 1)
        #expect(ChangePoint(at: 1, [0, 0], [4, 4]).change == nil)
        #expect(ChangePoint(at: 1, [0, 0], [4, 4]).magnitude == 1)
    }

    @Test func changesAreFoundWhereTheyAre() {
        #expect(indices(series([(100, 20), (120, 30), (90, 25)])) == [20, 50])
        #expect(indices(series([(100, 100), (120, 100)])) == [100])
        #expect(indices(series([(100, 60)])).isEmpty)
        #expect(indices([]).isEmpty)
        #expect(indices([1]).isEmpty)
        #expect(indices(Array(repeating: 7, count: 40)).isEmpty)
    }

    @Test func thePointsDoNotDependOnTheScale() {
        let values = series([(100, 20), (112, 30)])
        #expect(indices(values.map { $0 * 1024 }) == indices(values))
        #expect(indices(values.map { -$0 }) == indices(values))
    }

    @Test func reversedSeriesHaveTheSamePointsFromTheOtherEnd() {
        let values = series([(100, 20), (130, 30)])
        #expect(indices(values) == [20])
        #expect(indices(values.reversed()) == [30])
    }

    /// The second change is significant, but small, so that its sides become one.
    @Test func smallChangesAreMerged() {
        let values = series([(100, 30), (140, 30), (144, 30)], noise: 0.005)
        #expect(indices(values) == [30, 60])
        #expect(indices(values, changeMin: 0.05) == [30])
        let after = ChangePoints.find(in: values, changeMin: 0.05)[0].after
        #expect(abs(after - 142) < 1)
    }

    /// One deviating value at the end is the least likely place of all for chance, and yet
    /// no change.
    @Test func aSingleValueAtTheEndIsNotConfirmed() {
        let values = series([(100, 30), (150, 1)])
        let unconfirmed = ChangePoints.find(in: values, permutationCount: 0)
        #expect(unconfirmed.map(\.index) == [30])
        #expect(indices(values).isEmpty)
    }

    @Test func fewValuesAfterAChangeConfirmIt() {
        #expect(indices(series([(100, 20), (150, 2)])) == [20])
        #expect(indices(series([(100, 5), (150, 4)])) == [5])
    }

    /// The windows leave two points, at the change and behind a value that overshoots. Of
    /// these the first, with one value to the next, cannot be confirmed.
    @Test func aPointIsWhereItsSurroundingsDifferMost() {
        let before: [Double] = [
            99, 96, 97, 106, 102, 100, 104, 106, 100, 99, 101, 96, 100, 101, 100, 100, 100, 99, 100,
            98, 99, 100, 92, 100, 109, 102, 105, 103, 100, 100, 97, 97, 99, 99, 99, 101, 97, 100,
            96, 100, 105, 100, 102, 100, 102,
        ]
        let values = before + [137, 124, 124, 122, 122, 124, 123, 125]
        let unconfirmed = ChangePoints.find(in: values, changeMin: 0.05, permutationCount: 0)
        #expect(unconfirmed.map(\.index) == [45, 46])
        #expect(indices(values, changeMin: 0.05) == [45])
    }

    @Test func confirmationIsDeterministic() {
        let values = series([(100, 12), (102, 12)])
        #expect(ChangePoints.share(of: values, 199, 1) == ChangePoints.share(of: values, 199, 1))
        #expect(ChangePoints.share(of: [1, 1, 1, 1], 99, 1) == 1)
    }
}
