import NIOCore
import OddsSimulator
import OddsTraffic

/// The socket of a subscriber, for the feed's thread.
struct ContentLink: Sendable {
    let shard: Shard
    /// The number of the connection.
    let number: UInt64
    private let connection: NIOLoopBound<ContentConnection>

    init(_ connection: ContentConnection) {
        shard = connection.shard
        number = connection.number
        self.connection = NIOLoopBound(connection, eventLoop: connection.shard.loop)
    }

    /// Does something with the connection on its thread, behind all that was handed to that so
    /// far and before all that comes later.
    func execute(_ body: @escaping @Sendable (ContentConnection) -> Void) {
        let connection = connection
        shard.execute { body(connection.value) }
    }
}

/// Who is subscribed to which contents. One thread owns it: that of the feed.
struct ContentBook {
    struct Subscriber {
        /// `nil` while there is no socket.
        var link: ContentLink?
        var contents: [ContentName: WorldFeed.ContentID] = [:]
        /// Forgets the subscriber if no socket takes it back until then.
        var expiry: Scheduled<Void>?
        /// Ascends with the times at which sockets have gone.
        var lastSeen = 0
    }

    struct OpenContent {
        let name: ContentName
        var subscriberCount = 0
        /// The content's position in the ledger, which keeps it open.
        var ledgerIndex: Int?
        /// How many of the subscribers have a socket, by its thread.
        var counts: [Int]
    }

    private(set) var subscribers: [String: Subscriber] = [:]
    var open: [WorldFeed.ContentID: OpenContent] = [:]
    private(set) var ids: [ContentName: WorldFeed.ContentID] = [:]
    /// What a new subscriber of a content gets, as long as the world does not change.
    var refreshed: [WorldFeed.ContentID: SharedFrame] = [:]
    private var goneCount = 0
    private var random = SystemRandomNumberGenerator()

    subscript(subscriber: String) -> Subscriber? {
        get { subscribers[subscriber] }
        set { subscribers[subscriber] = newValue }
    }

    /// Makes a subscriber, whose id nobody else has had.
    mutating func makeSubscriber() -> String {
        let id = "s-" + String(random.next() | 1 << 63, radix: 16)
        subscribers[id] = Subscriber()
        return id
    }

    /// A subscriber has lost its socket.
    mutating func unlink(_ id: String, expiry: Scheduled<Void>) {
        goneCount += 1
        subscribers[id]?.link = nil
        subscribers[id]?.expiry = expiry
        subscribers[id]?.lastSeen = goneCount
    }

    /// The subscriber that has been without a socket for longest.
    ///
    /// - Complexity: O(subscribers).
    var longestGone: String? {
        subscribers.filter { $0.value.link == nil }
            .min { $0.value.lastSeen < $1.value.lastSeen }?.key
    }

    mutating func add(_ content: WorldFeed.ContentID, _ name: ContentName, shardCount: Int) {
        ids[name] = content
        open[content] = OpenContent(name: name, counts: Array(repeating: 0, count: shardCount))
    }

    mutating func remove(_ content: WorldFeed.ContentID) {
        guard let name = open.removeValue(forKey: content)?.name else { return }
        ids[name] = nil
        refreshed[content] = nil
    }

    /// Counts the subscriber's contents for the thread of its socket, or no longer.
    mutating func count(_ subscriber: Subscriber, on shard: Shard, by amount: Int) {
        for content in subscriber.contents.values {
            open[content]?.counts[shard.index] += amount
        }
    }
}
