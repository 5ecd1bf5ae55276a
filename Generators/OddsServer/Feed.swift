import NIOPosix
import OddsSimulator
import OddsTraffic

/// What the threads that serve connections are fed from: a world of this process, or one that
/// is elsewhere.
///
/// A feed gives each of these threads, its *shard*, frames (`Shard.deliver`) and answers
/// (`FeedRequest.answer`) in one order, and must do so on one thread or behind one lock.
/// Whatever is asked of it is asked on the thread of some shard; it must not wait for anything
/// there, and may answer at any time.
package protocol Feed: AnyObject, Sendable {
    /// Whether a client gets frames of a topic only after a dump of it: those that follow it,
    /// each once. Dumps and frames then have numbers (`TopicDump.position`,
    /// `SharedFrame.number`).
    ///
    /// Without it a dump is exact by its place between the frames, and has no number.
    var holdsFramesUntilDump: Bool { get }

    /// Where the world is and how to reach its control, such as "the source of the world main,
    /// at its own control interface"; `nil` for a world of this process.
    var sourcePlace: String? { get }

    /// While nothing is heard of the source: the topics with clients, sorted, which may no longer
    /// be current. `nil` otherwise. From any thread.
    var staleTopics: [String]? { get }

    /// Begins to give frames to these shards.
    func start(shards: [Shard])

    /// Ends; returns when it gives the shards nothing more to do.
    func stop() async throws

    /// Opens a topic for a registration. Once the answer has been given, the topic's frames go
    /// to that shard until `close` has been called as often as topics were opened.
    ///
    /// - Throws: Answers with `FeedError` if there is no such topic.
    func open(_ topic: String, _ request: FeedRequest<FeedTopic>)

    /// Releases one registration of a topic.
    func close(_ topic: FeedTopic, for shard: Shard)

    /// Gives the dump of a topic, open or not, with the frames that follow it already.
    ///
    /// - Parameter newest: What the client has of the topic, if it asks for a dump anew: one of
    ///   that epoch must not be older. `nil` if it has nothing, or needs only what followed.
    func dump(
        of topic: String, notBefore newest: FramePosition?, _ request: FeedRequest<TopicDump>)

    /// True if a client may ask for a dump now. Asked once for each CALL, of feeds that hold frames
    /// until a dump.
    ///
    /// - Throws: `FeedError` that says when to come back.
    func admitDump(by client: UInt64) throws(FeedError)

    /// Forgets the requests of a client that is gone, as far as they have not been answered.
    /// Called for feeds that hold frames until a dump.
    func forget(client: UInt64)

    /// Answers a call.
    func answer(_ query: WorldQuery, _ request: FeedRequest<[UInt8]>)

    /// Gives the offers of these ids as bets meet them now.
    func quotes(_ ids: [UInt64], _ request: FeedRequest<[OfferQuote]>)

    /// Gives the keyword arguments of the response to `/sports#operatorInfo`.
    func operatorInfo(_ request: FeedRequest<[UInt8]>)

    /// The state that a topic should show now, as a snapshot document of the feed contract,
    /// which is made on `thread`.
    ///
    /// - Throws: `FeedError` if there is no such topic.
    func truth(of topic: String, on thread: NIOThreadPool) async throws -> [UInt8]
}

/// An open topic of one epoch. A restart of a world of this process begins a new epoch.
package struct FeedTopic: Hashable, Sendable {
    /// Which of a feed's open topics it is.
    package let number: TopicNumber
    let epoch: Int

    /// A topic with a number that no other open topic has.
    package init(number: TopicNumber, epoch: Int = 0) {
        self.number = number
        self.epoch = epoch
    }
}

/// What a client asks of the feed.
package struct FeedRequest<Answer: Sendable>: Sendable {
    /// The number of the client, unique among those of a server.
    package let client: UInt64
    /// The thread that serves the client.
    package let shard: Shard
    private let receive: @Sendable (Result<Answer, FeedError>) -> Void

    /// - Parameter receive: Called on the shard's thread.
    package init(
        client: UInt64, shard: Shard,
        receive: @escaping @Sendable (Result<Answer, FeedError>) -> Void
    ) {
        self.client = client
        self.shard = shard
        self.receive = receive
    }

    /// Answers, behind all frames handed to the shard so far and before all later ones. To be
    /// called once, on the feed's thread or behind its lock.
    package func answer(_ result: Result<Answer, FeedError>) {
        let receive = receive
        shard.execute { receive(result) }
    }
}
