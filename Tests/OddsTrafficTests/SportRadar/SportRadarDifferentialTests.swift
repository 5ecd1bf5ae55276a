import Foundation
import OddsReconstruction
import OddsVerification
import Testing

@testable import OddsTraffic

/// Random hostile captures of a socket: three strategies behind the translator and the
/// naive reference agree after every frame, and so do all of them without prediction.
///
/// `ODDSBENCH_SOCKET_CAPTURES` sets how many (20 by default), and
/// `ODDSBENCH_DIFFERENTIAL_SEED` the first seed (1 by default). A failure names its seed
/// and the first frame that shows it.
@Suite struct SportRadarDifferentialTests {
    static let frameCount = 250

    static let seeds: Range<UInt64> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["ODDSBENCH_DIFFERENTIAL_SEED"].flatMap(UInt64.init) ?? 1
        let count = environment["ODDSBENCH_SOCKET_CAPTURES"].flatMap(UInt64.init) ?? 20
        return first..<first + max(count, 1)
    }()

    /// EM-S5 on the other wire.
    @Test(arguments: seeds)
    func strategiesAndReferenceAgreeAfterEveryFrame(seed: UInt64) throws {
        try run(seed: seed)
    }

    /// Run whatever the range above is; a seed that fails once goes here.
    @Test(arguments: [0, .max] as [UInt64])
    func strategiesAndReferenceAgreeOnFixedSeeds(seed: UInt64) throws {
        try run(seed: seed)
    }

    private func run(seed: UInt64) throws {
        var traffic = SportRadarHostileTraffic(seed: seed)
        var verification = try SocketVerification(of: StrategyName.all, predicts: seed % 4 != 0)
        for index in 0..<Self.frameCount {
            let frame = traffic.nextFrame().bytes
            let difference = frame.withUnsafeBytes { verification.difference(after: $0) }
            if let difference {
                let text = String(decoding: frame, as: UTF8.self)
                Issue.record("seed \(seed), frame \(index): \(difference)\n\(text)")
                return
            }
        }
        #expect(verification.stateDifference() == nil, "seed \(seed)")
    }

    /// A world's own traffic, in every scenario: prediction is at work here.
    @Test(arguments: TrafficScenarios.all.map { "\($0.name)" })
    func strategiesAndReferenceAgreeOnWorlds(scenario: String) throws {
        var configuration = TrafficConfiguration()
        configuration.scenario = scenario
        configuration.events = 25
        configuration.markets = 1
        configuration.rate = 200
        var verification = try SocketVerification(of: StrategyName.all)
        var frameCount = 0
        try SportRadarGenerator.forEachFrame(
            of: configuration, durationNanoseconds: 400_000_000
        ) { frame, _ in
            frameCount += 1
            let difference = verification.difference(
                after: frame, comparesState: frameCount % 20 == 0)
            if let difference { Issue.record("\(scenario), frame \(frameCount): \(difference)") }
        }
        #expect(frameCount > 10)
        #expect(verification.stateDifference() == nil)
    }
}
