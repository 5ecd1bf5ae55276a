import Foundation
import Logging

// The history.
extension SportRadarBettingProvider {
    private static let betsPerPage = 20

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
        try await page(pageIndex, .resolved, startDate, endDate)
    }

    func getWonBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .won, startDate, endDate)
    }

    func getCashedOutBetsHistory(
        pageIndex: Int, startDate: Date?, endDate: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        try await page(pageIndex, .cashedOut, startDate, endDate)
    }

    func getBetDetails(identifier: String) async throws(ServiceProviderError) -> Bet {
        let user = try await user()
        let response: SportRadar.BetsResponse = try await requests.request(
            .getBet(betId: identifier), ofUser: user)
        let (bets, _) = SportRadarModelMapper.bets(
            from: response, currency: try await accounts.profile(of: user).currency)
        guard let bet = bets.first(where: { $0.id == identifier }) else {
            throw .decodingError(message: "BetsResponse: a leg cannot be read")
        }
        return bet
    }

    private func page(
        _ index: Int, _ list: SportRadarBetPages.Filter.List, _ start: Date?, _ end: Date?
    ) async throws(ServiceProviderError) -> BetsPage {
        guard index >= 0 else { throw .invalidRequestFormat }
        let user = try await user()
        let filter = SportRadarBetPages.Filter(
            user: user, list: list, startDate: start, endDate: end)
        let items = SportRadarModelMapper.items([
            ("from", start.map(SportRadarTime.betText)),
            ("to", pages.end(ofPage: index, of: filter).map(SportRadarTime.betText)),
            ("betStateTypes", list.states), ("betOutcomes", list.outcomes), ("orderBy", "0"),
            ("orderDesc", "true"), ("pageSize", "\(Self.betsPerPage)"),
            ("pageNumber", "\(index)"),
        ])
        let response: SportRadar.BetsResponse = try await requests.request(
            .getBets(items), ofUser: user)
        let (bets, droppedCount) = SportRadarModelMapper.bets(
            from: response, currency: try await accounts.profile(of: user).currency)
        if droppedCount > 0 {
            configuration.log.warning(
                "left out what could not be read",
                metadata: ["of": "bets", "count": "\(droppedCount)"])
        }
        if index == 0, let newest = bets.first { pages.note(newest: newest, of: filter) }
        return BetsPage(
            bets: bets, hasNextPage: bets.count + droppedCount >= Self.betsPerPage,
            droppedCount: droppedCount)
    }
}

extension SportRadarBetPages.Filter.List {
    fileprivate var states: String {
        switch self {
        case .all: "Opened,Settled,Closed,Cancelled"
        case .open: "Opened"
        case .resolved, .won: "Settled,Closed,Cancelled"
        case .cashedOut: "Closed"
        }
    }

    fileprivate var outcomes: String { self == .won ? "Won" : "NotSpecified" }
}
