/// What the platform contract says of bets and their money, written down as plainly as
/// possible: sums over all combinations, and one balance for each account. It shares no code
/// with the platform. Amounts are in minor units, odds in hundredths.
struct BettingModel {
    /// What became of an outcome.
    enum Result: String, CaseIterable {
        case won = "WON"
        case lost = "LOST"
        case void = "VOID"
        case halfWon = "HALF_WON"
        case halfLost = "HALF_LOST"
    }

    struct Wallet: Equatable {
        var real: Int64 = 0
        var freebet: Int64 = 0
        var escrow: Int64 = 0
    }

    struct Leg {
        let place: Place
        /// The odds that the bet holds.
        let odds: Int64
        var isBanker = false
    }

    struct Bet {
        let player: Int
        let legs: [Leg]
        /// The numbers of legs, bankers aside, that its combinations have.
        let sizes: ClosedRange<Int>
        var isSystem = false
        var builderPrice: Int64?
        let isFree: Bool
        var remaining: Int64
        var status = "OPEN"
        /// What the results make of it, in real money and in free-bet money.
        var real: Int64 = 0
        var free: Int64 = 0
        /// What corrections could not take back.
        var missing: Int64 = 0
        var paid: Int64 = 0
        var cashedOut: Int64 = 0
    }

    struct Offer {
        var odds: Int64
        var isOpen: Bool
    }

    var wallets: [Wallet]
    var house: Int64 = 0
    var outside: Int64 = 0
    var offers: [Place: Offer] = [:]
    var results: [Place: Result] = [:]
    var bets: [Bet] = []

    // MARK: Placing

    /// The code that a ticket at the current odds gets.
    mutating func place(_ ticket: Bet) -> String {
        let isClosed = ticket.legs.contains {
            offers[$0.place]?.isOpen != true || results[$0.place] != nil
        }
        guard !isClosed else { return "409 904" }
        let stake = ticket.remaining
        let path: WritableKeyPath<Wallet, Int64> = ticket.isFree ? \.freebet : \.real
        guard wallets[ticket.player][keyPath: path] >= stake else { return "409 106" }
        wallets[ticket.player][keyPath: path] -= stake
        wallets[ticket.player].escrow += stake
        bets.append(ticket)
        return "200"
    }

    /// max(1.01, 1 + (∏ odds − 1) · 0.9) of two legs, cut to two places.
    static func builderPrice(_ odds: [Int64]) -> Int64 {
        max(101, 100 + (odds[0] * odds[1] - 10_000) * 9 / 1_000)
    }

    // MARK: Returns

    /// By what a leg multiplies, in two-hundredths; as if it won while it is open.
    private func value(_ leg: Leg) -> Int128 {
        switch results[leg.place] {
        case nil, .won: Int128(2 * leg.odds)
        case .lost: 0
        case .void: 200
        case .halfWon: Int128(100 + leg.odds)
        case .halfLost: 100
        }
    }

    /// The sum over all combinations.
    private func returned(_ bet: Bet) -> Int64 {
        let bankers = bet.legs.filter(\.isBanker)
        let others = bet.legs.filter { !$0.isBanker }
        var (sum, lines): (Int128, Int128) = (0, 0)
        for subset in 0..<(1 << others.count) where bet.sizes.contains(subset.nonzeroBitCount) {
            lines += 1
            var product: Int128 = 1
            for leg in bankers { product *= value(leg) }
            for (index, leg) in others.enumerated() {
                product *= subset >> index & 1 == 1 ? value(leg) : 200
            }
            sum += product
        }
        let scale = bet.legs.reduce(Int128(1)) { product, _ in product * 200 }
        return Int64(Int128(bet.remaining) * sum / (lines * scale))
    }

    /// What the results make of a bet.
    private func outcome(_ bet: Bet) -> (status: String, real: Int64, free: Int64) {
        let found = bet.legs.map { results[$0.place] }
        let stake = bet.remaining
        let void = ("VOID", bet.isFree ? 0 : stake, bet.isFree ? stake : 0)
        let isComplete = !found.contains(nil)
        if let price = bet.builderPrice {
            if found.contains(.lost) { return ("LOST", 0, 0) }
            guard isComplete else { return ("OPEN", 0, 0) }
            guard found.allSatisfy({ $0 == .won }) else { return void }
            let whole = stake * price / 100 - (bet.isFree ? stake : 0)
            return (whole > 0 ? "WON" : "LOST", whole, 0)
        }
        let isBankerLost = bet.legs.contains { $0.isBanker && results[$0.place] == .lost }
        let alive = bet.legs.count { !$0.isBanker && results[$0.place] != .lost }
        guard isComplete || isBankerLost || alive < bet.sizes.lowerBound else {
            return ("OPEN", 0, 0)
        }
        if found.allSatisfy({ $0 == .void }) { return void }
        let whole = max(0, returned(bet) - (bet.isFree ? stake : 0))
        return (whole > 0 ? "WON" : "LOST", whole, 0)
    }

