import ArgumentParser
import Foundation
import FuzzFrames
import SeededRandom

@main
struct FuzzMutants: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fuzz-mutants",
        abstract: "Holds all ways to parse against the general parser, on mutants of frames.",
        discussion: """
            Generated frames are mutated with their structure in mind. Works in rounds, of \
            which each has new parsers and a seed of its own. Ends with status 1 at the \
            first mutant that two ways read differently, and says how to read it again.
            """)

    @Option(help: "The seed of all rounds.")
    var seed: UInt64 = 1

    @Option(help: "Mutants in all.")
    var mutants = 1_000_000

    @Option(help: "The round to begin with, counted from 0.")
    var firstRound = 0

    func validate() throws {
        guard mutants > 0 else { throw ValidationError("--mutants must be at least 1.") }
        guard firstRound >= 0 else { throw ValidationError("--first-round must not be negative.") }
    }

    func run() throws {
        let seeds = try (TrafficSeeds.all() + OddValueSeeds.all).map(\.frames)
        let start = ContinuousClock.now
        var tally = MutantRound.Tally()
        var number = firstRound
        while tally.mutants < mutants {
            var random = SplitMix64(seed: seed &+ UInt64(number) << 32)
            var round = MutantRound(of: seeds, seed: random.next())
            do {
                tally += try round.run(mutants: min(mutantsOfRound, mutants - tally.mutants))
            } catch {
                print("\(error)\nAgain with: --seed \(seed) --first-round \(number)")
                throw ExitCode.failure
            }
            number += 1
            if number % 10_000 == 0 { report(tally, number, start) }
        }
        report(tally, number, start)
    }

    private func report(
        _ tally: MutantRound.Tally, _ number: Int, _ start: ContinuousClock.Instant
    ) {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let rejected = Int((100 * Double(tally.rejected) / Double(tally.mutants)).rounded())
        let line =
            "seed \(seed), up to round \(number): \(tally.mutants) mutants, of which "
            + "\(rejected)% rejected, read alike in \(Int(seconds.rounded())) s"
        print(line)
        fflush(nil)
    }

    private var mutantsOfRound: Int { 400 }
}
