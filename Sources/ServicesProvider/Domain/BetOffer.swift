public import Foundation

/// Terms that the house offers for a ticket whose odds have changed: the bet is placed only
/// if the player agrees, and no money moves before.
///
/// It is what `betNeedsUserConfirmation` has as its details:
/// ```swift
/// } catch .betNeedsUserConfirmation(let details) {
///     guard let offer = BetOffer(betDetails: details) else { throw … }
/// ```
public struct BetOffer: Hashable, Sendable, Codable {
    /// The server's number of it.
    public let id: String
    /// The stake for all combinations together, exactly.
    public let stake: Decimal
    /// What it returns if all wins, exactly; `nil` where the server does not say it.
    public let potentialReturn: Decimal?
    /// The selections, at the odds that are offered, in the ticket's order.
    public let selections: [PlacedBet.Selection]

    init(
        id: String, stake: Decimal, potentialReturn: Decimal?, selections: [PlacedBet.Selection]
    ) {
        self.id = id
        self.stake = stake
        self.potentialReturn = potentialReturn
        self.selections = selections
    }

    /// The offer of a `betNeedsUserConfirmation`; `nil` for other texts.
    public init?(betDetails: String) {
        guard let offer = try? JSONDecoder().decode(Self.self, from: Data(betDetails.utf8)) else {
            return nil
        }
        self = offer
    }

    /// The offer as a text of JSON.
    ///
    /// - Throws: `invalidResponse` for numbers that JSON has not.
    func betDetails() throws(ServiceProviderError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(self) else { throw .invalidResponse }
        return String(decoding: data, as: UTF8.self)
    }
}

/// Which changes of the odds are taken without the player being asked.
public struct OddsChangeSettings: Hashable, Sendable {
    /// What is taken.
    public enum Acceptance: Hashable, Sendable {
        /// Equal odds alone.
        case none
        /// Higher odds as well.
        case higher
    }

    /// Of events that have begun.
    public var inRunning: Acceptance
    /// Of events to come.
    public var beforeMatch: Acceptance

    /// Settings.
    public init(inRunning: Acceptance, beforeMatch: Acceptance) {
        self.inRunning = inRunning
        self.beforeMatch = beforeMatch
    }
}
