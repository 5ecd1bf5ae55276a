import OddsFleetFeed
import OddsNATS
import OddsServer
import OddsSimulator

/// One topic at an edge, with who waits for it.
struct EdgeEntry {
    /// A client that has asked for a dump.
    struct WaitingDump {
        let request: FeedRequest<TopicDump>
        let newest: FramePosition?
    }

    let text: String
    let token: TopicToken
    let number: TopicNumber
    var machine: EdgeTopic
    var parts = FrameAssembler()
    /// The registrations of each shard.
    var counts: [Int]
    var waitingOpens: [FeedRequest<FeedTopic>] = []
    var waitingDumps: [WaitingDump] = []
    var frames: NATSSubscription?
    var dumpAnswers: NATSSubscription?
    var dumpAssembler: DumpAssembler?
    /// The dump that is held, in the form in which it is given out.
    var sharedDump: (position: FramePosition, frame: SharedFrame)?
    /// The frames that are held, by number.
    var sharedFrames: [UInt64: SharedFrame] = [:]
    /// Since when nobody has needed it, in nanoseconds.
    var idleSince: UInt64?

    var hasClients: Bool { counts.contains { $0 > 0 } }

    var isWaitedFor: Bool { !waitingOpens.isEmpty || !waitingDumps.isEmpty }

    /// A frame in the form in which it is given out, the same to all.
    mutating func shared(_ frame: FleetFrame, memory: QueueMemory?) -> SharedFrame {
        if let known = sharedFrames[frame.number] { return known }
        let made = SharedFrame(
            topic: number, number: frame.number, bytes: frame.bytes,
            recordCount: frame.recordCount, intendedNanoseconds: frame.dueNanoseconds,
            memory: memory)
        sharedFrames[frame.number] = made
        return made
    }

    /// The dump and the frames behind it, as a client gets them; `nil` without a dump.
    mutating func topicDump(memory: QueueMemory?) -> TopicDump? {
        guard let (dump, frames) = machine.held else { return nil }
        let position = FramePosition(epoch: dump.epoch, number: dump.number)
        if sharedDump?.position != position {
            let fresh = TopicDump(bytes: dump.bytes, position: position, memory: memory)
            sharedDump = (position, fresh.frame)
        }
        guard let sharedDump else { return nil }
        return TopicDump(
            frame: sharedDump.frame, position: position,
            frames: frames.map { shared($0, memory: memory) })
    }

    /// Forgets the forms of frames that are no longer held.
    mutating func forgetReleased() {
        guard let (dump, frames) = machine.held else {
            sharedFrames = [:]
            sharedDump = nil
            return
        }
        guard sharedFrames.count > 2 * frames.count + 64 else { return }
        sharedFrames = sharedFrames.filter { $0.key > dump.number }
    }
}