    // MARK: Settlement

    /// Settles an outcome, or corrects it.
    mutating func settle(_ place: Place, _ result: Result) {
        results[place] = result
        for index in bets.indices where bets[index].legs.contains(where: { $0.place == place }) {
            settle(index)
        }
    }

    private mutating func settle(_ index: Int) {
        var bet = bets[index]
        guard bet.status != "CASHED_OUT" else { return }
        let (status, real, free) = outcome(bet)
        if bet.status == "OPEN" {
            guard status != "OPEN" else { return }
            wallets[bet.player].escrow -= bet.remaining
            house += bet.remaining
            move(real, \.real, of: bet.player)
            move(free, \.freebet, of: bet.player)
            bet.paid += real + free
        } else {
            if status == "OPEN" {
                house -= bet.remaining
                wallets[bet.player].escrow += bet.remaining
            }
            let differences = [(real - bet.real, \Wallet.real), (free - bet.free, \.freebet)]
            for (difference, path) in differences where difference < 0 {
                let taken = min(-difference, wallets[bet.player][keyPath: path])
                move(-taken, path, of: bet.player)
                bet.paid -= taken
                bet.missing += -difference - taken
            }
            for (difference, path) in differences where difference > 0 {
                let pay = max(0, difference - bet.missing)
                bet.missing = max(0, bet.missing - difference)
                move(pay, path, of: bet.player)
                bet.paid += pay
            }
        }
        (bet.status, bet.real, bet.free) = (status, real, free)
        bets[index] = bet
    }

    private mutating func move(
        _ amount: Int64, _ path: WritableKeyPath<Wallet, Int64>, of player: Int
    ) {
        house -= amount
        wallets[player][keyPath: path] += amount
    }

    // MARK: Cashouts

    /// What a bet can be sold for; 0 if it cannot.
    private func cashoutValue(_ bet: Bet) -> Int64 {
        guard !bet.isFree, !bet.isSystem else { return 0 }
        var (numerator, denominator) = (Int128(bet.remaining) * 95, Int128(100))
        var open: [Int64] = []
        for leg in bet.legs {
            if results[leg.place] == nil {
                guard let offer = offers[leg.place], offer.isOpen else { return 0 }
                open.append(offer.odds)
                guard bet.builderPrice == nil else { continue }
                numerator *= Int128(leg.odds)
                denominator *= Int128(offer.odds)
            } else if bet.builderPrice == nil {
                numerator *= value(leg)
                denominator *= 200
            } else if results[leg.place] != .won {
                return 0
            }
        }
        if let price = bet.builderPrice {
            numerator *= Int128(price)
            denominator *= Int128(open.count == 1 ? open[0] : Self.builderPrice(open))
        }
        return Int64(numerator / denominator)
    }

    /// Sells a part of a bet, or all of it; returns the code.
    mutating func sell(_ index: Int, by player: Int, part: Int64?) -> String {
        guard bets.indices.contains(index), bets[index].player == player,
            bets[index].status == "OPEN"
        else { return "404 -" }
        var bet = bets[index]
        if let part, part <= 0 || part >= bet.remaining { return "409 122" }
        let stake = part ?? bet.remaining
        let value = Int64(Int128(cashoutValue(bet)) * Int128(stake) / Int128(bet.remaining))
        guard value > 0 else { return "404 -" }
        wallets[player].escrow -= stake
        house += stake
        move(value, \.real, of: player)
        bet.remaining -= stake
        bet.paid += value
        bet.cashedOut += value
        if bet.remaining == 0 { bet.status = "CASHED_OUT" }
        bets[index] = bet
        return "200"
    }

    // MARK: Payments

    mutating func deposit(_ amount: Int64, by player: Int) {
        outside -= amount
        wallets[player].real += amount
    }

    mutating func withdraw(_ amount: Int64, by player: Int) -> String {
        guard wallets[player].real >= amount else { return "409 106" }
        outside += amount
        wallets[player].real -= amount
        return "done"
    }
}
