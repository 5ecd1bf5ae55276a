/// The stream of a world: which updates are due when, and how they are put into messages.
enum UpdateStream: Sendable {
    case paced(PacedSchedule)
    case steady(SteadySchedule)

    /// From this rate on a message is a list of updates, even where it has one.
    static let listRateMin = 60
    /// A stream that is later than this begins again: the process was stopped, or the machine
    /// slept, and what would have been due since helps nobody.
    static let lateMax = GameInterval.seconds(10)

    /// When the next message is due.
    var due: GameTime {
        switch self {
        case .paced(let schedule): schedule.due
        case .steady(let schedule): schedule.due
        }
    }

    /// The earliest time at which it may be sent: later, if those before were.
    var ready: GameTime {
        switch self {
        case .paced(let schedule): schedule.ready
        case .steady(let schedule): schedule.due
        }
    }

    /// Whether messages are lists.
    var sendsLists: Bool {
        switch self {
        case .paced: false
        case .steady(let schedule): schedule.rate >= Self.listRateMin
        }
    }

    /// When the updates of the next message were due; `nil` if it may not be sent yet.
    mutating func takeMessage(now: GameTime) -> [GameTime]? {
        switch self {
        case .paced(var schedule):
            let due = schedule.due
            guard schedule.ready <= now else { return nil }
            schedule.didSend(at: now)
            self = .paced(schedule)
            return [due]
        case .steady(var schedule):
            guard let batch = schedule.takeBatch(now: now) else { return nil }
            self = .steady(schedule)
            return batch.map { schedule.due($0) }
        }
    }

    /// Begins again if it is too late.
    ///
    /// - Returns: Whether it did.
    mutating func restartIfLate(now: GameTime) -> Bool {
        guard due + Self.lateMax < now else { return false }
        restart(now: now)
        return true
    }

    /// Begins again after a pause.
    mutating func restart(now: GameTime) {
        switch self {
        case .paced(var schedule):
            schedule.restart(now: now)
            self = .paced(schedule)
        case .steady(var schedule):
            schedule.restart(now: now)
            self = .steady(schedule)
        }
    }
}
