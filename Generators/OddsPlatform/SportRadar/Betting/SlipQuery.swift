import GRDB
import OddsJSON
import OddsTraffic

/// Which bets a history of the second provider shows.
struct SlipQuery: Sendable {
    private var start: Int64 = 0
    private var end = Int64.max
    private var statuses = BetStatus.allCases
    private var isNewestFirst = true
    private var count: Int64 = 20
    private var page: Int64 = 0

    /// Reads the arguments of a history. Pages are counted from 0.
    init(_ arguments: RequestArguments) throws(Refusal) {
        start = try arguments.betTime("from") ?? 0
        end = try arguments.betTime("to") ?? .max
        count = try arguments.integer("pageSize", in: 1...100, default: 20)
        page = try arguments.integer("pageNumber", in: 0...1_000_000, default: 0)
        _ = try arguments.integer("orderBy", in: 0...0, default: 0)
        if arguments.optional("orderDesc") != nil {
            isNewestFirst = try arguments.flag("orderDesc")
        }
        let states = try Self.statuses(arguments, "betStateTypes", Self.states)
        let outcomes = try Self.statuses(arguments, "betOutcomes", Self.outcomes)
        statuses = BetStatus.allCases.filter {
            states?.contains($0) ?? true && outcomes?.contains($0) ?? true
        }
    }

    /// What states of the wire mean, without case and spaces.
    private static let states: [String: [BetStatus]] = [
        "attempted": [], "opened": [.open], "open": [.open], "closed": [.cashedOut],
        "settled": [.won, .lost, .void], "cancelled": [], "won": [.won], "lost": [.lost],
        "cashedout": [.cashedOut],
    ]

    /// What results of the wire mean.
    private static let outcomes: [String: [BetStatus]] = [
        "won": [.won], "lost": [.lost], "drawn": [], "open": [.open], "void": [.void],
        "pending": [.open], "notspecified": BetStatus.allCases,
    ]

    /// The statuses that an argument lists with commas, or more than once; `nil` if it is
    /// absent.
    private static func statuses(
        _ arguments: RequestArguments, _ name: String, _ meanings: [String: [BetStatus]]
    ) throws(Refusal) -> Set<BetStatus>? {
        let words = arguments.all(name).flatMap { $0.split(separator: ",") }
        guard !words.isEmpty else { return nil }
        var statuses: Set<BetStatus> = []
        for word in words {
            guard let found = meanings[word.lowercased().filter { $0 != " " }] else {
                let known = meanings.keys.sorted().joined(separator: ", ")
                throw .badShape("\(name): expected some of \(known)")
            }
            statuses.formUnion(found)
        }
        return statuses
    }

    /// The condition that its bets fulfil, with order and limit.
    fileprivate func sql(of player: Int64) -> (condition: String, arguments: StatementArguments) {
        let names = BetStatus.allCases.map { statuses.contains($0) ? $0.rawValue : "" }
        let places = names.map { _ in "?" }.joined(separator: ", ")
        let page: StatementArguments = [count, page * count]
        let bounds: StatementArguments = [player, start, end]
        return (
            """
            player = ? AND placed >= ? AND placed < ? AND status IN (\(places))
            ORDER BY placed \(isNewestFirst ? "DESC" : "ASC") LIMIT ? OFFSET ?
            """, bounds + StatementArguments(names) + page
        )
    }
}

// Histories.
extension SportRadarBets {
    /// A page of the player's bets, of both providers: all legs of each, one after the other.
    package func history(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let query = try SlipQuery(arguments)
        return try await platform.asPlayer(access) { transaction, player in
            let (condition, arguments) = query.sql(of: player.id)
            return .array(try transaction.bets(condition, arguments).flatMap(\.legs))
        }
    }

    /// The legs of one bet of the player.
    ///
    /// - Throws: 404 if it is unknown or another's.
    package func bet(
        _ access: Access, id: some StringProtocol
    ) async throws(Refusal) -> JSONValue {
        guard let number = SportRadarID.number(id) else {
            try await check(access)
            throw .notFound
        }
        return try await platform.asPlayer(access) { transaction, player in
            .array(try transaction.bet(BetRecord.name(number), of: player).legs)
        }
    }
}
