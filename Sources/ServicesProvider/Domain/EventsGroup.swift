public import OddsModel

/// Events of one tournament, as a section of a list.
///
/// The events are those of the feed's store: a group holds references to them, and their
/// trees are not copied.
public struct EventsGroup: Equatable, Sendable {
    /// The tournament's id; `nil` for events that have none.
    public let tournamentID: String?
    /// The tournament's name.
    public let tournamentName: String?
    /// The events, in the order of the list.
    public let events: [EventModel]

    /// A group of events.
    public init(tournamentID: String?, tournamentName: String?, events: [EventModel]) {
        self.tournamentID = tournamentID
        self.tournamentName = tournamentName
        self.events = events
    }

    /// Events by tournament. Groups stand in the order of their first events.
    ///
    /// - Complexity: O(events), expected.
    public static func groups(of events: [EventModel]) -> [EventsGroup] {
        var positions: [String?: Int] = [:]
        var parts: [(id: String?, events: [EventModel])] = []
        for event in events {
            let id = event.parentId
            if let position = positions[id] {
                parts[position].events.append(event)
            } else {
                positions[id] = parts.count
                parts.append((id, [event]))
            }
        }
        return parts.map {
            EventsGroup(
                tournamentID: $0.id, tournamentName: $0.events.first?.parentName,
                events: $0.events)
        }
    }
}
