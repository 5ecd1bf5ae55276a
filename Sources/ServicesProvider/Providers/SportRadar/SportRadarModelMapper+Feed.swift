import Foundation
import OddsModel

// The feed.
extension SportRadarModelMapper {
    static func sportType(from sport: SportRadar.Sport) -> SportType {
        let all = sport.numberOfEvents ?? sport.numberOfLiveEvents ?? 0
        let live = sport.numberOfLiveEvents ?? 0
        return SportType(
            id: sport.id, name: sport.name ?? sport.id, hasMatches: all > 0, numberOfEvents: all,
            numberOfLiveEvents: live, numberOfUpcomingMatches: max(0, all - live))
    }

    /// The tournaments of a sport's nodes.
    static func tournaments(
        from response: SportRadar.NavigationResponse, of sport: SportRadar.NavigationResponse.Node
    ) -> [Tournament] {
        (response.bonavigationnodes?.elements ?? []).compactMap { node in
            node.focontentid.map { id in
                let all = node.numevents?.value ?? 0
                let live = node.numinplayevents?.value ?? 0
                return Tournament(
                    id: id, name: node.name, sportID: sport.focontentid, sportName: sport.name,
                    numberOfEvents: all, numberOfLiveEvents: live,
                    numberOfUpcomingMatches: max(0, all - live))
            }
        }
    }

    /// The nodes of sports.
    ///
    /// - Parameter id: The sport; all of them if it is `nil`.
    static func sportNodes(
        from response: SportRadar.NavigationResponse, ofSport id: String?
    ) -> [SportRadar.NavigationResponse.Node] {
        (response.bonavigationnodes?.elements ?? []).filter {
            id == nil || $0.focontentid == id
        }
    }

    /// - Complexity: O(n log n) in the infos of the event.
    static func liveData(from event: EventModel) -> EventLiveData {
        // Parts have no numbers here: the whole is first, and they stay as the server has them.
        FeedLiveData.liveData(from: event) { $0.eventPartName == wholeMatch ? 0 : 1 }
    }

    private static let wholeMatch = "MATCH_SCORE"

    /// A bound of the time in the id of a content: `202610020000`, the first or the last
    /// minute of its day.
    ///
    /// - Parameter date: Where there is none, the bound is one beyond which nothing is: the
    ///   server knows what is to come.
    static func contentDate(_ date: Date?, isEnd: Bool) -> String {
        guard let date else { return isEnd ? "209912312359" : "200001010000" }
        let day = date.formatted(Date.ISO8601FormatStyle().year().month().day())
        return day.filter { $0 != "-" } + (isEnd ? "2359" : "0000")
    }
}
