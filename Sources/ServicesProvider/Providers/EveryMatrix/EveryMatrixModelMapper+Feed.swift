import Foundation
import OddsModel

// The feed.
extension EveryMatrixModelMapper {
    static func sportType(from sport: EveryMatrix.Sport) -> SportType {
        SportType(
            id: sport.id, name: sport.name, parentID: sport.parentId,
            isVirtual: sport.isVirtual ?? false, isTop: sport.isTopSport ?? false,
            hasMatches: sport.hasMatches ?? false, hasOutrights: sport.hasOutrights ?? false,
            numberOfEvents: sport.numberOfEvents ?? 0,
            numberOfLiveEvents: sport.numberOfLiveEvents ?? 0,
            numberOfUpcomingMatches: sport.numberOfUpcomingMatches ?? 0)
    }

    static func tournament(from tournament: EveryMatrix.Tournament) -> Tournament {
        Tournament(
            id: tournament.id, name: tournament.name, shortName: tournament.shortName,
            sportID: tournament.sportId, sportName: tournament.sportName,
            venueID: tournament.venueId, venueName: tournament.venueName,
            startDate: tournament.startTime.map(date), endDate: tournament.endTime.map(date),
            numberOfEvents: tournament.numberOfEvents ?? 0,
            numberOfLiveEvents: tournament.numberOfLiveEvents ?? 0,
            numberOfUpcomingMatches: tournament.numberOfUpcomingMatches ?? 0)
    }

    static func marketGroup(from group: EveryMatrix.MarketGroup) -> MarketGroup {
        MarketGroup(
            id: group.id, key: group.groupKey, name: group.translatedName,
            position: group.position, isDefault: group.isDefault ?? false,
            numberOfMarkets: group.numberOfMarkets ?? 0,
            isBetBuilder: group.isBetBuilder ?? false, isFast: group.isFast ?? false,
            isOutright: group.isOutright ?? false)
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    // MARK: Live data

    /// - Complexity: O(infos of the event).
    static func liveData(from event: EventModel) -> EventLiveData {
        // Parts stand behind the whole, and in the order of play.
        FeedLiveData.liveData(from: event) { $0.eventPartRelativePosition ?? .max }
    }
}
