import OddsFleetFeed
import OddsServer

// On the feed's thread.
extension FleetSource: FramePublisher {
    package func publish(_ frames: [PublishedFrame]) {
        let splitter = FrameSplitter(messageBytesMax: connection.messageBytesMax)
        var messages: [FrameSender.Message] = []
        messages.reserveCapacity(frames.count)
        world.withLock { world in
            let epoch = world.epochs[world.epochs.count - 1]
            for frame in frames {
                guard let token = world.topics.token(of: frame.topic) else { continue }
                let subject = subjects.frames(token)
                let whole = FleetFrame(
                    epoch: epoch, number: frame.number, version: frame.version,
                    recordCount: frame.recordCount, dueNanoseconds: frame.dueNanoseconds,
                    bytes: frame.bytes)
                for (header, bytes) in splitter.messages(of: whole) {
                    messages.append(.init(subject: subject, header: header, bytes: bytes))
                }
            }
        }
        sender.send(messages)
    }

    package func worldPaused() { beatSoon() }

    package func worldResumed() { beatSoon() }

    package func worldRestarted() {
        world.withLock { world in
            world.epochs.append(
                EpochWatch.starting(at: FleetClock.sinceEpoch, after: world.epochs.last))
        }
        logger.notice("the world has restarted, epoch \(epoch)")
        beatSoon()
    }
}
