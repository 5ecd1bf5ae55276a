import Foundation

// What EveryMatrix does not offer.
extension EveryMatrixBettingProvider {
    func confirmBet(_ offer: BetOffer) async throws(ServiceProviderError) -> PlacedBet? {
        throw .notSupportedForProvider
    }

    func rejectBet(_ offer: BetOffer) async throws(ServiceProviderError) {
        throw .notSupportedForProvider
    }

    func getOddsChangeSettings() async throws(ServiceProviderError) -> OddsChangeSettings {
        throw .notSupportedForProvider
    }

    func updateOddsChangeSettings(
        _ settings: OddsChangeSettings
    ) async throws(ServiceProviderError) -> OddsChangeSettings {
        throw .notSupportedForProvider
    }

    func getFreebetBalance() async throws(ServiceProviderError) -> Decimal {
        throw .notSupportedForProvider
    }
}
