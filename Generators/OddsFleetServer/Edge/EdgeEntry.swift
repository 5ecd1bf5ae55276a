import OddsFleetFeed
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
    let link: TopicLink
    var parts = FrameAssembler()
    /// The registrations of each shard.
    var counts: [Int]
    var waitingOpens: [FeedRequest<FeedTopic>] = []
    var waitingDumps: [WaitingDump] = []
    var dumpAssembler: DumpAssembler?
    /// The dump that is held, in the form in which it is given out.
    var sharedDump: (position: FramePosition, frame: SharedFrame)?
    /// The frames that are held, by number.
    var sharedFrames: [UInt64: SharedFrame] = [:]
    /// When it was first seen that nobody needs it, in nanoseconds.
    private(set) var firstIdle: UInt64?

    var hasClients: Bool { counts.contains { $0 > 0 } }

    var isWaitedFor: Bool { !waitingOpens.isEmpty || !waitingDumps.isEmpty }

    /// True if a client holds the topic or waits for it.
    var isNeeded: Bool { hasClients || isWaitedFor }

    /// A frame in the form in which it is given out, the same to all.
    private mutating func shared(_ frame: FleetFrame, memory: QueueMemory?) -> SharedFrame {
        if let known = sharedFrames[frame.number] { return known }
        let made = SharedFrame(
            topic: number, number: frame.number, bytes: frame.bytes,
            recordCount: frame.recordCount, intendedNanoseconds: frame.dueNanoseconds,
            memory: memory)
        sharedFrames[frame.number] = made
        return made
    }

    /// Frames that are passed on, in the form in which they are given out.
    mutating func pass(_ frames: [FleetFrame], memory: QueueMemory?) -> [SharedFrame] {
        defer { forgetReleased() }
        return frames.map { shared($0, memory: memory) }
    }

    /// Answers whoever waits for a dump, as far as the one that is held is new enough.
    mutating func giveHeld(memory: QueueMemory?) {
        guard isWaitedFor, let dump = topicDump(memory: memory) else { return }
        for request in waitingOpens {
            counts[request.shard.index] += 1
            request.answer(.success(FeedTopic(number: number)))
        }
        waitingOpens = []
        let served = waitingDumps.filter { Self.isNewEnough(dump.position, for: $0.newest) }
        waitingDumps.removeAll { Self.isNewEnough(dump.position, for: $0.newest) }
        for waiting in served { waiting.request.answer(.success(dump)) }
    }

    /// Since when nobody has needed the topic, in nanoseconds; `nil` if somebody does.
    mutating func idleSince(_ now: UInt64) -> UInt64? {
        guard !isNeeded else {
            firstIdle = nil
            return nil
        }
        forgetReleased()
        let since = firstIdle ?? now
        firstIdle = since
        return since
    }

    /// Whether a dump is not older than what a client has. In another epoch all is new.
    private static func isNewEnough(_ dump: FramePosition, for newest: FramePosition?) -> Bool {
        guard let newest, newest.epoch == dump.epoch else { return true }
        return dump.number >= newest.number
    }

    /// The dump and the frames behind it, as a client gets them; `nil` without a dump.
    private mutating func topicDump(memory: QueueMemory?) -> TopicDump? {
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
    private mutating func forgetReleased() {
        guard let (dump, frames) = machine.held else {
            sharedFrames = [:]
            sharedDump = nil
            return
        }
        guard sharedFrames.count > 2 * frames.count + 64 else { return }
        sharedFrames = sharedFrames.filter { $0.key > dump.number }
    }
}
