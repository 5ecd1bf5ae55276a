import NIOCore
import OddsSimulator
import OddsWAMP

// Topics of a feed that holds frames until a dump.
extension Connection {
    /// What the client has of a topic.
    ///
    /// Topics without a registration are kept, too, as the client may register what it has a
    /// dump of; beyond a number of them they are forgotten, and a registration then gets a dump
    /// that it has not asked for.
    private func progress(of topic: String) -> TopicProgress {
        if let known = progresses[topic] { return known }
        if progresses.count >= 2 * shard.configuration.registrationsMax {
            progresses = progresses.filter { !$0.value.isIdle }
            hasForgottenTopics = true
        }
        let progress = TopicProgress(topic: topic)
        progresses[topic] = progress
        return progress
    }

    func join(_ registration: WAMPID, _ topic: FeedTopic, _ text: String) {
        let isNew = progresses[text] == nil
        let progress = progress(of: text)
        progress.join(registration)
        if isNew, hasForgottenTopics { progress.restart() }
        topics[registration]?.progress = progress
        ask(progress)
    }

    /// Answers a CALL with a dump. A delay comes before the feed is asked, as frames cannot
    /// overtake the dump that they follow.
    func callDump(_ request: WAMPID, _ topic: String) {
        do throws(FeedError) {
            try shard.feed.admitDump(by: number)
        } catch {
            return refuse(request, error)
        }
        willAsk()
        guard let delay = dumpDelay() else { return wait(request, topic) }
        let connection = NIOLoopBound(self, eventLoop: shard.loop)
        shard.loop.scheduleTask(in: delay) { connection.value.wait(request, topic) }
    }

    private func refuse(_ call: WAMPID, _ error: FeedError) {
        perform([
            session.refuse(
                .call, call, error.reason ?? WAMPReason.invalidArgument, error.description)
        ])
    }

    private func wait(_ request: WAMPID, _ topic: String) {
        guard !isEnded else { return }
        let progress = progress(of: topic)
        progress.call(request)
        ask(progress)
    }

    /// Gives all of the client's registrations of that one's topic a new dump.
    func restart(_ registration: WAMPID) {
        guard let progress = topics[registration]?.progress else { return }
        progress.restart()
        ask(progress)
    }

    /// Asks the feed if somebody waits for it.
    func ask(_ progress: TopicProgress) {
        guard progress.willAsk() else { return }
        let topic = progress.topic
        shard.feed.dump(
            of: topic, notBefore: progress.newest,
            unlimitedRequest { $0.receive($1, of: topic) })
    }

    private func receive(_ result: Result<TopicDump, FeedError>, of topic: String) {
        guard !isEnded, let progress = progresses[topic] else { return }
        switch result {
        case .success(let dump):
            guard let handOut = progress.receive(dump) else { return ask(progress) }
            give(dump, progress.registrations, handOut)
            for _ in handOut.calls { didAsk() }
        case .failure(let error):
            let calls = progress.refuse()
            if progress.isIdle { progresses[topic] = nil }
            for request in calls { refuse(request, error) }
            drain()
            for _ in calls { didAsk() }
        }
    }

    private func give(
        _ dump: TopicDump, _ registrations: [WAMPID], _ handOut: TopicProgress.HandOut
    ) {
        guard session.phase == .established else { return }
        for request in handOut.calls {
            shard.metrics.add(.dumpsSent)
            append(.result(request: request, keywords: dump.frame.bytes))
        }
        if handOut.restartsRegistrations {
            for registration in registrations {
                resyncing.remove(registration)
                shard.metrics.add(.dumpsSent)
                append(.invocation(registration: registration, dump.frame))
            }
        }
        for frame in dump.frames.dropFirst(handOut.knownFrameCount) {
            for registration in registrations { enqueueAdmitted(frame, for: registration) }
        }
        drain()
    }

    /// Queues a frame for all of the client's registrations of its topic, unless they have it
    /// or are to get a dump first.
    ///
    /// - Parameter registration: One of them; the frame comes once for each.
    func enqueueInOrder(_ frame: SharedFrame, for registration: WAMPID) {
        guard let progress = topics[registration]?.progress, progress.admits(frame) else { return }
        for registration in progress.registrations { enqueueAdmitted(frame, for: registration) }
    }
}
