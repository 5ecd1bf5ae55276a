import OddsBetting
import PlatformFixture
import SeededRandom
import Testing

@testable import OddsPlatform

/// Platform contract, section 9, against a model of it that is as plain as possible.
@Suite(.timeLimit(.minutes(5))) struct BettingRandomTests {
    /// Add a seed that has failed once to these.
    @Test(arguments: Array(1...12) as [UInt64])
    func randomBetsMoveMoneyAsTheModelSays(seed: UInt64) async throws {
        var run = try await RandomBets(seed: seed)
        for step in 0..<150 {
            let what = try await run.step(step)
            try await run.compare("seed \(seed), step \(step): \(what)")
        }
    }
}

/// Random bets, and what the model says of them.
private struct RandomBets {
    private let table: BettingTable
    private let accesses: [Access]
    private var model: BettingModel
    private var random: SplitMix64
    private static let marketsPerEvent = 2

    init(seed: UInt64) async throws {
        random = SplitMix64(seed: seed)
        table = try await BettingTable()
        var accesses: [Access] = []
        for _ in 0..<2 {
            accesses.append(
                try await table.test.makeAccess(
                    balance: "40.00", freebet: "20.00", isVerified: true))
        }
        self.accesses = accesses
        model = BettingModel(
            wallets: Array(repeating: .init(real: 40_00, freebet: 20_00), count: 2),
            house: -40_00, outside: -80_00)
    }

    /// Does something; returns what.
    mutating func step(_ step: Int) async throws -> String {
        // Events come and go, so that some are always open.
        let events = (step / 10)..<(step / 10 + 5)
        for event in events where model.offers[Place(event)] == nil {
            for market in 0..<Self.marketsPerEvent { setOffer(Place(event, market)) }
        }
        let place = Place(
            Int.random(in: events, using: &random),
            Int.random(in: 0..<Self.marketsPerEvent, using: &random))
        let player = Int.random(in: 0..<2, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: return try await placeBet(events, by: player)
        case 8..<11: return try await sell(by: player)
        case 11..<14:
            let result = BettingModel.Result.allCases.randomElement(using: &random) ?? .won
            try await table.settle((place, result.rawValue))
            model.settle(place, result)
            return "\(result) for \(place)"
        case 14:
            let isWon = Bool.random(using: &random)
            try await table.platform.take(ScriptedWorld.end([place], winner: isWon ? 0 : nil))
            if model.results[place] == nil { model.settle(place, isWon ? .won : .void) }
            return "end of \(place)"
        case 15: return try await correct()
        case 16:
            let amount = Int64.random(in: 1...10_00, using: &random)
            let text = Money(minorUnits: amount).text
            if Bool.random(using: &random) {
                try await table.test.pay(accesses[player], "Deposit", text)
                model.deposit(amount, by: player)
                return "deposit of \(text)"
            }
            let answer = try await code {
                try await table.test.pay(accesses[player], "Withdraw", text)
            }
            #expect(answer == model.withdraw(amount, by: player))
            return "withdrawal of \(text): \(answer)"
        default:
            setOffer(place)
            return "offer at \(place)"
        }
    }

    private mutating func setOffer(_ place: Place) {
        let odds = Int64.random(in: 101...700, using: &random)
        let isOpen = Int.random(in: 0..<8, using: &random) > 0
        model.offers[place] = .init(odds: odds, isOpen: isOpen)
        table.world.set(place, odds: Int(odds), isOpen: isOpen)
    }

    /// Changes the result of an outcome that bets are on.
    private mutating func correct() async throws -> String {
        let known = model.bets.flatMap(\.legs).map(\.place)
            .filter { model.results[$0] != nil }
        guard let place = known.randomElement(using: &random) else { return "no correction" }
        let result = BettingModel.Result.allCases.randomElement(using: &random) ?? .won
        try await table.settle((place, result.rawValue))
        model.settle(place, result)
        return "correction to \(result) for \(place)"
    }

