import Foundation
import OddsClient
import OddsTopics
import OddsWAMP

/// The topics that a server has, as far as its answers tell.
package struct ServedTopics: Sendable {
    /// Those with offers first.
    package let topics: [String]

    /// How many events and markets a topic that has pages is listed with.
    private static let page = EMPage(events: 10, markets: 5)
    /// So many sports, tournaments and matches are listed.
    private static let countMax = 10

    /// Asks a server. Procedures that it does not have tell of no topics.
    ///
    /// - Throws: `ClientError` if it does not even say whose feed it is.
    package init(of client: any WebSocketClient) async throws(ClientError) {
        let info = Self.read(
            try await client.call(EMFeed.operatorInfo, keywords: .empty), as: Facts.self)
        if let topics = info?.topics {
            self.topics = topics
            return
        }
        let sports = await Self.ids(EMFeed.disciplines, of: client)
        let tournaments = await Self.ids(EMFeed.popularTournaments, of: client)
        let matches = (info?.matches ?? []).prefix(Self.countMax).map(\.text)
        let sportTopics = sports.map { EMSport.id($0) }.flatMap {
            [
                EMTopic.Content.popularMatches(sport: $0, Self.page),
                .nextMatches(sport: $0, Self.page),
            ]
        }
        let contents =
            [.liveMatches(sport: .all, Self.page)] + sportTopics
            + tournaments.map { .competitionMatches(tournament: $0, Self.page) }
            + matches.map { .matchOdds(match: $0) }
            + matches.flatMap { [.marketGroups(match: $0), .partScores(match: $0)] }
            + [.disciplines(liveOnly: true), .disciplines(liveOnly: false)]
        let (id, language) = (info?.ucsOperatorId?.text ?? "1", info?.languages?.first ?? "en")
        topics = contents.map {
            "\(EMTopic(operatorID: id, language: language, content: $0))"
        }
    }

    /// Some of them, for the message about one that is not there.
    ///
    /// - Parameter url: The server's address.
    package func advice(_ url: String) -> String {
        let some = topics.prefix(3).joined(separator: ", ")
        return "topics that there are: \(some); 'bench record \(url) --list' has more"
    }

    /// An id, which is a number or text.
    private struct ID: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                text = "\(number)"
            } else {
                text = try container.decode(String.self)
            }
        }
    }

    /// What an operator says of itself; `emsim` also has the topics of a recording.
    private struct Facts: Decodable {
        var ucsOperatorId: ID?
        var languages: [String]?
        var matches: [ID]?
        var topics: [String]?
    }

    private struct Records: Decodable {
        struct Record: Decodable {
            let id: ID
        }
        var records: [Record]
    }

    private static func ids(_ procedure: String, of client: any WebSocketClient) async -> [String] {
        guard let answer = try? await client.call(procedure, keywords: .empty) else { return [] }
        let records = read(answer, as: Records.self)?.records ?? []
        return records.prefix(countMax).map(\.id.text)
    }

    private static func read<Value: Decodable>(
        _ text: JSONObjectText, as type: Value.Type
    ) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
