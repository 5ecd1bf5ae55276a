public import Foundation
import NIOCore

/// The messages of one WebSocket, for apps that speak a protocol of their own.
///
/// ```swift
/// let stream = try WebSocketClientStream(SocketConfiguration(url: "wss://…/live"))
/// try await stream.connect()
/// try await stream.send(.text(greeting))
/// for try await message in stream { show(message) }
/// ```
///
/// A stream has the time limits, pings and idle limit of its `SocketConfiguration`, and
/// TLS. It does not connect again by itself: what the server has to be told on a new
/// connection is the app's to know. After its end it can be connected anew.
///
/// **Messages** come in order. Those that wait for the reader are bounded by
/// `bufferBytesMax`, to which each adds its bytes and 64 more. Beyond that nothing is
/// dropped: the stream stops to read from the socket until the reader has taken half of
/// them, so that the server has to wait; what one read brings may still be added. While
/// it does not read, the stream notices neither the connection's end nor its silence.
///
/// **The end**: after `close`, the sequence ends once the messages that wait are taken.
/// When the connection ends otherwise, also if the server closes it in order or it could
/// not be made, the sequence throws the error that says so, once, behind the messages.
/// Before `connect` it waits. A task that is cancelled gets the end.
///
/// Any task may use a stream. It has one reader: of several, each message goes to one.
/// An instance that is released is closed.
public final class WebSocketClientStream: AsyncSequence, Sendable {
    /// A message of either side.
    public enum Message: Hashable, Sendable {
        /// Text.
        case text(String)
        /// Any bytes.
        case binary([UInt8])
    }

    /// A message of the server.
    public typealias Element = Message
    /// Why the connection has ended.
    public typealias Failure = ClientError

    let session: StreamSession

    /// Makes a stream that is not connected.
    ///
    /// - Parameters:
    ///   - configuration: the server, and the time limits. Its back-off is not used; of
    ///     several addresses, each call of `connect` takes the next one after a failure.
    ///   - subprotocol: the subprotocol to offer, if any.
    ///   - messageBytesMax: the size of the largest message, decompressed. The server's
    ///     larger ones end the connection.
    ///   - bufferBytesMax: the bound of the messages that wait for the reader.
    ///   - loop: the event loop to run on; by default one of NIO's singleton group.
    /// - Precondition: both bounds are positive.
    /// - Throws: `badAddress` if a URL of the configuration is not one of a server.
    public init(
        _ configuration: SocketConfiguration, subprotocol: String? = nil,
        messageBytesMax: Int = 64 << 20, bufferBytesMax: Int = 1 << 20,
        on loop: (any EventLoop)? = nil
    ) throws(ClientError) {
        precondition(messageBytesMax > 0 && bufferBytesMax > 0)
        let profile = SocketProfile(
            subprotocol: subprotocol, defaultPath: "/", messageBytesMax: messageBytesMax,
            reconnects: false)
        session = StreamSession(
            try SocketConnection(configuration, profile, on: loop),
            buffer: MessageBuffer(bytesMax: bufferBytesMax))
    }

    /// Makes a stream to a server, with the defaults of all else, that is not connected.
    ///
    /// `connect` throws `badAddress`, as the sequence does, if the URL is not one of a
    /// server.
    public init(url: URL) {
        let configuration = SocketConfiguration(url: url.absoluteString)
        let profile = SocketProfile(
            subprotocol: nil, defaultPath: "/", messageBytesMax: 64 << 20, reconnects: false)
        var addresses: [ServerAddress] = []
        var refusal: ClientError?
        do throws(ClientError) {
            addresses = [try ServerAddress(configuration.url, defaultPath: profile.defaultPath)]
        } catch { refusal = error }
        session = StreamSession(
            SocketConnection(configuration, profile, addresses, on: nil),
            buffer: MessageBuffer(bytesMax: 1 << 20), refusal: refusal)
    }

    deinit {
        Task { [session] in await session.close() }
    }

    /// Connects, and returns once the WebSocket stands; at once if it does already.
    ///
    /// After an end, messages that were not taken are dropped.
    /// - Throws: why the attempt failed; `closed` if `close` came first, or if the task was
    ///   cancelled, which the attempt does not end.
    public func connect() async throws(ClientError) { try await session.connect() }

    /// Sends a message, and returns once the socket has taken it.
    ///
    /// - Throws: `notConnected`, or `connectionLost` if the connection ends before.
    /// - Complexity: O(bytes).
    public func send(_ message: Message) async throws(ClientError) {
        try await session.send(message)
    }

    /// Sends a text, like `send(_:)`.
    public func send(remoteMessage text: String) async throws(ClientError) {
        try await send(.text(text))
    }

    /// Closes the WebSocket, and returns once it is closed: when the server has answered,
    /// or after `goodbyeTimeLimit`. Does nothing if it is closed.
    public func close() async { await session.close() }

    /// See `AsyncSequence`. A new iterator goes on where another one was left.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// The reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the stream open.
        let stream: WebSocketClientStream

        /// Waits for the next message; `nil` after `close`, and if the task is cancelled.
        public mutating func next() async throws(ClientError) -> Message? {
            try await stream.session.next()
        }

        /// The same, on an actor.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(ClientError) -> Message? {
            try await stream.session.next()
        }
    }
}
