public import Foundation

/// The only error that leaves this module. Errors keep their case on the way from the
/// wire to the app: no layer turns one into text.
public enum ServiceProviderError: Error, Hashable, Sendable {
    // The client is not connected.

    /// There is no events provider: the client is not connected.
    case eventsProviderNotFound
    /// There is no provider of accounts: the client is not connected.
    case privilegedAccessManagerNotFound
    /// There is no provider of bets: the client is not connected.
    case bettingProviderNotFound
    /// The client's provider does not offer that; see `ServicesProviderClient.capabilities`.
    case notSupportedForProvider

    // Sessions.

    /// Nobody is logged in, or the session that the request was for is over.
    case userSessionNotFound
    /// The session was refused, and could not be renewed.
    case unauthorized
    /// The request is forbidden to this player.
    case forbidden
    /// The session has blockers, which have to be dealt with before.
    case sessionBlocked([SessionBlocker])
    /// Name or password is wrong.
    case invalidEmailPassword
    /// Too many attempts to log in have failed. The date is empty where the server does
    /// not say it.
    case failedTempLock(date: String)

    // Registration.

    /// A registration of one step was not completed.
    case quickSignUpIncomplete
    /// The e-mail address is taken or not one.
    case invalidSignUpEmail
    /// The name is taken or missing.
    case invalidSignUpUsername
    /// The password is not acceptable.
    case invalidSignUpPassword
    /// The code that was sent to the phone is wrong or missing.
    case invalidMobileVerifyCode

    // What the server says of a request.

    /// The request could not be encoded, or the server could not read it.
    case invalidRequestFormat
    /// The request is not one that the server takes.
    case badRequest
    /// There is no such thing.
    case notFound
    /// There is no such thing any more.
    case resourceUnavailableOrDeleted
    /// The request contradicts the state of things.
    case conflict(key: String, message: String)
    /// A limit that the player has set.
    case limitExceeded(LimitKind)
    /// The balance is lower.
    case insufficientFunds

    // Bets.

    /// The odds are no longer those of the ticket: which, where the server says it.
    case oddsChanged([OddsChange])
    /// The stake is not one between these; `nil` where the server does not say it.
    case stakeOutOfRange(min: Decimal?, max: Decimal?)
    /// The ticket was not placed, for the reason of that code or text.
    case notPlacedBet(message: String)
    /// The bet is placed only once the player has agreed to what the server says of it.
    case betNeedsUserConfirmation(betDetails: String)
    /// The bet was not cashed out.
    case cashout(CashoutRefusal)

    // What is wrong with the server.

    /// The server has failed.
    case internalServerError
    /// There were too many requests.
    case rateLimitExceeded
    /// The server is under maintenance.
    case maintenanceMode(message: String)
    /// A text without a code.
    case errorMessage(message: String)
    /// A code that no table has, with its text.
    case errorDetailedMessage(key: String, message: String)

    // Answers that cannot be used.

    /// The answer cannot be decoded: the type and the path within it, never its content.
    case decodingError(message: String)
    /// The answer contradicts itself or the request.
    case invalidResponse
    /// The answer is empty where something is expected.
    case emptyData

    // The way to the server.

    /// The server cannot be reached, or the connection broke.
    case noNetworkConnection
    /// There was no answer in time.
    case timedOut
    /// The task was cancelled, or the client disconnected.
    case cancelled

    // Subscriptions.

    /// There is no such subscription.
    case subscriptionNotFound
    /// The server refused the subscription.
    case onSubscribe
    /// The connection failed for good.
    case onConnection
    /// An entity of a sport lacks what it needs to be shown.
    case incompletedSportData

    /// A status that no table has.
    case unknown
}

/// What has to be done before a session can bet and pay.
public struct SessionBlocker: RawRepresentable, Hashable, Sendable {
    /// The server's name of it.
    public let rawValue: String

    /// A blocker of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Required consents are missing.
    public static let consents = SessionBlocker(rawValue: "has-to-set-consents")
}

/// A limit of a player's own.
public struct LimitKind: Hashable, Sendable {
    /// What is limited.
    public enum Subject: String, CaseIterable, Hashable, Sendable {
        /// Deposits.
        case deposit
        /// Stakes.
        case wagering
        /// Stakes less returns.
        case loss
    }

    /// The rolling window in which it holds.
    public enum Period: String, CaseIterable, Hashable, Sendable {
        /// 24 hours.
        case daily
        /// 7 days.
        case weekly
        /// 30 days.
        case monthly
    }

    /// What is limited; `nil` where the server does not say it.
    public let subject: Subject?
    /// In which window; `nil` where the server does not say it.
    public let period: Period?

    /// A kind of limit.
    public init(subject: Subject?, period: Period?) {
        self.subject = subject
        self.period = period
    }
}