    private mutating func placeBet(_ events: Range<Int>, by player: Int) async throws -> String {
        let places = events.shuffled(using: &random).map {
            Place($0, Int.random(in: 0..<Self.marketsPerEvent, using: &random))
        }
        let kinds: [(type: String, system: String?, count: Int, sizes: ClosedRange<Int>)] = [
            ("SINGLE", nil, 1, 1...1), ("SINGLE", nil, 1, 1...1), ("MULTIPLE", nil, 2, 2...2),
            ("MULTIPLE", nil, 3, 3...3), ("SYSTEM", "2/3", 3, 2...2), ("SYSTEM", "1/2", 2, 1...1),
            ("TRIXIE", nil, 3, 2...3), ("PATENT", nil, 3, 1...3), ("BUILDER", nil, 2, 1...1),
        ]
        let kind = kinds.randomElement(using: &random) ?? kinds[0]
        let isBuilder = kind.type == "BUILDER"
        let isSystem = !["SINGLE", "MULTIPLE", "BUILDER"].contains(kind.type)
        let bankerCount = isSystem ? Int.random(in: 0...1, using: &random) : 0
        let chosen =
            isBuilder
            ? (0..<2).map { Place(places[0].event, $0) }
            : Array(places.prefix(kind.count + bankerCount))
        let legs = chosen.enumerated().map { index, place in
            BettingModel.Leg(
                place: place, odds: model.offers[place]?.odds ?? 0,
                isBanker: index < bankerCount)
        }
        let stake = Int64.random(in: 35...9_00, using: &random)
        let price = isBuilder ? BettingModel.builderPrice(legs.map(\.odds)) : nil
        let bet = BettingModel.Bet(
            player: player, legs: legs, sizes: kind.sizes, isSystem: isSystem,
            builderPrice: price, isFree: Int.random(in: 0..<5, using: &random) == 0,
            remaining: stake)
        let slip = BettingTable.Slip(
            type: isBuilder ? "SINGLE" : kind.type, system: kind.system,
            amount: #""\#(Money(minorUnits: stake).text)""#, policy: "ACCEPT_ANY",
            isFree: bet.isFree,
            selections: legs.map { leg in
                leg.place.selection(
                    "1.5",
                    (leg.isBanker ? #","banker":true"# : "")
                        + (isBuilder ? #","betBuilderPriceValue":2"# : ""))
            })
        let code = try await table.code(accesses[player], slip)
        #expect(code == model.place(bet), "\(bet)")
        return "\(kind.type) of player \(player): \(code)"
    }

    private mutating func sell(by player: Int) async throws -> String {
        // Mostly an open bet of this player; at times another one, or none.
        let own = model.bets.indices.filter {
            model.bets[$0].status == "OPEN" && model.bets[$0].player == player
        }
        let isOwn = Int.random(in: 0..<6, using: &random) > 0
        let index =
            isOwn ? own.randomElement(using: &random) ?? 0
            : Int.random(in: 0...model.bets.count, using: &random)
        let part =
            Bool.random(using: &random) ? Int64.random(in: 1...6_00, using: &random) : nil
        let code = try await table.saleCode(
            accesses[player],
            .init(
                bet: "b-\(index + 1)", type: part == nil ? "FULL" : "PARTIAL",
                partialStake: part.map { Money(minorUnits: $0).text }))
        #expect(code == model.sell(index, by: player, part: part))
        return "sale of b-\(index + 1), part \(part ?? 0): \(code)"
    }

    /// Compares all balances and bets.
    func compare(_ what: String) async throws {
        for (player, access) in accesses.enumerated() {
            let balances = try await table.balances(access)
            let wallet = BettingModel.Wallet(
                real: balances.real.minorUnits, freebet: balances.freebet.minorUnits,
                escrow: balances.escrow.minorUnits)
            try #require(wallet == model.wallets[player], "\(what), player \(player)")
            let open = model.bets.filter { $0.player == player && $0.status == "OPEN" }
            try #require(
                wallet.escrow == open.reduce(0) { $0 + $1.remaining }, "\(what): escrow")
        }
        try #require(try await table.balance(.house).minorUnits == model.house, "\(what)")
        try #require(try await table.balance(.outside).minorUnits == model.outside, "\(what)")
        let records = try await table.platform.state.transact { try $0.bets("1 ORDER BY id", []) }
        try #require(records.count == model.bets.count, "\(what)")
        for (record, bet) in zip(records, model.bets) {
            let found = [
                record.remaining.minorUnits, record.paid.minorUnits, record.cashedOut.minorUnits,
                record.missing.minorUnits,
            ]
            try #require(record.status.rawValue == bet.status, "\(what): \(record.name)")
            try #require(
                found == [bet.remaining, bet.paid, bet.cashedOut, bet.missing],
                "\(what): \(record.name)")
        }
        let check = try await table.platform.checkLedger()
        try #require(check.isOK && check.sum == .zero, "\(what): the ledger")
    }
}
