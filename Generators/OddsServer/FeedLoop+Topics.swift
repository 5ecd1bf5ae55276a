import NIOCore
import NIOPosix
import OddsSimulator
import OddsTraffic

// What connections ask.
extension FeedLoop: Feed {
    var holdsFramesUntilDump: Bool { false }

    var sourcePlace: String? { nil }

    var staleTopics: [String]? { nil }

    func stop() async throws { try await stopped().get() }

    func open(_ text: String, _ request: FeedRequest<FeedTopic>) {
        loop.execute { [self] in
            request.answer(
                Result { () throws(FeedError) in try open(text, for: request.shard.index) })
        }
    }

    private func open(_ text: String, for shard: Int) throws(FeedError) -> FeedTopic {
        // A client may ask while the server stops.
        guard !shards.isEmpty else { throw FeedError("\(text): the server is stopping") }
        let number = try openNumber(of: text)
        openTopics[number]?.counts[shard] += 1
        return FeedTopic(number: number, epoch: epoch)
    }

    func openNumber(of text: String) throws(FeedError) -> TopicNumber {
        if let known = numbers[text] { return known }
        let number = try source.open(text)
        numbers[text] = number
        openTopics[number] = OpenTopic(
            text: text, counts: Array(repeating: 0, count: shards.count))
        return number
    }

    /// Releases one registration of a topic, and closes the topic after the
    /// last. During a pause it stays open: which events are on a topic, and in
    /// which order, depends on when it was opened, and during a pause a topic
    /// must have one state, as it has one version.
    func close(_ topic: FeedTopic, for shard: Shard) {
        loop.execute { [self] in
            guard topic.epoch == epoch, var open = openTopics[topic.number] else { return }
            open.counts[shard.index] -= 1
            openTopics[topic.number] = open
            if !clock.isPaused { closeIfUnused(topic.number) }
        }
    }

    func closeIfUnused(_ number: TopicNumber) {
        guard let open = openTopics[number], open.ledgerIndex == nil,
            open.publishedNumber == nil, open.counts.allSatisfy({ $0 == 0 })
        else { return }
        openTopics[number] = nil
        numbers[open.text] = nil
        source.close(number)
    }

    func dump(
        of text: String, notBefore newest: FramePosition?, _ request: FeedRequest<TopicDump>
    ) {
        loop.execute { [self] in
            request.answer(
                Result { () throws(FeedError) in
                    TopicDump(bytes: try dump(of: text), memory: memory)
                })
        }
    }

    func dump(of text: String) throws(FeedError) -> [UInt8] {
        if let number = numbers[text] { return try source.dump(of: number) }
        return try source.dump(of: text)
    }

    /// Its own clients ask it alone.
    func admitDump(by client: UInt64) {}

    /// Nobody has to wait.
    func forget(client: UInt64) {}

    func answer(_ query: WorldQuery, _ request: FeedRequest<[UInt8]>) {
        loop.execute { [self] in
            request.answer(Result { () throws(FeedError) in try source.answer(query) })
        }
    }

    func quotes(_ ids: [UInt64], _ request: FeedRequest<[OfferQuote]>) {
        loop.execute { [self] in request.answer(.success(source.quotes(ids, of: .offer))) }
    }

    func operatorInfo(_ request: FeedRequest<[UInt8]>) {
        loop.execute { [self] in request.answer(.success(source.operatorInfo)) }
    }

    /// The feed's thread only makes the dump, as for any client. The caller's thread waits for
    /// it, so that many requests take no more than their share of the feed's thread.
    func truth(of topic: String, on thread: NIOThreadPool) async throws -> [UInt8] {
        try await thread.runIfActive { [self] in
            FeedTruth.document(topic: topic, dump: try currentDump(of: topic).wait())
        }
    }

    private func currentDump(of topic: String) -> EventLoopFuture<[UInt8]> {
        loop.submit { [self] in try dump(of: topic) }
    }
}
