import OddsModel

/// How an event of a feed's tree stands.
enum FeedLiveData {
    /// - Parameter position: The place of a score among the event's scores; those with the same
    ///   one stay in the order of the feed.
    /// - Complexity: O(n log n) in the infos of the event.
    static func liveData(
        from event: EventModel, position: (EventInfoModel) -> Int64
    ) -> EventLiveData {
        var data = EventLiveData(
            eventID: "\(event.id)", status: status(event.statusId ?? ""),
            partID: event.currentPartId, partName: event.currentPartName)
        var scores: [(place: (Int64, Int), score: EventLiveData.Score)] = []
        for info in event.eventInfos {
            switch info.typeId {
            case "1":
                if let score = score(info, of: event) {
                    scores.append(((position(info), scores.count), score))
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
        scores.sort { $0.place < $1.place }
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
