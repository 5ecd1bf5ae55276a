import OddsJSON
import OddsTraffic

/// The betting API of the second provider, on the platform's bets: those of both providers are
/// of one player, one ledger and one history.
package struct SportRadarBets: Sendable {
    let platform: Platform

    /// The betting API of a platform.
    package init(_ platform: Platform) { self.platform = platform }

    /// Whether the launch token is one, before a body is looked at.
    package func check(_ access: Access) async throws(Refusal) {
        try await platform.check(access)
    }

    /// The offers of selections as they are now. A selection of this provider is an outcome on
    /// one market with one offer: others are left out, and counted.
    func quotes(of offers: [UInt64]) async throws(Refusal) -> [OfferQuote] {
        let named = try await platform.quotes(of: offers)
        guard !named.isEmpty else { return [] }
        let all: [OfferQuote]
        do {
            all = try await platform.world.quotes(
                Array(Set(named.map(\.outcomeID))), of: .outcome)
        } catch {
            throw .failed(error)
        }
        let asked = Set(offers)
        let groups = Dictionary(grouping: all, by: \.outcomeID).values
        let several = groups.filter { $0.count > 1 }
        platform.metrics.addAmbiguousSelections(
            several.reduce(0) { $0 + $1.count { asked.contains($0.offerID) } })
        return groups.filter { $0.count == 1 }.joined().filter { asked.contains($0.offerID) }
    }

    /// The player's money for free bets.
    package func freeBalance(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { transaction, player in
            ["balance": try transaction.balances(of: player.id).freebet.json]
        }
    }
}
