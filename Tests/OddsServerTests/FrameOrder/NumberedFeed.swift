import NIOPosix
import OddsSimulator
import OddsTraffic
import Synchronization

@testable import OddsServer

/// A feed in memory that holds frames until a dump. A test makes its frames and gives its
/// answers, one by one.
///
/// It keeps a dump of each topic and the frames behind it, as one does that passes on the
/// frames of another place.
final class NumberedFeed: Feed, @unchecked Sendable {
    // Unchecked, because a test uses it on one thread.

    struct Topic {
        let number: TopicNumber
        var epoch: UInt64 = 1
        var last: UInt64 = 0
        var dump: UInt64 = 0
        /// Those behind the dump.
        var frames: [SharedFrame] = []
        var openCount = 0
    }

    private struct Waiting {
        let topic: String
        let newest: FramePosition?
        let request: FeedRequest<TopicDump>
    }

    private(set) var topics: [String: Topic] = [:]
    private var waiting: [Waiting] = []
    private var shard: Shard?
    private let stale = Mutex<[String]?>(nil)

    init(topics names: [String]) {
        for (number, name) in names.enumerated() { topics[name] = Topic(number: number) }
    }

    // What a test does.

    func setStale(_ topics: [String]) { stale.withLock { $0 = topics } }

    var waitingCount: Int { waiting.count }

    /// Hands the next frame of a topic to the shard.
    func makeFrame(of name: String) {
        guard var topic = topics[name] else { return }
        topic.last += 1
        let frame = SharedFrame(
            topic: topic.number, number: topic.last,
            bytes: Self.text(name, topic.epoch, "frame", topic.last), recordCount: 1,
            intendedNanoseconds: 0)
        topic.frames.append(frame)
        topics[name] = topic
        if topic.openCount > 0 {
            shard?.deliver([frame], byteCount: frame.bytes.count * topic.openCount)
        }
    }

    /// Answers one of those who wait for a dump.
    ///
    /// - Parameter asksSource: Whether the kept dump is replaced in any case.
    func answer(_ index: Int, asksSource: Bool) {
        let asked = waiting.remove(at: index)
        guard let topic = topics[asked.topic] else {
            return asked.request.answer(.failure(FeedError("there is no \(asked.topic)")))
        }
        let isTooOld = asked.newest.map { $0.epoch == topic.epoch && $0.number > topic.dump }
        if asksSource || isTooOld == true { takeDump(of: asked.topic) }
        asked.request.answer(.success(kept(asked.topic)))
    }

    private func takeDump(of name: String) {
        guard var topic = topics[name] else { return }
        topic.dump = topic.last
        topic.frames = []
        topics[name] = topic
    }

    private func kept(_ name: String) -> TopicDump {
        let topic = topics[name]!
        return TopicDump(
            bytes: Self.text(name, topic.epoch, "dump", topic.dump),
            position: FramePosition(epoch: topic.epoch, number: topic.dump),
            frames: topic.frames, memory: nil)
    }

    /// Loses some frames of a topic, which a new dump has to replace.
    func loseFrames(of name: String) {
        topics[name]?.last += 3
        takeDump(of: name)
        shard?.redump(topics[name]!.number)
    }

    /// Begins a new epoch of a topic.
    func beginEpoch(of name: String) {
        topics[name]?.epoch += 1
        topics[name]?.last = 0
        takeDump(of: name)
        shard?.redump(topics[name]!.number)
    }

    private static func text(
        _ topic: String, _ epoch: UInt64, _ kind: String, _ number: UInt64
    ) -> [UInt8] {
        Array(#"{"topic":"\#(topic)","epoch":\#(epoch),"\#(kind)":\#(number)}"#.utf8)
    }

    // Feed

    var holdsFramesUntilDump: Bool { true }
    var sourcePlace: String? { "the test" }
    var staleTopics: [String]? { stale.withLock { $0 } }

    func start(shards: [Shard]) { shard = shards.first }
    func stop() async throws { shard = nil }

    func open(_ name: String, _ request: FeedRequest<FeedTopic>) {
        guard let topic = topics[name] else {
            return request.answer(.failure(FeedError("there is no \(name)")))
        }
        topics[name]?.openCount += 1
        request.answer(.success(FeedTopic(number: topic.number)))
    }

    func close(_ topic: FeedTopic, for shard: Shard) {
        guard let name = topics.first(where: { $0.value.number == topic.number })?.key else {
            return
        }
        topics[name]?.openCount -= 1
    }

    func dump(
        of topic: String, notBefore newest: FramePosition?, _ request: FeedRequest<TopicDump>
    ) {
        waiting.append(Waiting(topic: topic, newest: newest, request: request))
    }

    func admitDump(by client: UInt64) {}

    func forget(client: UInt64) { waiting.removeAll { $0.request.client == client } }

    func answer(_ query: WorldQuery, _ request: FeedRequest<[UInt8]>) {
        request.answer(.failure(FeedError("this is asked of the source")))
    }

    func quotes(_ ids: [UInt64], _ request: FeedRequest<[OfferQuote]>) {
        request.answer(.success([]))
    }

    func operatorInfo(_ request: FeedRequest<[UInt8]>) {
        request.answer(.success(Array("{}".utf8)))
    }

    func truth(of name: String, on thread: NIOThreadPool) async throws -> [UInt8] {
        guard let topic = topics[name] else { throw FeedError("there is no \(name)") }
        return Self.text(name, topic.epoch, "truth", topic.last)
    }
}
