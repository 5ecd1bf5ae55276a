import NIOCore
import OddsSimulator

// Publishing.
extension FeedLoop {
    /// The frames of more topics are not published.
    static let publishedTopicsMax = 4_096

    /// Passes the frames of all published topics to a publisher from now on.
    func publish(to publisher: any FramePublisher) {
        loop.execute { [self] in self.publisher = publisher }
    }

    /// Numbers and publishes the frames of a topic from now on, which stays open until it is
    /// closed, for as long as the world has it.
    func openPublished(_ text: String) -> EventLoopFuture<PublishedDump> {
        loop.submit { [self] in
            let known = numbers[text].flatMap { openTopics[$0]?.publishedNumber }
            guard known != nil || publishedTopicCount < Self.publishedTopicsMax else {
                throw FeedError(
                    "\(text): \(Self.publishedTopicsMax) topics are published, and no more can be")
            }
            let topic = try openNumber(of: text)
            // It is published only if the first dump succeeds.
            let bytes: [UInt8]
            do {
                bytes = try source.dump(of: topic)
            } catch {
                if !clock.isPaused { closeIfUnused(topic) }
                throw error
            }
            return PublishedDump(
                bytes: bytes, number: known ?? hold(published: topic, text), restartCount: epoch)
        }
    }

    /// Returns the number behind which the topic's frames begin.
    @discardableResult
    private func hold(published topic: TopicNumber, _ text: String) -> UInt64 {
        let number = pastNumbers.reopen(text)
        openTopics[topic]?.publishedNumber = number
        publishedTopicCount += 1
        return number
    }

    /// Ends the publishing of topics. Those that are not published stay so.
    func closePublished(_ texts: [String]) {
        loop.execute { [self] in
            for text in texts {
                guard let topic = numbers[text], let last = openTopics[topic]?.publishedNumber
                else { continue }
                pastNumbers.close(text, at: last)
                openTopics[topic]?.publishedNumber = nil
                publishedTopicCount -= 1
                if !clock.isPaused { closeIfUnused(topic) }
            }
        }
    }

    var publishedState: EventLoopFuture<PublishedState> {
        loop.submit { [self] in
            var numbers: [String: UInt64] = [:]
            for topic in openTopics.values { numbers[topic.text] = topic.publishedNumber }
            return PublishedState(
                numbers: numbers, isPaused: clock.isPaused, restartCount: epoch)
        }
    }

    /// Gives the next number of its topic to a frame that is to be handed over.
    func publish(
        _ bytes: [UInt8], of topic: TopicNumber, number: UInt64, recordCount: Int, due: UInt64
    ) {
        guard let text = openTopics[topic]?.text else { return }
        openTopics[topic]?.publishedNumber = number
        guard publisher != nil else { return }
        published.append(
            PublishedFrame(
                topic: text, number: number,
                version: bytes.withUnsafeBytes { FrameVersionReader.version(of: $0) },
                recordCount: recordCount, dueNanoseconds: due, bytes: bytes))
    }

    func handOutPublished() {
        guard !published.isEmpty else { return }
        publisher?.publish(published)
        published.removeAll(keepingCapacity: true)
    }

    /// Opens the topics again in a new world, which begins their numbers anew.
    ///
    /// - Parameter texts: Those that were published in the old one.
    func restartPublished(_ texts: [String]) {
        publishedTopicCount = 0
        pastNumbers = PastNumbers()
        for text in texts {
            do {
                hold(published: try openNumber(of: text), text)
            } catch {
                logger.notice("the new world does not have \(text): \(error)")
            }
        }
        publisher?.worldRestarted()
    }
}
