import ArgumentParser
import OddsExperiments
import OddsOptions
import OddsTraffic
import Testing

@testable import bench_core

@Suite struct RampOptionTests {
    private func run(_ words: [String]) throws -> RunCommand {
        try #require(try Bench.parseAsRoot(words) as? RunCommand)
    }

    @Test func ratesAreReadOnBothSides() throws {
        let rate = try #require(RateOption(argument: "1.5k..1M"))
        #expect((rate.first, rate.last) == (1_500, 1_000_000))
        #expect(rate.defaultValueDescription == "1500..1000000")
        #expect(rate.title == "1,500 to 1,000,000 updates/s")
        #expect(RateOption(argument: "10k") == RateOption(10_000))
        for text in ["", "..", "1k..", "..1k", "1k..2k..3k", "1k...2k", "1k-2k"] {
            #expect(RateOption(argument: text) == nil, "\(text)")
        }
    }

    /// The command in a result repeats the run, and one with a constant rate is what
    /// older programs read.
    @Test func wordsReadBackAsTheSameCommand() throws {
        let command = try run(["--rate", "1k..50k", "--duration", "20s"])
        let words = command.words
        let again = try run(Array(words.dropFirst()))
        #expect(again.words == words)
        #expect(again.traffic.configuration == command.traffic.configuration)
        let position = try #require(words.firstIndex(of: "--ramp-steps"))
        #expect(words[position + 1] == "10")
        let constant = try run(["--rate", "1k"]).words
        #expect(!constant.contains("--ramp-steps") && constant.contains("1000"))
        let capture = try run(["--capture", "c.ndjson", "--rate", "1k..2k", "--ramp-steps", "4"])
        #expect(capture.words.contains("1000..2000") && capture.words.contains("4"))
    }

    /// The warm-up is at the first rate.
    @Test func rampRisesOverTheMeasuredTime() throws {
        let command = try run([
            "--rate", "1k..5k", "--ramp-steps", "5", "--duration", "5s", "--warmup", "3s",
        ])
        let ramp = RateRamp(
            first: 1_000, last: 5_000, stepCount: 5, startNanoseconds: 3_000_000_000,
            durationNanoseconds: 5_000_000_000)
        #expect(command.rateRamp == ramp)
        let plan = try command.plan()
        #expect(plan.rampStepCount == 5)
        guard case .generated(let configuration, _) = plan.traffic else {
            Issue.record("the traffic is not generated")
            return
        }
        #expect(configuration.ramp == ramp && configuration.rate == 1_000)
        let constant = try run(["--rate", "1k"])
        #expect(constant.rateRamp == nil)
        #expect(try constant.plan().rampStepCount == nil)
    }
}
