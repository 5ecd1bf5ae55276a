import Foundation
import OddsTopics
import OddsWAMP

/// A call of one of the feed's procedures.
struct EveryMatrixFeedCall: Sendable {
    let procedure: String
    let arguments: JSONObjectText

    private init(_ procedure: String, _ arguments: some Encodable) throws(ServiceProviderError) {
        self.procedure = procedure
        do {
            self.arguments = JSONObjectText(unchecked: Array(try JSONEncoder().encode(arguments)))
        } catch {
            throw .invalidRequestFormat
        }
    }

    static func tournaments(
        sportID: String?, language: String
    ) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(
            EMFeed.tournaments,
            EveryMatrix.TournamentsRequest(
                lang: language, sportId: sportID, liveStatus: "BOTH", sortByPopularity: false,
                maxResults: nil))
    }

    static func popularTournaments(
        sportID: String?, count: Int, language: String
    ) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(
            EMFeed.popularTournaments,
            EveryMatrix.TournamentsRequest(
                lang: language, sportId: sportID, liveStatus: "BOTH", sortByPopularity: true,
                maxResults: count))
    }

    static func match(
        id: String, language: String
    ) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(
            EMFeed.matches, EveryMatrix.MatchRequest(lang: language, matchId: id))
    }

    /// - Parameter isLive: Whether only live matches are sought.
    static func search(
        _ text: String, limit: Int, isLive: Bool, language: String
    ) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(
            EMFeed.search,
            EveryMatrix.SearchRequest(
                lang: language, limit: limit, query: text,
                eventStatuses: isLive ? ["2"] : ["1", "2"], eventTypes: ["MATCH"],
                include: ["EVENT_INFO", "BETTING_OFFER"], dataWithoutOdds: false))
    }

    static func bettingOptions(
        _ request: EveryMatrix.BettingOptionsRequest
    ) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(EMFeed.bettingOptions, request)
    }

    static func systemBets(
        _ request: EveryMatrix.SystemBetsRequest
    ) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(EMFeed.systemBets, request)
    }

    static func dump(of topic: EMTopic) throws(ServiceProviderError) -> EveryMatrixFeedCall {
        try EveryMatrixFeedCall(
            EMFeed.initialDump, EveryMatrix.DumpRequest(topic: "\(topic)"))
    }
}
