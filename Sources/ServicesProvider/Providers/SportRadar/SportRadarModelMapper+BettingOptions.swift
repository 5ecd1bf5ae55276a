import Foundation

// What tickets would return, settings, and money for free bets.
extension SportRadarModelMapper {
    static func potentialReturn(from response: SportRadar.CalculationResponse) -> PotentialReturn {
        PotentialReturn(amount: response.potentialReturn, totalOdds: response.totalOdd)
    }

    static func customReturn(
        from response: SportRadar.CustomCalculationResponse
    ) -> PotentialReturn {
        PotentialReturn(amount: response.potentialReturn, totalOdds: response.calculatedOdds)
    }

    /// - Parameter count: The number of selections.
    static func allowedBetTypes(
        from response: SportRadar.BetTypesResponse, count: Int
    ) -> [AllowedBetType] {
        response.types.elements.compactMap { type in
            betType(type.idFOBetType, count: count).map {
                AllowedBetType(type: $0, name: type.name, numberOfBets: type.unitCount)
            }
        }
    }

    // MARK: Settings

    private static let oddsChange = 648
    private static let inRunning = 667
    private static let beforeMatch = 668
    private static let attributeName = "OddsChange"

    static func oddsChangeSettings(
        from response: SportRadar.AttributesResponse
    ) -> OddsChangeSettings {
        let values = Dictionary(
            response.attributes.elements.map { ($0.id, $0.value) }, uniquingKeysWith: { $1 })
        let acceptance = { (id: Int) -> OddsChangeSettings.Acceptance in
            (values[id] ?? values[oddsChange])?.lowercased() == "higher" ? .higher : .none
        }
        return OddsChangeSettings(
            inRunning: acceptance(inRunning), beforeMatch: acceptance(beforeMatch))
    }

    static func attributes(from settings: OddsChangeSettings) -> [SportRadar.Attribute] {
        [(inRunning, settings.inRunning), (beforeMatch, settings.beforeMatch)].map {
            SportRadar.Attribute(
                id: $0.0, name: attributeName, value: $0.1 == .higher ? "higher" : "none")
        }
    }

    static func freeBalance(from response: SportRadar.FreeBalanceResponse) -> Decimal {
        response.balance
    }
}
