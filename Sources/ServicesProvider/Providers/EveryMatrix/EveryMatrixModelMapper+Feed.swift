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
        var data = EventLiveData(
            eventID: "\(event.id)", status: status(event.statusId ?? ""),
            partID: event.currentPartId, partName: event.currentPartName)
        var scores: [(position: Int64, score: EventLiveData.Score)] = []
        for info in event.eventInfos {
            switch info.typeId {
            case "1":
                if let score = score(info, of: event) {
                    // Parts stand behind the whole, and in the order of play.
                    scores.append((info.eventPartRelativePosition ?? .max, score))
                }
            case "37":
                data.serving = info.paramParticipantId1.flatMap { side($0, of: event) }
            case "95":
                data.matchTime = info.paramFloat1.flatMap(integer).map {
                    EventLiveData.MatchTime(
                        minutes: $0, seconds: info.paramFloat2.flatMap(integer) ?? 0)
                }
            default: continue
            }
        }
        scores.sort { $0.position < $1.position }
        data.scores = scores.map(\.score)
        return data
    }

    /// By id: the name of a status is in the user's language.
    private static func status(_ id: String) -> EventLiveData.Status {
        switch id {
        case "1": .upcoming
        case "2": .live
        case "3": .ended
        default: .other(id)
        }
    }

    private static func score(
        _ info: EventInfoModel, of event: EventModel
    ) -> EventLiveData.Score? {
        guard let first = info.paramFloat1.flatMap(integer),
            let second = info.paramFloat2.flatMap(integer)
        else { return nil }
        // The first number is that of the first participant named, which need not be
        // the home side.
        let isSwapped =
            info.paramParticipantId1.flatMap { side($0, of: event) } == .away
        return EventLiveData.Score(
            partID: info.eventPartId, partName: info.eventPartName,
            home: isSwapped ? second : first, away: isSwapped ? first : second)
    }

    private static func side(_ participant: String, of event: EventModel) -> EventLiveData.Side? {
        switch participant {
        case event.homeParticipantId: .home
        case event.awayParticipantId: .away
        default: nil
        }
    }

    private static func integer(_ number: Double) -> Int? { Int(exactly: number.rounded()) }
}
