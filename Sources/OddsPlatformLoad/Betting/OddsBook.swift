import NIOConcurrencyHelpers
import OddsModel

/// An offer of the feed, with the ids that a ticket names.
struct KnownOffer: Equatable, Sendable {
    let id: String
    let outcome: String
    let market: String
    let event: String
    let bettingType: String
}

/// An offer at the price that a client knew at some moment.
struct KnownSelection: Equatable, Sendable {
    let offer: KnownOffer
    let price: Double
    /// When the feed was due to send the price, on the machine's monotonic clock; 0 if it came
    /// with a dump.
    let sent: UInt64
}

/// The odds that a feed client has known, as far back as tickets look.
final class OddsBook: Sendable {
    /// A change that a client has read in its tree.
    enum Change: Sendable {
        /// An offer's price; `nil` once it takes no bets.
        case offer(EntityID, price: Double?)
        /// An offer that the tree does not have any more.
        case removed(EntityID)
        case market(EntityID, isOpen: Bool)
    }

    /// What was known from a moment on.
    fileprivate struct Sight {
        let time: UInt64
        let price: Double?
        let sent: UInt64
    }

    fileprivate struct Entry {
        let offer: KnownOffer
        let market: Int
        /// Its own, whatever its market's state.
        var price: Double?
        /// Whether the tree has it no more. If it comes back, it is another entry.
        var isRemoved = false
        /// Its own with an open market; ascending.
        var sights: [Sight] = []
    }

    fileprivate struct Market {
        var isOpen: Bool
        var offers: [Int] = []
    }

    fileprivate struct State {
        var entries: [Entry] = []
        var markets: [Market] = []
        /// The offers of each event, in the order in which they were first seen.
        var events: [[Int]] = []
        var offerNumbers: [EntityID: Int] = [:]
        var marketNumbers: [EntityID: Int] = [:]
        var eventNumbers: [EntityID: Int] = [:]
    }

    private let state = NIOLockedValueBox(State())
    /// How long a sight is kept after a newer one.
    private let horizon: UInt64
    /// How many sights an offer has before old ones are looked for.
    private static let trimCount = 32

    /// - Parameter horizon: How far back tickets look, in nanoseconds.
    init(horizon: UInt64) { self.horizon = horizon }

    /// Notes events of the tree, as they were read at a time.
    ///
    /// - Parameter areAll: Whether the tree has no others.
    func note(_ events: [EventModel], areAll: Bool, at time: UInt64, sent: UInt64) {
        state.withLockedValue { state in
            var present = Set<Int>()
            var numbers = Set(areAll ? Array(state.events.indices) : [])
            for event in events {
                for market in event.markets {
                    let number = state.number(of: market, isOpen: market.takesBets)
                    state.markets[number].isOpen = market.takesBets
                    for outcome in market.outcomes {
                        for offer in outcome.bettingOffers {
                            let entry = state.number(of: offer, outcome, market, number, event)
                            state.entries[entry].price = offer.openPrice
                            present.insert(entry)
                        }
                    }
                }
            }
            for event in events {
                if let number = state.eventNumbers[event.id] { numbers.insert(number) }
            }
            for number in numbers {
                for entry in state.events[number] {
                    if !present.contains(entry) { state.remove(entry) }
                    see(entry, &state, time, sent)
                }
                forgetRemoved(ofEvent: number, &state, time)
            }
        }
    }

    /// Forgets offers of an event of which no ticket needs to know any more.
    private func forgetRemoved(ofEvent event: Int, _ state: inout State, _ time: UInt64) {
        let oldest = time - min(time, horizon)
        let entries = state.entries
        state.events[event].removeAll { number in
            entries[number].isRemoved && entries[number].sights.last?.time ?? 0 < oldest
        }
    }

