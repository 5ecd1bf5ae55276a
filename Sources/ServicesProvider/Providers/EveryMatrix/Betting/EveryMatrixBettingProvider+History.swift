import Foundation

// The history.
extension EveryMatrixBettingProvider {
    private static let betsPerPage = 20

    /// Bets that a request was answered with.
    private struct Listed {
        /// The newest first.
        var bets: [(bet: Bet, placed: WireMoment)]
        var droppedCount: Int
        /// The moment before which there may be more.
        var next: WireMoment?
    }

    func getBetHistory(pageIndex: Int) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .all, nil, nil)
    }

    func getOpenBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .open, startDate, endDate)
    }

    func getResolvedBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .settled(status: nil), startDate, endDate)
    }

    func getWonBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .settled(status: "WON"), startDate, endDate)
    }

    func getCashedOutBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .settled(status: "CASHED_OUT"), startDate, endDate)
    }

    func getBetDetails(identifier: String) async throws(ServiceProviderError) -> Bet {
        let response: EveryMatrix.BetResponse = try await request(
            .getBet(betId: identifier), ofUser: try await user())
        guard let bet = EveryMatrixModelMapper.bet(from: response) else {
            throw .decodingError(message: "BetResponse: .placedDate or .settledDate cannot be read")
        }
        return bet
    }

    // MARK: Pages

    /// A page of a list, which is reached through those before it.
    private func page(
        _ index: Int, _ list: EveryMatrixBetPages.Filter.List, _ start: Date?, _ end: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        guard index >= 0 else { throw .invalidRequestFormat }
        let filter = EveryMatrixBetPages.Filter(
            user: try await user(), list: list, startDate: start, endDate: end)
        var place =
            index == 0 ? pages.first(of: filter) : pages.nearest(to: index, of: filter)
        while let current = place {
            let listed = try await read(filter, before: current.before)
            let next = Self.next(listed, after: current.before)
            pages.note(next, after: current, of: filter)
            if current.page == index {
                return BetsPage(
                    bets: listed.bets.map(\.bet), hasNextPage: next != nil,
                    droppedCount: listed.droppedCount)
            }
            place = next.map { pages.next(current, before: $0) }
        }
        return BetsPage(bets: [], hasNextPage: false, droppedCount: 0)
    }

    /// Where the page after some bets begins; `nil` if there is none, or if the server does
    /// not get on.
    private static func next(_ listed: Listed, after before: String?) -> String? {
        guard let next = listed.next else { return nil }
        if let begin = before.flatMap(WireTime.date), next.date >= begin { return nil }
        return next.text
    }

    private func read(
        _ filter: EveryMatrixBetPages.Filter, before: String?
    ) async throws(ServiceProviderError) -> Listed {
        var listed =
            switch filter.list {
            case .open: try await bets(isOpen: true, before, filter.user)
            case .settled(let status):
                try await bets(isOpen: false, before, filter.user, status: status)
            case .all:
                // A bet that is settled meanwhile is in both answers this way, and not in none.
                Self.merged(
                    open: try await bets(isOpen: true, before, filter.user),
                    settled: try await bets(isOpen: false, before, filter.user))
            }
        if let start = filter.startDate {
            listed.bets.removeAll { $0.placed.date < start }
            if let next = listed.next, next.date < start { listed.next = nil }
        }
        return listed
    }

    private func bets(
        isOpen: Bool, _ before: String?, _ user: String, status: String? = nil
    ) async throws(ServiceProviderError) -> Listed {
        let query = EveryMatrix.BetsQuery(
            limit: Self.betsPerPage, placedBefore: before, betStatus: status)
        let response: EveryMatrix.BetsResponse = try await request(
            isOpen ? .getOpenBets(query) : .getSettledBets(query), ofUser: user)
        let (bets, droppedCount, last) = EveryMatrixModelMapper.bets(from: response)
        if droppedCount > 0 {
            configuration.log.warning(
                "left out what could not be read",
                metadata: ["of": "bets", "count": "\(droppedCount)"])
        }
        let isFull = bets.count + droppedCount >= Self.betsPerPage
        return Listed(bets: bets, droppedCount: droppedCount, next: isFull ? last : nil)
    }

    /// A page of both lists; a bet in both is settled.
    private static func merged(open: Listed, settled: Listed) -> Listed {
        let known = Set(settled.bets.map(\.bet.id))
        var bets = settled.bets + open.bets.filter { !known.contains($0.bet.id) }
        bets.sort { $0.placed.date > $1.placed.date }
        // Of a full list, what lies behind its last bet is not known.
        var next = [open.next, settled.next].compactMap(\.self).max { $0.date < $1.date }
        if let next { bets.removeAll { $0.placed.date < next.date } }
        if bets.count > betsPerPage {
            bets.removeSubrange(betsPerPage...)
            next = bets.last?.placed
        }
        return Listed(
            bets: bets, droppedCount: open.droppedCount + settled.droppedCount, next: next)
    }
}
