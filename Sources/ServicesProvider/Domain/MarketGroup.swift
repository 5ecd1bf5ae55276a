/// A group of an event's markets, such as those of goals or of the first half.
public struct MarketGroup: Hashable, Sendable, Identifiable {
    /// The group's id.
    public var id: String
    /// The group's name within the programs.
    public var key: String
    /// The name to show to users.
    public var name: String
    /// The place among the groups of the event, from 0.
    public var position: Int
    /// Whether it is shown first.
    public var isDefault: Bool
    /// The number of its markets.
    public var numberOfMarkets: Int
    /// Whether its markets can be combined into one bet.
    public var isBetBuilder: Bool
    /// Whether its markets are decided within minutes.
    public var isFast: Bool
    /// Whether its markets are bets on whole tournaments.
    public var isOutright: Bool

    /// A group of markets.
    public init(
        id: String, key: String, name: String, position: Int, isDefault: Bool = false,
        numberOfMarkets: Int = 0, isBetBuilder: Bool = false, isFast: Bool = false,
        isOutright: Bool = false
    ) {
        self.id = id
        self.key = key
        self.name = name
        self.position = position
        self.isDefault = isDefault
        self.numberOfMarkets = numberOfMarkets
        self.isBetBuilder = isBetBuilder
        self.isFast = isFast
        self.isOutright = isOutright
    }
}
