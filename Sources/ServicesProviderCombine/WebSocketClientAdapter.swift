#if canImport(Combine)
    public import Combine
#else
    public import OpenCombine
#endif
public import Foundation
public import OddsClient

/// A client of the feed with the functions and publishers of `WebSocketClientProtocol`.
///
/// Calls return at once and take effect in their order. A topic that the server refuses, or
/// whose dump does not come, ends no publisher: `failurePublisher` tells of it. Whoever wants to
/// try again ends the subscription and subscribes anew. Any thread may use an adapter; one that
/// is released ends its subscriptions.
public final class WebSocketClientAdapter: WebSocketClientProtocol, Sendable {
    /// The end of a subscriber that would miss a frame, and show wrong content from then on.
    public struct SlowSubscriber: Error, Hashable, Sendable {
        /// The most messages that wait for a subscriber.
        public static let messagesMax = 1_024
    }

    private let client: any WebSocketClient
    private let subscriptions: ChannelSubscriptions
    private let calls: AsyncStream<ChannelSubscriptions.Call>.Continuation

    /// Makes an adapter, which does nothing until it is told to.
    public init(_ client: any WebSocketClient) {
        self.client = client
        let subscriptions = ChannelSubscriptions(client)
        self.subscriptions = subscriptions
        let (stream, continuation) = AsyncStream.makeStream(of: ChannelSubscriptions.Call.self)
        calls = continuation
        Task { await subscriptions.perform(stream) }
    }

    deinit { calls.finish() }

    /// See `WebSocketClientProtocol`. Why an attempt failed stands in the states.
    public func connect() { calls.yield(.connect) }

    /// See `WebSocketClientProtocol`.
    public func disconnect() { calls.yield(.disconnect) }

    /// See `WebSocketClientProtocol`.
    public func subscribe(to channelId: String) { calls.yield(.subscribe(channelId)) }

    /// See `WebSocketClientProtocol`.
    public func unsubscribe(from channelId: String) { calls.yield(.unsubscribe(channelId)) }

    /// See `WebSocketClientProtocol`.
    public var connectionStatePublisher: AnyPublisher<WebSocketConnectionState, Never> {
        let client = client
        return SequencePublisher { await client.states() }.eraseToAnyPublisher()
    }

    /// The frames of all subscribed channels from the subscription on, for a subscriber that
    /// takes them: it fails with `SlowSubscriber` where one would be lost, and in no other way.
    public var messagePublisher: AnyPublisher<(channelId: String, message: Data), Error> {
        let messages = subscriptions.messages
        return Deferred {
            let stream = messages.stream()
            return SequencePublisher { stream }
        }.eraseToAnyPublisher()
    }

    /// The channels whose subscription or dump has failed from the subscription on, and why; the
    /// newest for a subscriber without demand.
    public var failurePublisher: AnyPublisher<(channelId: String, error: ClientError), Never> {
        let failures = subscriptions.failures
        return Deferred {
            let stream = failures.stream()
            return SequencePublisher { stream }
        }.eraseToAnyPublisher()
    }
}
