import OddsTopics
import OddsTraffic
import OddsWAMP

// Calls of the feed's procedures as queries.
extension WorldQuery {
    /// The query that a call makes; `nil` if there is no such procedure.
    ///
    /// - Throws: `FeedError` that names the argument that cannot be used.
    /// - Complexity: O(bytes).
    package init?(procedure: String, keywords: JSONObjectText) throws(FeedError) {
        guard Self.procedures.contains(procedure) else { return nil }
        let arguments: CallArguments
        do throws(StrictJSONError) {
            arguments = try StrictJSON.decode(CallArguments.self, from: keywords.utf8)
        } catch {
            throw FeedError("keyword arguments: \(error)")
        }
        try arguments.checkLanguage()
        switch procedure {
        case EMFeed.disciplines: self = .sports
        case EMFeed.tournaments: self = .tournaments(try arguments.tournaments())
        case EMFeed.popularTournaments:
            var query = try arguments.tournaments()
            query.isByPopularity = true
            query.countMax = try arguments.count(arguments.maxResults, "maxResults", or: 10)
            self = .tournaments(query)
        case EMFeed.matches: self = .match(try arguments.match())
        case EMFeed.oddsByOutcomes: self = .outcomes(try arguments.outcomes())
        default: self = .search(try arguments.search())
        }
    }

    private static let procedures: Set = [
        EMFeed.disciplines, EMFeed.tournaments, EMFeed.popularTournaments, EMFeed.matches,
        EMFeed.oddsByOutcomes, EMFeed.search,
    ]
}

/// The keyword arguments of all procedures; each reads those that it knows.
private struct CallArguments: Decodable {
    /// A number, or its decimal text.
    struct Number: Decodable {
        let value: UInt64

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(UInt64.self) {
                value = number
            } else if let text = try? container.decode(String.self), let number = UInt64(text) {
                value = number
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "expected a number of this world")
            }
        }
    }

    var lang: String?
    var sportId: Number?
    var liveStatus: String?
    var sortByPopularity: Bool?
    var maxResults: Number?
    var matchId: Number?
    var outcomeIds: [Number]?
    var limit: Number?
    var query: String?
    var eventStatuses: [Number]?
    var eventTypes: [String]?
    var include: [String]?
    var bettingTypeIds: [Number]?
    var dataWithoutOdds: Bool?

    func checkLanguage() throws(FeedError) {
        guard let lang else { return }
        guard lang.utf8.count == 2, lang.allSatisfy(\.isLetter) else {
            throw FeedError("\"lang\" is not of two letters")
        }
    }

    func tournaments() throws(FeedError) -> TournamentQuery {
        var query = TournamentQuery()
        query.sportID = sportId?.value
        if let liveStatus { query.liveStatus = try choice(liveStatus, "liveStatus") }
        query.isByPopularity = sortByPopularity ?? false
        return query
    }

    func match() throws(FeedError) -> UInt64 {
        guard let matchId else { throw missing("matchId") }
        return matchId.value
    }

    func outcomes() throws(FeedError) -> Set<UInt64> {
        guard let outcomeIds else { throw missing("outcomeIds") }
        return try ids(outcomeIds, "outcomeIds")
    }

    func search() throws(FeedError) -> SearchQuery {
        guard let query else { throw missing("query") }
        let range = WorldQuery.textBytesRange
        guard range.contains(query.utf8.count) else {
            throw FeedError(
                "\"query\" must have \(range.lowerBound) to \(range.upperBound) bytes")
        }
        var search = SearchQuery(text: query)
        search.countMax = try count(limit, "limit", or: search.countMax)
        if let eventStatuses { search.statusIDs = try ids(eventStatuses, "eventStatuses") }
        if let eventTypes { search.kinds = try choices(eventTypes, "eventTypes") }
        if let include { search.additions = try choices(include, "include") }
        if let bettingTypeIds {
            search.bettingTypeIDs = try ids(bettingTypeIds, "bettingTypeIds")
        }
        if dataWithoutOdds == true { search.additions.remove(.odds) }
        return search
    }

    func count(_ number: Number?, _ name: String, or standard: Int) throws(FeedError) -> Int {
        guard let number else { return standard }
        guard (1...UInt64(WorldQuery.resultsMax)).contains(number.value) else {
            throw FeedError("\"\(name)\" must be 1 to \(WorldQuery.resultsMax)")
        }
        return Int(number.value)
    }

    private func ids(_ numbers: [Number], _ name: String) throws(FeedError) -> Set<UInt64> {
        guard numbers.count <= WorldQuery.outcomesMax else {
            throw FeedError("\"\(name)\" has more than \(WorldQuery.outcomesMax) elements")
        }
        return Set(numbers.map(\.value))
    }

    private func choices<Choice: RawRepresentable<String> & CaseIterable & Hashable>(
        _ texts: [String], _ name: String
    ) throws(FeedError) -> Set<Choice> {
        var found: Set<Choice> = []
        for text in texts { found.insert(try choice(text, name)) }
        return found
    }

    private func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ text: String, _ name: String
    ) throws(FeedError) -> Choice {
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw FeedError("\"\(name)\": choose of \(known)")
        }
        return choice
    }

    private func missing(_ name: String) -> FeedError {
        FeedError("the keyword argument \"\(name)\" is missing")
    }
}
