import OddsClient

/// The groups of an event's markets: the server has a content of each.
enum SportRadarMarketGroup: String, CaseIterable, Sendable {
    /// The main markets, which are shown first.
    case main
    /// The secondary ones.
    case balanced
    /// All of them.
    case all

    func content(ofEvent id: String) -> SportRadarContent {
        switch self {
        case .main: .eventSummary(id: id)
        case .balanced: .eventWithBalancedMarkets(id: id)
        case .all: .event(id: id)
        }
    }

    private var name: String {
        switch self {
        case .main: "Main"
        case .balanced: "Secondary"
        case .all: "All"
        }
    }

    func marketGroup(position: Int, markets: Int) -> MarketGroup {
        MarketGroup(
            id: rawValue, key: rawValue, name: name, position: position,
            isDefault: self == .main, numberOfMarkets: markets)
    }
}
