import NIOConcurrencyHelpers
import OddsClient
import OddsLedger
import OddsModel

/// Notes what a feed client of the library reads: the odds for tickets, and when each frame
/// was in its tree.
final class PriceFeed: Sendable {
    let book: OddsBook
    private let notes = NIOLockedValueBox(ReaderNotes())

    /// - Parameter horizon: How far back tickets look, in nanoseconds.
    init(horizon: UInt64) { book = OddsBook(horizon: horizon) }

    /// What was seen so far.
    var sights: [Sight] {
        notes.withLockedValue { $0.sights.sights(channels: 1).first ?? [] }
    }

    /// Reads what an update of the store has changed.
    func read(_ update: ChannelChanges, of store: ChannelDataStore) async {
        let reading = await Self.reading(update, of: store)
        book.note(reading.changes, at: reading.time, sent: reading.sent)
        book.note(
            reading.events, areAll: reading.isWhole, at: reading.time, sent: reading.sent)
        notes.withLockedValue { notes in
            // Its sights alone: no frame is due so late that its stages would be noted.
            notes.note(
                channel: 0, update.traces.map(SeenFrame.init), droppedCount: update.droppedCount,
                now: reading.time, from: .max)
        }
    }

    private struct Reading: Sendable {
        /// Events to be read again: all of them, or those with something new.
        var events: [EventModel] = []
        var isWhole = false
        var changes: [OddsBook.Change] = []
        /// When it was in the tree.
        let time: UInt64
        /// When the first of its frames was due; 0 for a dump.
        let sent: UInt64
    }

    /// Has the store bring its tree up to date, at the cost of its strategy, and reads in it
    /// what has changed.
    private static func reading(
        _ update: ChannelChanges, of store: isolated ChannelDataStore
    ) -> Reading {
        let events = store.events()
        let isReset = update.changes.isReset
        var reading = Reading(
            time: FrameTrace.now, sent: isReset ? 0 : update.traces.first?.intended ?? 0)
        guard !isReset, !update.isIncomplete else {
            reading.events = events
            reading.isWhole = true
            return reading
        }
        var renewed = Set<EntityID>()
        update.changes.forEach { entry in
            guard [.market, .outcome, .bettingOffer].contains(entry.type) else { return }
            let id = update.changes.id(of: entry)
            let value = store.value(of: EntityName(entry.type, id))
            if entry.kinds.contains(.inserted) {
                event(of: value, in: store).map { _ = renewed.insert($0) }
            } else if entry.type == .market {
                let isOpen = value?.market?.takesBets ?? false
                reading.changes.append(.market(id, isOpen: isOpen))
            } else if entry.type == .bettingOffer {
                let offer = value?.bettingOffer
                reading.changes.append(
                    offer.map { .offer(id, price: $0.openPrice) } ?? .removed(id))
            }
        }
        if !renewed.isEmpty { reading.events = events.filter { renewed.contains($0.id) } }
        return reading
    }

    /// The event of something new.
    private static func event(
        of value: EntityValue?, in store: isolated ChannelDataStore
    ) -> EntityID? {
        switch value {
        case .market(let market): market.eventId
        case .outcome(let outcome): outcome.eventId
        case .bettingOffer(let offer):
            offer.outcomeId.flatMap { store.value(of: EntityName(.outcome, $0))?.outcome?.eventId }
        default: nil
        }
    }
}
