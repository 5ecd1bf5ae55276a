public import Foundation
import OddsModel

/// The order of a list.
public enum EventsSort: Hashable, Sendable, CaseIterable {
    /// As the feed has it.
    case feed
    /// Those that begin first are first, and those without a time last.
    case startTime
    /// Those with the most betting offers are first.
    case popularity
    /// By name.
    case name
}

/// Which matches of a list are shown, and in which order. All conditions have to be
/// fulfilled; an empty set is none.
public struct MatchFilters: Hashable, Sendable {
    /// Ids of sports.
    public var sportTypes: Set<String>
    /// Ids of tournaments.
    public var tournaments: Set<String>
    /// Ids of countries and regions.
    public var venues: Set<String>
    /// A part of a participant's name, in any case and with any accents.
    public var participant: String
    /// Whether only matches are shown that have a market on which one can bet now.
    public var isOpenOnly: Bool
    /// Matches that begin before are not shown.
    public var earliestStart: Date?
    /// Matches that begin after are not shown.
    public var latestStart: Date?
    /// The order.
    public var sort: EventsSort
    /// The number of matches of the list before the filters, from 1 to 1,000.
    public var eventCount: Int

    /// Filters that show all of the first hundred matches, but for what is given.
    public init(
        sportTypes: Set<String> = [], tournaments: Set<String> = [], venues: Set<String> = [],
        participant: String = "", isOpenOnly: Bool = false, earliestStart: Date? = nil,
        latestStart: Date? = nil, sort: EventsSort = .feed, eventCount: Int = 100
    ) {
        self.sportTypes = sportTypes
        self.tournaments = tournaments
        self.venues = venues
        self.participant = participant
        self.isOpenOnly = isOpenOnly
        self.earliestStart = earliestStart
        self.latestStart = latestStart
        self.sort = sort
        self.eventCount = eventCount
    }

    /// The events that fulfil the conditions, in the order. Those that are equal in it
    /// stay in the order given.
    ///
    /// - Complexity: O(n log n) in the number of events; O(entities) if `isOpenOnly`.
    func apply(to events: [EventModel]) -> [EventModel] {
        let shown = events.filter(admits)
        switch sort {
        case .feed: return shown
        case .startTime: return shown.sorted(by: { $0.startTime ?? .max }, <)
        case .popularity: return shown.sorted(by: { $0.numberOfBettingOffers ?? 0 }, >)
        case .name: return shown.sorted(by: { $0.name ?? "" }, <)
        }
    }

    private func admits(_ event: EventModel) -> Bool {
        Self.admits(event.sportId, sportTypes) && Self.admits(event.parentId, tournaments)
            && Self.admits(event.venueId, venues) && hasStart(event) && hasParticipant(event)
            && (!isOpenOnly || event.isOpen)
    }

    private static func admits(_ id: String?, _ ids: Set<String>) -> Bool {
        ids.isEmpty || id.map(ids.contains) ?? false
    }

    private func hasStart(_ event: EventModel) -> Bool {
        guard earliestStart != nil || latestStart != nil else { return true }
        guard let time = event.startTime else { return false }
        let date = Date(timeIntervalSince1970: Double(time) / 1_000)
        return date >= earliestStart ?? .distantPast && date <= latestStart ?? .distantFuture
    }

    private func hasParticipant(_ event: EventModel) -> Bool {
        participant.isEmpty
            || [event.homeParticipantName, event.awayParticipantName].contains {
                $0?.range(
                    of: participant, options: [.caseInsensitive, .diacriticInsensitive]) != nil
            }
    }
}

extension [EventModel] {
    fileprivate func sorted<Key>(
        by key: (EventModel) -> Key, _ precedes: (Key, Key) -> Bool
    ) -> [EventModel] {
        enumerated().map { (key: key($1), index: $0) }.sorted {
            if precedes($0.key, $1.key) { return true }
            return !precedes($1.key, $0.key) && $0.index < $1.index
        }
        .map { self[$0.index] }
    }
}

extension EventModel {
    /// Whether one can bet on it now.
    fileprivate var isOpen: Bool {
        markets.contains { market in
            market.isAvailable == true && market.isClosed != true
                && market.outcomes.contains { outcome in
                    outcome.bettingOffers.contains { $0.isAvailable == true }
                }
        }
    }
}
