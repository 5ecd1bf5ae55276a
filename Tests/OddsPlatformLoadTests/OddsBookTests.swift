import OddsModel
import Testing

@testable import OddsPlatformLoad

/// What a feed client knew some time ago.
@Suite struct OddsBookTests {
    /// Events as the feed sends them: each with one market of two offers.
    private static func events(_ count: Int, odds: Double = 2) -> [EventModel] {
        (0..<count).map { number in
            var builder = EventModelBuilder()
            builder.append(.match, id: EntityID("e\(number)"))
            builder.append(.market, id: EntityID("m\(number)"))
            builder.set(Schema.Market.isAvailable, to: true)
            for outcome in 0..<2 {
                builder.append(.outcome, id: EntityID("o\(number)-\(outcome)"))
                builder.append(.bettingOffer, id: EntityID("b\(number)-\(outcome)"))
                builder.set(Schema.Offer.isAvailable, to: true)
                Array("1".utf8).withUnsafeBytes { builder.set(Schema.Offer.statusId, toUTF8: $0) }
                builder.set(Schema.Offer.odds, to: odds)
            }
            return builder.finish()
        }
    }

    private static func book(_ events: [EventModel]) -> OddsBook {
        let book = OddsBook(horizon: 1_000)
        book.note(events, areAll: true, at: 100, sent: 0)
        return book
    }

    private static func change(_ book: OddsBook, _ id: String, to price: Double?, at time: UInt64) {
        book.note([.offer(EntityID(id), price: price)], at: time, sent: time - 5)
    }

    @Test func aTicketNamesThePriceOfItsMoment() {
        let book = Self.book(Self.events(1))
        Self.change(book, "b0-0", to: 3, at: 200)
        Self.change(book, "b0-0", to: 4, at: 300)
        func known(_ time: UInt64) -> KnownSelection? {
            book.selections(1, draw: 0, at: time).first
        }
        #expect(known(99) == nil)
        #expect([100, 199, 200, 299, 300, 999].map { known($0)?.price } == [2, 2, 3, 3, 4, 4])
        // Of the first dump nobody knows when the feed sent it.
        #expect(known(100)?.sent == 0)
        #expect(known(250)?.sent == 195)
        #expect(
            known(100)?.offer
                == KnownOffer(
                    id: "b0-0", outcome: "o0-0", market: "m0", event: "e0", bettingType: ""))
    }

    @Test func whatWasClosedThenIsNotNamed() {
        let book = Self.book(Self.events(1))
        Self.change(book, "b0-0", to: nil, at: 200)
        #expect(book.selections(1, draw: 0, at: 150).first?.offer.id == "b0-0")
        #expect(book.selections(1, draw: 0, at: 200).first?.offer.id == "b0-1")
        book.note([.market(EntityID("m0"), isOpen: false)], at: 300, sent: 295)
        #expect(book.selections(1, draw: 0, at: 299).count == 1)
        #expect(book.selections(1, draw: 0, at: 300).isEmpty)
        book.note([.market(EntityID("m0"), isOpen: true)], at: 400, sent: 395)
        #expect(book.selections(1, draw: 0, at: 400).first?.price == 2)
        // It is still closed itself.
        #expect(book.selections(1, draw: 0, at: 400).first?.offer.id == "b0-1")
    }

    /// A dump without an offer has taken it out.
    @Test func aTreeReplacesWhatWasKnown() {
        let book = Self.book(Self.events(2))
        book.note(Self.events(1, odds: 5), areAll: true, at: 200, sent: 0)
        #expect(book.selections(2, draw: 0, at: 199).map(\.offer.event) == ["e0", "e1"])
        #expect(book.selections(2, draw: 0, at: 200).map(\.price) == [5])
    }

    /// A part of a tree says nothing of other events.
    @Test func aPartReplacesItsEventsAlone() {
        let book = Self.book(Self.events(2))
        book.note(Self.events(1, odds: 5), areAll: false, at: 200, sent: 0)
        #expect(book.selections(2, draw: 0, at: 200).map(\.price) == [5, 2])
    }

    /// It is named for moments before, and comes back as another one.
    @Test func removedOffersAreNotNamed() {
        let book = Self.book(Self.events(1))
        book.note([.removed(EntityID("b0-0"))], at: 200, sent: 195)
        #expect(book.selections(1, draw: 0, at: 199).first?.offer.id == "b0-0")
        #expect(book.selections(1, draw: 0, at: 200).first?.offer.id == "b0-1")
        book.note(Self.events(1, odds: 7), areAll: false, at: 300, sent: 295)
        let prices = (UInt64(0)..<3).map { book.selections(1, draw: $0, at: 300).first?.price }
        #expect(prices == [7, 7, 7])
        #expect(book.selections(1, draw: 0, at: 250).first?.offer.id == "b0-1")
    }

    @Test func selectionsOfATicketAreOfDifferentEvents() {
        let book = Self.book(Self.events(5))
        for draw in UInt64(0)..<50 {
            let events = book.selections(4, draw: draw, at: 100).map(\.offer.event)
            #expect(events.count == 4 && Set(events).count == 4)
        }
        let all = (UInt64(0)..<50).flatMap { book.selections(1, draw: $0, at: 100) }
        #expect(Set(all.map(\.offer.id)).count == 10)
        #expect(book.selections(7, draw: 3, at: 100).count == 5)
    }

    /// Old prices go, and those that a ticket may still look for stay.
    @Test func pricesAreKeptForTheHorizon() {
        let book = Self.book(Self.events(1))
        for step in UInt64(0)..<200 {
            Self.change(book, "b0-0", to: 3 + Double(step), at: 1_000 + 10 * step)
        }
        // The last change is at 2,990: what was known from 1,990 on is needed.
        for time in stride(from: UInt64(2_000), through: 2_990, by: 10) {
            let price = book.selections(1, draw: 0, at: time).first?.price
            #expect(price == 3 + Double((time - 1_000) / 10))
        }
        #expect(book.selections(1, draw: 0, at: 1_000).first?.offer.id == "b0-1")
    }
}
