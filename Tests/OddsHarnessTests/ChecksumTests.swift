import OddsModel
import Testing

@testable import OddsHarness

@Suite struct ChecksumTests {
    /// Events of 0 to 13 offers, of which each third, say, has a text for an id.
    private static let events: [EventModel] = (0...13).flatMap { count in
        [0, 1, 2, 3, 5, 7].map { textIDs in event(offers: count, textIDs: textIDs) }
    }

    /// - Parameter textIDs: Each offer with a number that divides by it has a text
    ///   for an id; none for 0.
    private static func event(
        offers: Int, textIDs: Int, changing changed: Int? = nil, _ change: Change = .id
    ) -> EventModel {
        var builder = EventModelBuilder()
        builder.append(.match, id: EntityID("1"))
        builder.append(.market, id: EntityID("2"))
        builder.append(.outcome, id: EntityID("3"))
        for number in 0..<offers {
            let isChanged = number == changed
            let isText = textIDs > 0 && number % textIDs == 0
            let id = (isText ? "x" : "7") + "\(isChanged && change == .id ? 99 : number)"
            builder.append(.bettingOffer, id: EntityID(id))
            let odds = 1.01 + Double(number)
            if number % 4 != 3 || isChanged && change == .odds {
                let isMore = isChanged && change == .odds
                builder.set(Schema.Offer.odds, to: isMore ? odds + 0.5 : odds)
            }
            let isAvailable = number % 3 != 0
            builder.set(
                Schema.Offer.isAvailable,
                to: isChanged && change == .availability ? !isAvailable : isAvailable)
        }
        return builder.finish()
    }

    private enum Change: CaseIterable { case id, odds, availability }

    private func checksum(_ event: EventModel) -> UInt64 {
        var checksum = Checksum()
        checksum.add(event)
        return checksum.value
    }

    /// What `add` is to compute, offer by offer.
    private func plainChecksum(_ event: EventModel) -> UInt64 {
        var checksum = Checksum()
        var lanes: [UInt64] = [1, 2, 3, 4]
        event.forEachBettingOffer { key, odds, isAvailable in
            if key.isWord {
                let word =
                    key.rawValue &* 0xD6E8_FEB8_6659_FD93 ^ odds.bitPattern
                    ^ (isAvailable ? 0xA076_1D64_78BD_642F : 0)
                lanes.append(Checksum.step(lanes.removeFirst(), word))
            } else {
                event.withIDBytes(of: key) { checksum.add($0) }
                checksum.add(odds.bitPattern)
                checksum.add(isAvailable ? 1 : 0)
            }
        }
        lanes.forEach { checksum.add($0) }
        return checksum.value
    }

    /// Gates compare checksums with those of the commit before.
    @Test func offersByFoursCountAsOneByOne() {
        for event in Self.events { #expect(checksum(event) == plainChecksum(event)) }
    }

    private static var kernels: [OfferLanes.Kernels] {
        OfferLanes.Kernels.allCases.filter {
            $0 != .none && $0.rawValue <= OfferLanes.kernels.rawValue
        }
    }

    /// Of the kernels that this machine has.
    @Test(arguments: kernels)
    func kernelAndTurnsAgree(kernels: OfferLanes.Kernels) {
        for event in Self.events {
            event.withBettingOffers { offers in
                var byKernel = OfferLanes()
                var position = 0
                byKernel.addByKernel(kernels, offers, from: &position)
                #expect(position % 4 == 0 && position <= offers.count)
                var byTurns = OfferLanes()
                var end = 0
                byKernel.addByTurns(offers, from: &position)
                byTurns.addByTurns(offers, from: &end)
                #expect(position == end)
                #expect(byKernel == byTurns)
            }
        }
        #expect(Self.events.contains { $0.offersTaken(by: kernels) > 8 })
    }

    @Test func everyValueCounts() {
        for textIDs in [0, 2, 3, 7] {
            let event = Self.event(offers: 11, textIDs: textIDs)
            for number in 0..<11 {
                for change in Change.allCases {
                    let changed = Self.event(
                        offers: 11, textIDs: textIDs, changing: number, change)
                    #expect(checksum(changed) != checksum(event), "offer \(number), \(change)")
                }
            }
        }
    }
}

extension EventModel {
    fileprivate func offersTaken(by kernels: OfferLanes.Kernels) -> Int {
        withBettingOffers { offers in
            var lanes = OfferLanes()
            var position = 0
            lanes.addByKernel(kernels, offers, from: &position)
            return position
        }
    }
}
