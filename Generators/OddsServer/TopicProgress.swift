import OddsSimulator
import OddsWAMP

/// What a client has of one topic of a feed that holds frames until a dump, and what it waits
/// for. Confined to its shard's thread; does no I/O.
///
/// After a dump at n the client gets the frames n + 1, n + 2 …, each once for each of its
/// registrations, and no frame before that dump has a number above n. Therefore nothing is
/// given to it from when the feed is asked until it has answered: what comes meanwhile is
/// either in the dump or in the frames behind it.
final class TopicProgress {
    /// What a dump means for the client.
    struct HandOut: Equatable {
        /// The CALLs that get the dump as their RESULT, first of all.
        var calls: [WAMPID] = []
        /// Whether all registrations get the dump in an INVOCATION, before the frames.
        var restartsRegistrations = false
        /// How many of the frames behind the dump the client has already; the others go to
        /// all registrations.
        var knownFrameCount = 0
    }

    let topic: String
    /// Those that get the frames.
    private(set) var registrations: [WAMPID] = []
    /// Up to where the client has been given the topic; `nil` before a dump.
    private(set) var position: FramePosition?
    /// The CALLs that wait for a dump.
    private var calls: [WAMPID] = []
    /// Whether registrations get a dump that they have not asked for.
    private var isRestarting = false
    /// Whether the first registration needs what has followed since the client's position.
    private var isCatchingUp = false
    /// Whether `position` is that of a frame, which its registration may have ignored if it has
    /// left.
    private var hasFollowed = false
    private var isAsked = false

    init(topic: String) { self.topic = topic }

    /// Whether nobody needs it but for a registration that may come.
    var isIdle: Bool { registrations.isEmpty && calls.isEmpty && !isAsked }

    /// Adds a registration. It joins those that the client has, or goes on behind the dump that
    /// the client has; behind a registration that has left it begins anew.
    func join(_ registration: WAMPID) {
        if registrations.isEmpty, position != nil {
            isCatchingUp = !hasFollowed
            isRestarting = hasFollowed
        }
        registrations.append(registration)
    }

    func leave(_ registration: WAMPID) {
        registrations.removeAll { $0 == registration }
        guard registrations.isEmpty else { return }
        isRestarting = false
        isCatchingUp = false
    }

    /// Adds a CALL that waits for a dump.
    func call(_ request: WAMPID) { calls.append(request) }

    /// Gives all registrations a new dump, and nothing before.
    func restart() { isRestarting = !registrations.isEmpty }

    /// Whether the feed is to be asked for a dump now, as somebody waits and it has not been.
    /// It then counts as asked.
    func willAsk() -> Bool {
        guard !isAsked, needsDump || isCatchingUp else { return false }
        isAsked = true
        return true
    }

    /// What the dump must not be older than; `nil` if a position is not enough of a reason for
    /// a new one.
    var newest: FramePosition? { needsDump ? position : nil }

    private var needsDump: Bool { isRestarting || !calls.isEmpty }

    /// Whether the registrations get a frame of the topic.
    func admits(_ frame: SharedFrame) -> Bool {
        guard !isAsked, !isRestarting, let position, frame.number > position.number else {
            return false
        }
        self.position?.number = frame.number
        hasFollowed = true
        return true
    }

    /// Takes the feed's answer. Gives `nil` if it is too old for somebody who came after the
    /// feed was asked: it must be asked again.
    func receive(_ dump: TopicDump) -> HandOut? {
        isAsked = false
        let known = position.flatMap { $0.epoch == dump.position.epoch ? $0.number : nil }
        let isOlder = dump.position.number < known ?? 0
        if needsDump, isOlder { return nil }
        var handOut = HandOut(calls: calls, restartsRegistrations: isRestarting)
        if calls.isEmpty, dump.position.number > known ?? 0 || known == nil {
            handOut.restartsRegistrations = !registrations.isEmpty
        }
        calls = []
        isRestarting = false
        isCatchingUp = false
        if let known, isOlder {
            handOut.knownFrameCount = dump.frames.prefix { $0.number <= known }.count
        } else if !handOut.calls.isEmpty || handOut.restartsRegistrations {
            position = dump.position
            hasFollowed = false
        }
        if !registrations.isEmpty, let last = dump.frames.last, let number = position?.number {
            position?.number = max(number, last.number)
            hasFollowed = true
        }
        return handOut
    }

    /// Takes the feed's refusal: whoever is registered waits for a dump again.
    ///
    /// - Returns: The CALLs that are refused.
    func refuse() -> [WAMPID] {
        defer { calls = [] }
        isAsked = false
        isRestarting = false
        isCatchingUp = false
        position = nil
        return calls
    }
}
