import ArgumentParser
import BigInt
import OddsBetting
import SeededRandom

/// Compares the return formula with the sum over all lines, and prints tickets with their
/// returns for those who want to compute them in another way.
@main
struct BetFormula: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bet-formula",
        abstract: "Compares the return of random tickets with the sum over all of their lines.")

    @Option(help: "Tickets of up to 8 selections.")
    var tickets = 1_000_000

    @Option(help: "Tickets of up to 20 selections.")
    var largeTickets = 100

    @Option(help: "Seed of the tickets.")
    var seed: UInt64 = 1

    @Flag(
        help: """
            Print each ticket and what the formula makes of it, as \
            TYPE;SYSTEM;STAKE;ODDS:BANKER:RESULT,…;RETURN;LINES;FACTOR, amounts in minor units.
            """)
    var print = false

    func run() throws {
        var random = SplitMix64(seed: seed)
        for number in 0..<(tickets + largeTickets) {
            let most = number < tickets ? 8 : 20
            let ticket = RandomTicket(selectionsMax: most, using: &random)
            let found = ticket.formula.map { Figures($0, stake: ticket.stake) }
            let expected = Figures(ticket.bruteForce, stake: ticket.stake)
            guard found == expected else {
                Swift.print(
                    "seed \(seed), ticket \(number): \(ticket.text): "
                        + "\(found?.text ?? "no formula"), expected \(expected.text)")
                throw ExitCode.failure
            }
            if print { Swift.print("\(ticket.text);\(expected.text)") }
        }
        if !print { Swift.print("\(tickets + largeTickets) tickets: equal (seed \(seed))") }
    }
}

/// What the formula says of a ticket.
private struct Figures: Equatable {
    /// In minor units; `Int64.max` if it is more.
    let returned: Int64
    let lines: Int
    let factor: Odds?

    init(_ formula: BetReturn, stake: Int64) {
        returned = formula.minorUnits(stake: stake)
        lines = formula.lines
        factor = formula.factor
    }

    init(_ sum: BruteForce.Sum, stake: Int64) {
        returned = Int64(clamping: sum.returned(stake: stake))
        lines = sum.lines
        let units = sum.returned(stake: Odds.unitsOfOne)
        factor = units <= Odds.max.units ? Odds(units: Int64(units)) : nil
    }

    var text: String { "\(returned);\(lines);\(factor?.text ?? "")" }
}