    /// Notes changes of known offers and markets; others are left out.
    func note(_ changes: [Change], at time: UInt64, sent: UInt64) {
        state.withLockedValue { state in
            for change in changes {
                switch change {
                case .offer(let id, let price):
                    guard let entry = state.offerNumbers[id] else { continue }
                    state.entries[entry].price = price
                    see(entry, &state, time, sent)
                case .removed(let id):
                    guard let entry = state.offerNumbers[id] else { continue }
                    state.remove(entry)
                    see(entry, &state, time, sent)
                case .market(let id, let isOpen):
                    guard let market = state.marketNumbers[id] else { continue }
                    state.markets[market].isOpen = isOpen
                    for entry in state.markets[market].offers { see(entry, &state, time, sent) }
                }
            }
        }
    }

    private func see(_ number: Int, _ state: inout State, _ time: UInt64, _ sent: UInt64) {
        // In place: a copy of an entry would have its sights copied, too.
        let isOpen = state.markets[state.entries[number].market].isOpen
        let price = isOpen ? state.entries[number].price : nil
        if let last = state.entries[number].sights.last, last.price == price { return }
        state.entries[number].sights.append(Sight(time: time, price: price, sent: sent))
        guard state.entries[number].sights.count > Self.trimCount else { return }
        let oldest = time - min(time, horizon)
        // The last one before that is what was known then.
        let first = state.entries[number].sights.lastIndex { $0.time <= oldest } ?? 0
        state.entries[number].sights.removeFirst(first)
    }

    /// Open offers of different events at the prices that were known at a time.
    ///
    /// - Parameters:
    ///   - count: How many; there are fewer if fewer events had one.
    ///   - draw: Decides which.
    func selections(_ count: Int, draw: UInt64, at time: UInt64) -> [KnownSelection] {
        state.withLockedValue { state in
            var found: [KnownSelection] = []
            let events = UInt64(state.events.count)
            for step in 0..<events where found.count < count {
                let offers = state.events[Int((draw &+ step) % events)]
                if let selection = state.selection(offers, draw: draw / events, at: time) {
                    found.append(selection)
                }
            }
            return found
        }
    }
}

extension OddsBook.State {
    fileprivate mutating func remove(_ entry: Int) {
        guard !entries[entry].isRemoved else { return }
        entries[entry].isRemoved = true
        entries[entry].price = nil
        offerNumbers[EntityID(entries[entry].offer.id)] = nil
    }

    fileprivate mutating func number(of market: MarketModel, isOpen: Bool) -> Int {
        if let number = marketNumbers[market.id] { return number }
        marketNumbers[market.id] = markets.count
        markets.append(.init(isOpen: isOpen))
        return markets.count - 1
    }

    fileprivate mutating func number(
        of offer: BettingOfferModel, _ outcome: OutcomeModel, _ market: MarketModel,
        _ marketNumber: Int, _ event: EventModel
    ) -> Int {
        if let number = offerNumbers[offer.id] { return number }
        let number = entries.count
        offerNumbers[offer.id] = number
        entries.append(
            .init(
                offer: KnownOffer(
                    id: "\(offer.id)", outcome: "\(outcome.id)", market: "\(market.id)",
                    event: "\(event.id)", bettingType: market.bettingTypeId ?? ""),
                market: marketNumber))
        markets[marketNumber].offers.append(number)
        let eventNumber = eventNumbers[event.id] ?? events.count
        if eventNumber == events.count {
            eventNumbers[event.id] = eventNumber
            events.append([])
        }
        events[eventNumber].append(number)
        return number
    }

    /// The first of some offers, from the drawn one on, that was open at a time.
    fileprivate func selection(
        _ offers: [Int], draw: UInt64, at time: UInt64
    ) -> KnownSelection? {
        let count = UInt64(offers.count)
        for step in 0..<count {
            let entry = entries[offers[Int((draw % count + step) % count)]]
            let known = entry.sights.last { $0.time <= time }
            guard let known, let price = known.price else { continue }
            return KnownSelection(offer: entry.offer, price: price, sent: known.sent)
        }
        return nil
    }
}

extension MarketModel {
    /// Whether bets are accepted, as far as the market goes.
    var takesBets: Bool { isAvailable != false && isClosed != true }
}

extension BettingOfferModel {
    /// The price; `nil` if the offer takes no bets.
    var openPrice: Double? {
        guard isAvailable == true, statusId == "1", let odds, odds > 1 else { return nil }
        return odds
    }
}
