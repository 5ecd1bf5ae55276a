#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif
public import Foundation
public import OddsClient

/// A connection to an EM feed as publishers: `WebSocketClientAdapter` is one of any client.
public protocol WebSocketClientProtocol: AnyObject {
    /// Begins to connect, and returns at once.
    func connect()
    /// Ends the connection, and returns at once. Subscriptions stay, for the next `connect`.
    func disconnect()
    /// The states of the connection: the current one first.
    var connectionStatePublisher: AnyPublisher<WebSocketConnectionState, Never> { get }
    /// Subscribes to a channel, and returns at once. Its dump and its changes follow, on each
    /// new connection again.
    func subscribe(to channelId: String)
    /// Ends the subscription to a channel.
    func unsubscribe(from channelId: String)
    /// The frames of all subscribed channels from now on, as text in UTF-8.
    var messagePublisher: AnyPublisher<(channelId: String, message: Data), Error> { get }
}
