import OddsExternal
import OddsHarness

/// A program as the measured loop drives it: asked about each frame, and believed until the
/// run is over.
struct ProgramServer: FrameServing, ~Copyable {
    /// What the program said of a frame, and whether it was to read.
    struct Record {
        var answer: AppliedAnswer
        var isRead: Bool
    }

    let conversation: ProgramConversation
    /// How many events the consumer reads.
    let events: UInt32
    private(set) var records: [Record] = []

    init(_ conversation: ProgramConversation, events: UInt32) {
        self.conversation = conversation
        self.events = events
        // Growing them takes longer than most frames.
        records.reserveCapacity(1 << 20)
    }

    mutating func serve(_ frame: ScheduledFrame, start: UInt64) { ask(frame, events) }

    mutating func absorb(_ frame: ScheduledFrame) { ask(frame, 0) }

    /// A program reads with each frame that is served.
    mutating func readOnce() {}

    private mutating func ask(_ frame: ScheduledFrame, _ events: UInt32) {
        guard let answer = conversation.ask(frame, events) else { return }
        records.append(Record(answer: answer, isRead: events > 0))
    }
}

/// A session that remembers why it broke off. One thread owns it.
final class ProgramConversation {
    let session: ProgramSession
    private(set) var failure: ProgramFailure?

    init(_ session: ProgramSession) { self.session = session }

    /// `nil` once the program has failed.
    func ask(_ frame: ScheduledFrame, _ events: UInt32) -> AppliedAnswer? {
        guard failure == nil else { return nil }
        do throws(ProgramFailure) {
            return try session.apply(
                frame.bytes, channel: frame.ticket.channel, events: events)
        } catch {
            failure = error
            return nil
        }
    }
}

/// Frames until a program fails.
struct FramesWhileAnswered<Base: FrameSource & ~Copyable>: FrameSource, ~Copyable {
    private var base: Base
    private let conversation: ProgramConversation

    init(_ base: consuming Base, _ conversation: ProgramConversation) {
        self.base = base
        self.conversation = conversation
    }

    mutating func next() -> ScheduledFrame? {
        conversation.failure == nil ? base.next() : nil
    }

    mutating func release() { base.release() }

    var waitCount: Int { base.waitCount }
    var channelNames: [String] { base.channelNames }
    var mappedBytes: Int { base.mappedBytes }
    var hasEndedEarly: Bool { conversation.failure != nil || base.hasEndedEarly }
}
