import OddsSimulator
import OddsTraffic

// What the feed says.
extension ContentConnection {
    /// The socket is that of a subscriber, who has these contents.
    func beginListening(as id: String, _ contents: [WorldFeed.ContentID]) {
        guard !isEnded else {
            // The client has gone meanwhile.
            return self.contents.unlink(id, number: number)
        }
        phase = .listening(subscriber: id)
        say(["notificationType": "LISTENING_STARTED", "data": .string(id)])
        for content in contents { subscribe(content) }
    }

    /// There is no such subscriber. The client may ask for a new one.
    func refuse(_ id: String) {
        guard case .asking = phase else { return }
        phase = .silent
        say(["errorType": "SUBSCRIBER_NOT_FOUND", "data": [.string(id)]])
    }

    /// The subscriber has another socket now.
    func giveWay() {
        guard !isEnded else { return }
        for content in subscribed { shard.remove(self, from: content) }
        subscribed = []
        phase = .over
        shard.metrics.addDropped(records: queue.recordCount, .disconnected)
        queue = SendQueue()
        closeWhenDrained()
        drain()
    }

    func subscribe(_ content: WorldFeed.ContentID) {
        guard !isEnded, subscribed.insert(content).inserted else { return }
        shard.add(self, to: content)
    }

    func unsubscribe(_ content: WorldFeed.ContentID) {
        guard subscribed.remove(content) != nil else { return }
        shard.remove(self, from: content)
    }

    /// Sends a content whole.
    func refresh(_ frame: SharedFrame) {
        guard !isHalfOpen, case .listening = phase else { return }
        shard.metrics.add(.refreshesSent)
        if faults == nil { append(.frame(frame)) } else { enqueueFaulty(frame) }
        drain()
    }

    /// Queues the runs of a step that are due; the caller must call `drain` afterwards.
    func enqueue(_ step: ContentStep, runs: [Int], _ frame: SharedFrame) {
        shard.metrics.add(.recordsDue, frame.recordCount)
        guard !isHalfOpen, case .listening = phase else {
            shard.metrics.addDropped(
                records: frame.recordCount, isHalfOpen ? .fault : .disconnected)
            return
        }
        if faults == nil {
            append(.frame(frame))
        } else {
            enqueueFaulty(frame, runs.map { step.runs[$0].elements })
        }
    }

    /// Sends all contents whole, behind which changes follow again.
    func resync(_ frames: [SharedFrame]) {
        guard isResyncing, isResyncAsked else { return }
        isResyncing = false
        for frame in frames { refresh(frame) }
    }
}
