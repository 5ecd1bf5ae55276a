import NIOCore
import NIOHTTP1
import NIOPosix
import OddsSimulator
import OddsTraffic

// The world on SportRadar's wire. Its sockets are not at the server's own port: whoever serves
// that provider's requests makes them of its connections, by `ContentChannel`.
extension EMServer {
    /// The path of the socket.
    package static let contentSocketPath = "/notification/listen/websocket"

    /// The loops of connections of contents: those of the process, as the port is not the
    /// server's.
    static func contentLoops(_ configuration: ServerConfiguration) -> [any EventLoop] {
        guard configuration.servesContents else { return [] }
        return Array(MultiThreadedEventLoopGroup.singleton.makeIterator())
    }

    /// - Throws: `ElsewhereError` if the world is not here; `FeedError` if it is a recording.
    func checkContents() throws {
        guard configuration.servesContents else { return }
        guard try world(for: "contents").contentSource != nil else {
            throw FeedError("a recording has no contents of SportRadar's wire")
        }
    }

    /// The world, for contents.
    ///
    /// - Throws: `ElsewhereError` if the world is not here; `FeedError` if it is not served so.
    var contents: FeedLoop {
        get throws {
            let world = try world(for: "contents")
            guard configuration.servesContents else {
                throw FeedError("SportRadar's wire is not served: start with --sportradar")
            }
            return world
        }
    }

    /// Makes a channel the socket of a client of contents.
    func becomeContentSocket(_ channel: any Channel, _ head: HTTPRequestHead) throws {
        let contents = try contents
        metrics.change(.connections, by: 1)
        channel.closeFuture.whenComplete { [metrics] _ in metrics.change(.connections, by: -1) }
        try channels.addConnection(to: channel, head) { shard, number, messages in
            ContentConnection(
                shard: shard, number: number, messages: messages, contents: contents)
        }
    }

    func refuseContents(for time: TimeAmount) {
        let end = NIODeadline.now() + time
        contentsRefusedUntil.store(end.uptimeNanoseconds, ordering: .relaxed)
    }

    /// Whether connections for contents are refused now, by a fault.
    var refusesContents: Bool {
        NIODeadline.now().uptimeNanoseconds < contentsRefusedUntil.load(ordering: .relaxed)
    }

    /// Subscribes a subscriber to a content, which then comes over its socket: whole, before or
    /// after this returns, and then its changes.
    ///
    /// - Throws: `ContentRefusal`, of the request; `ElsewhereError`, `FeedError` if there are no
    ///   contents.
    package func subscribe(_ subscriber: String, to content: ContentName) async throws {
        if let refusal = try await contents.subscribe(subscriber, to: content).get() {
            throw refusal
        }
    }

    /// Unsubscribes a subscriber from a content, which it need not have.
    ///
    /// - Throws: as `subscribe`.
    package func unsubscribe(_ subscriber: String, from content: ContentName) async throws {
        if let refusal = try await contents.unsubscribe(subscriber, from: content).get() {
            throw refusal
        }
    }

    /// A content as a whole, and how many steps the world has taken.
    ///
    /// - Throws: as `subscribe`.
    package func content(
        _ name: ContentName
    ) async throws -> (data: [UInt8], version: UInt64) {
        try await contents.content(name).get().get()
    }

    /// The state that a content should show now, as a snapshot document of the contract.
    ///
    /// One is made at a time.
    /// - Parameter text: `{type}/{id}`.
    /// - Throws: as `subscribe`.
    package func truth(ofContent text: String) async throws -> [UInt8] {
        try await contents.truth(ofContent: try Self.contentName(text), on: truthThread)
    }

    /// - Parameter text: `{type}/{id}`.
    static func contentName(_ text: String) throws(ContentRefusal) -> ContentName {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        do throws(ContentError) {
            return try ContentName(
                type: String(parts[0]), id: parts.count > 1 ? String(parts[1]) : "")
        } catch {
            throw .content(error)
        }
    }
}
