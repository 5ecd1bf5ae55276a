import NIOConcurrencyHelpers

/// What a token is for. Tokens that share a session share one slot of the coordinator.
public struct SessionTokenKey: RawRepresentable, Hashable, Sendable {
    /// The name of the key.
    public let rawValue: String

    /// A key of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// EveryMatrix: accounts.
    public static let playerSessionToken = SessionTokenKey(rawValue: "playerSessionToken")
    /// EveryMatrix: odds and bets.
    public static let oddsMatrixSessionToken = SessionTokenKey(
        rawValue: "oddsMatrixSessionToken")
    /// SportRadar: accounts.
    public static let restSessionToken = SessionTokenKey(rawValue: "restSessionToken")
    /// SportRadar: bets.
    public static let launchToken = SessionTokenKey(rawValue: "launchToken")
    /// SportRadar: the socket's subscriber.
    public static let socketSessionToken = SessionTokenKey(rawValue: "socketSessionToken")
}

/// A token, and the number that tells it from those before.
public struct SessionToken: Hashable, Sendable {
    /// The token's text: a secret.
    public let value: String
    /// Grows with each token that is saved.
    public let generation: Int
    /// Whether the server has already said that it refuses it.
    public let isRefused: Bool
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The generation, without the token.
    public var description: String { "SessionToken(generation: \(generation))" }
    /// The same.
    public var debugDescription: String { description }
    /// The generation, without the token.
    public var customMirror: Mirror { Mirror(self, children: ["generation": generation]) }
}

/// What a player logs in with.
public struct Credentials: Hashable, Sendable {
    /// The name.
    public let username: String
    /// The password: a secret.
    public let password: String

    /// Credentials of that name and password.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// No more than that there are some.
    public var description: String { "Credentials" }
    /// The same.
    public var debugDescription: String { description }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A session as it is stored.
public struct StoredSession: Hashable, Sendable {
    /// The session's token: a secret.
    public var token: String
    /// What renews it.
    public var credentials: Credentials
    /// The player's number.
    public var userID: String

    /// A session of that player.
    public init(token: String, credentials: Credentials, userID: String) {
        self.token = token
        self.credentials = credentials
        self.userID = userID
    }
}

extension StoredSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The player, without secrets.
    public var description: String { "StoredSession(userID: \(userID))" }
    /// The same.
    public var debugDescription: String { description }
    /// The player, without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["userID": userID]) }
}

/// Keeps a session from one start of the app to the next.
///
/// Calls come from the coordinator, one at a time. On Apple's systems a store of the
/// keychain is what apps want.
public protocol TokenStore: Sendable {
    /// The session that was stored last; `nil` if there is none.
    func load() -> StoredSession?
    /// Stores a session in place of the one before; `nil` forgets it.
    func save(_ session: StoredSession?)
}

/// Keeps a session as long as the process lives.
public final class MemoryTokenStore: TokenStore {
    private let session: NIOLockedValueBox<StoredSession?>

    /// A store of that session.
    public init(_ session: StoredSession? = nil) { self.session = NIOLockedValueBox(session) }

    /// See `TokenStore`.
    public func load() -> StoredSession? { session.withLockedValue { $0 } }

    /// See `TokenStore`.
    public func save(_ session: StoredSession?) {
        self.session.withLockedValue { $0 = session }
    }
}
