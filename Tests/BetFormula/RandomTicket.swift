import OddsBetting
import SeededRandom

/// A ticket drawn from a seed, with selections that are open, or settled in any way.
struct RandomTicket {
    let type: BetType
    let stake: Int64
    let odds: [Odds]
    let results: [OutcomeResult?]
    let isBanker: [Bool]

    /// - Parameter most: The most selections.
    init(selectionsMax most: Int, using random: inout SplitMix64) {
        let count = Int.random(in: 1...most, using: &random)
        let named = NamedBetType.allCases.filter { $0.count <= count }
        let kind = Int.random(in: 0..<4, using: &random)
        var bankers = 0
        if count == 1 {
            type = .single
        } else if kind == 0 {
            type = .multiple
        } else if kind == 1, let chosen = named.randomElement(using: &random) {
            type = .named(chosen)
            bankers = count - chosen.count
        } else {
            bankers = Int.random(in: 0...(count - 2), using: &random)
            type = .system(size: Int.random(in: 1..<(count - bankers), using: &random))
        }
        // Bankers are anywhere among the others.
        isBanker = (0..<count).map { $0 < bankers }.shuffled(using: &random)
        stake = Int64.random(in: 1...250_000, using: &random)
        odds = (0..<count).map { _ in Self.odds(using: &random) }
        let isSettled = Bool.random(using: &random)
        results = (0..<count).map { _ in
            isSettled && Int.random(in: 0..<3, using: &random) > 0
                ? OutcomeResult.allCases.randomElement(using: &random) : nil
        }
    }

    /// Mostly of two places, as on the feed; some of eight.
    private static func odds(using random: inout SplitMix64) -> Odds {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: Odds(units: Int64.random(in: 100_000_001...10_000_000_000, using: &random))
        case 1: Odds(units: 100_000 * Int64.random(in: 1_001...50_000, using: &random))
        default: Odds(units: 1_000_000 * Int64.random(in: 101...2_000, using: &random))
        }
    }

    private var values: [SelectionValue] {
        zip(odds, results).map { odds, result in
            result.map { SelectionValue($0, odds: odds) } ?? SelectionValue(open: odds)
        }
    }

    private func chosen<Value>(_ values: [Value], bankers: Bool) -> [Value] {
        zip(values, isBanker).filter { $0.1 == bankers }.map(\.0)
    }

    /// By the formula.
    var formula: BetReturn? {
        BetReturn(
            bankers: chosen(values, bankers: true), others: chosen(values, bankers: false),
            type: type)
    }

    /// By the sum over all lines.
    var bruteForce: BruteForce.Sum {
        // In half hundred-millionths, written anew from the contract.
        let halves = zip(odds, results).map { odds, result -> Int64 in
            switch result {
            case nil, .won?: 2 * odds.units
            case .lost?: 0
            case .void?: 200_000_000
            case .halfWon?: 100_000_000 + odds.units
            case .halfLost?: 100_000_000
            }
        }
        let others = chosen(halves, bankers: false)
        return BruteForce.sum(
            bankers: chosen(halves, bankers: true), others: others, sizes: sizes(others.count))
    }

    private func sizes(_ count: Int) -> ClosedRange<Int> {
        switch type {
        case .single: 1...1
        case .multiple: count...count
        case .system(let size): size...size
        case .named(let named):
            switch named {
            case .trixie, .yankee, .canadian, .heinz: 2...count
            case .patent, .lucky15, .lucky31, .lucky63: 1...count
            }
        }
    }

    /// The ticket as a line: type, system, stake, and odds with `b` for bankers and the result.
    var text: String {
        let selections = odds.indices.map { index in
            "\(odds[index].text):\(isBanker[index] ? "b" : ""):\(results[index]?.rawValue ?? "")"
        }
        let count = isBanker.count { !$0 }
        return [type.wireName, type.systemName(count: count) ?? "", "\(stake)"]
            .joined(separator: ";") + ";" + selections.joined(separator: ",")
    }
}
