import OddsExternal
import OddsReconstruction
import Testing

@testable import OddsConformance

/// The captures of the rules: all of them are there, and this package's own strategies pass.
@Suite struct RuleCaptureTests {
    /// The rules of captures and of comparisons are none of a program's.
    static let ofTheHarness: Set<String> = ["EM-C1", "EM-C2", "EM-C3", "EM-S5"]

    @Test func everyRuleOfTheContractHasCaptures() throws {
        let contract = try String(contentsOf: Self.contract, encoding: .utf8)
        let names = Set(contract.matches(of: /\*\*(EM-[A-Z]\d)\*\*/).map { String($0.1) })
        #expect(names.count > 40)
        #expect(Set(RuleCaptures.rules.map(\.name)) == names.subtracting(Self.ofTheHarness))
    }

    @Test(arguments: StrategyName.all)
    func ownStrategiesPass(strategy: StrategyName) throws {
        var comparison = Comparison(captures: RuleCaptures.all)
        try strategy.perform(&comparison)
    }

    @Test(arguments: StrategyName.all)
    func ownStrategiesPassSeededTraffic(strategy: StrategyName) throws {
        let captures = (1...8 as ClosedRange<UInt64>).flatMap { seed in
            [
                SeededCaptures.hostile(seed: seed, frameCount: 60),
                SeededCaptures.ordinary(seed: seed, frameCount: 20),
            ]
        }
        var comparison = Comparison(captures: captures)
        try strategy.perform(&comparison)
    }

    private static let contract = PackageFolder.url.appending(
        path: "Sources/OddsReconstruction/OddsReconstruction.docc/FeedContract.md")
}

private struct Comparison: StrategyTask {
    let captures: [ConformanceCapture]

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws {
        for capture in captures {
            var own = OwnReconstruction<Strategy>(name: Strategy.name)
            own.begin(channels: capture.channels)
            var expectation = Expectation(channels: capture.channels)
            for (index, frame) in capture.frames.enumerated() {
                let expected = expectation.apply(frame)
                let found = frame.bytes.withUnsafeBytes {
                    own.apply($0, channel: frame.channel, events: Int(UInt32.max))
                }
                let deviation = Deviation.between(expected, found, frame: index, level: .full)
                #expect(deviation == nil, "\(capture.name)")
            }
            let deviation = Deviation.between(
                expectation.snapshot(), snapshotText: own.snapshot(), frame: 0, level: .full)
            #expect(deviation == nil, "\(capture.name)")
        }
    }
}
