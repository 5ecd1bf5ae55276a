import NIOConcurrencyHelpers
package import OddsPlatform
package import OddsTraffic

/// A world whose offers a test sets.
///
/// Event `e` has the id `3000 + e`; its market `m` has `5000 + 10e + m`, and the outcome `o` of
/// that `70000 + 100e + 10m + o` with the offer `90000 + 100e + 10m + o`.
package final class ScriptedWorld: BettingWorld {
    /// An offer, by event, market and outcome.
    package struct Place: Hashable, Sendable {
        package let event: Int
        package let market: Int
        package let outcome: Int

        package init(_ event: Int, _ market: Int = 0, _ outcome: Int = 0) {
            self.event = event
            self.market = market
            self.outcome = outcome
        }

        package var offerID: UInt64 { UInt64(90_000 + 100 * event + 10 * market + outcome) }
        package var outcomeID: UInt64 { UInt64(70_000 + 100 * event + 10 * market + outcome) }
        package var marketID: UInt64 { UInt64(5_000 + 10 * event + market) }
        package var eventID: UInt64 { UInt64(3_000 + event) }

        /// The id of the second provider's selection.
        package var selectionID: String { "\(offerID).1" }

        /// The leg of a slip of the second provider.
        ///
        /// - Parameters:
        ///   - up: The upper part of the price that the slip names.
        ///   - down: The lower part.
        package func leg(_ up: String, _ down: String) -> String {
            """
            {"idFOSelection":"\(selectionID)","idFOPriceType":"CP","priceUp":"\(up)",\
            "priceDown":"\(down)","eachWayPlaceTerms":"","eachWayReduction":"","handicap":"",\
            "isTrap":"","lowerBand":"","upperBand":"","systemTag":""}
            """
        }

        /// The selection of a ticket.
        ///
        /// - Parameters:
        ///   - price: The odds that the ticket names.
        ///   - members: More members, such as `,"banker":true`.
        package func selection(_ price: String, _ members: String = "") -> String {
            """
            {"bettingOfferId":"\(offerID)","priceValue":\(price),"eventId":"\(eventID)",\
            "marketId":"\(marketID)","bettingTypeId":"69","outcomeId":"\(outcomeID)"\(members)}
            """
        }
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let offers = NIOLockedValueBox<[UInt64: OfferQuote]>([:])
    private let interruption = NIOLockedValueBox<(@Sendable () async throws -> Void)?>(nil)

    package init() {}

    /// Makes an offer, or changes it.
    ///
    /// - Parameters:
    ///   - odds: In hundredths.
    ///   - outcome: The place whose outcome it is an offer of; its own unless it is given.
    package func set(
        _ place: Place, odds: Int, isOpen: Bool = true, isLive: Bool = false,
        of outcome: Place? = nil
    ) {
        let quote = OfferQuote(
            offerID: place.offerID, outcomeID: (outcome ?? place).outcomeID,
            marketID: place.marketID, eventID: place.eventID, bettingTypeID: 69,
            oddsTenMillionths: UInt64(odds) * 100_000,
            isOpen: isOpen, isLive: isLive,
            description: """
                {"eventName":"Home \(place.event) - Away \(place.event)","marketName":"Winner",\
                "betName":"Home","sportId":"1","sportName":"Football","sportCode":"FBL",\
                "tournamentName":"Cup",\
                "homeParticipantName":"Home","awayParticipantName":"Away",\
                "startTime":1790957535648}
                """)
        offers.withLockedValue { $0[place.offerID] = quote }
    }

    /// Takes an offer out.
    package func remove(_ place: Place) {
        offers.withLockedValue { $0[place.offerID] = nil }
    }

    /// The end of a market, or its taking out.
    ///
    /// - Parameters:
    ///   - outcomes: All outcomes of the market.
    ///   - winner: The index of the one that won; `nil` if the market was taken out.
    package static func end(_ outcomes: [Place], winner: Int?) -> WorldNews {
        .settled([MarketSettlement(outcomeIDs: outcomes.map(\.outcomeID), winner: winner)])
    }

    /// A change of the traffic.
    package static func change(
        at nanoseconds: UInt64, _ scenario: String, _ rate: Int
    ) -> WorldPosition.Change {
        WorldPosition.Change(nanoseconds: nanoseconds, scenario: scenario, rate: rate)
    }

    /// Does something once, between the next reading of offers and the use of what was read.
    package func interruptNextReading(_ body: @escaping @Sendable () async throws -> Void) {
        interruption.withLockedValue { $0 = body }
    }

    package func quotes(_ ids: [UInt64], of key: QuoteKey) async throws -> [OfferQuote] {
        let found = offers.withLockedValue { offers in
            switch key {
            case .offer: ids.compactMap { offers[$0] }
            case .outcome: offers.values.filter { ids.contains($0.outcomeID) }
            }
        }
        let interruption = interruption.withLockedValue { interruption in
            defer { interruption = nil }
            return interruption
        }
        try await interruption?()
        return found
    }
}
