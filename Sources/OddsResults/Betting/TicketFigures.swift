/// The figures of the tickets of one run, of those due within the window.
package struct TicketFigures: Codable, Equatable, Sendable {
    /// Tickets due.
    package var due: Int
    /// Those not sent, as the client had too many under way.
    package var unsent: Int
    /// Those that were placed, or refused for a reason that is part of the game.
    package var answered: Int
    /// Those that had no answer yet when the window closed; they were waited for.
    package var unanswered: Int
    /// Those of the answered that were placed.
    package var placed: Int
    /// Those of the answered that were refused, by code.
    package var refusals: [Refusal]
    /// Those that failed, by the library's error.
    package var failures: [PlatformRouteFigures.Failure]
    /// Tickets due per second.
    package var offeredRate: Double
    /// Tickets answered per second while the window was open.
    package var achievedRate: Double
    /// Those of them that were placed, per second.
    package var placedRate: Double
    /// From the intended time to the library's answer, of those answered.
    package var responseTime: LatencySummary
    /// From the sending to the library's answer.
    package var serviceTime: LatencySummary

    package init(responseTime: LatencySummary, serviceTime: LatencySummary) {
        due = 0
        unsent = 0
        answered = 0
        unanswered = 0
        placed = 0
        refusals = []
        failures = []
        offeredRate = 0
        achievedRate = 0
        placedRate = 0
        self.responseTime = responseTime
        self.serviceTime = serviceTime
    }

    /// Tickets that were refused with one code.
    package struct Refusal: Codable, Equatable, Sendable {
        /// Such as `906`.
        package var code: String
        package var count: Int

        package init(code: String, count: Int) {
            self.code = code
            self.count = count
        }
    }

    /// Tickets that failed.
    package var failed: Int { failures.reduce(0) { $0 + $1.count } }

    /// Tickets that were refused.
    package var refused: Int { refusals.reduce(0) { $0 + $1.count } }
}

/// The refusals of a ticket that say nothing against the service.
package enum TicketRefusal: String, CaseIterable, Sendable {
    /// The wallet does not cover the stake.
    case insufficientFunds = "106"
    /// An offer is not there any more.
    case gone = "903"
    /// An offer takes no bets any more.
    case closed = "904"
    /// The odds are others than the ticket accepts.
    case oddsChanged = "906"

    /// What it means, in a word or two.
    package var text: String {
        switch self {
        case .insufficientFunds: "no funds"
        case .gone: "offer gone"
        case .closed: "closed"
        case .oddsChanged: "odds changed"
        }
    }
}
