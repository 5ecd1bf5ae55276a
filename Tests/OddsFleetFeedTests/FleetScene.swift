import OddsFleetFeed
import OddsTestInputs

/// A source, an edge and its clients with a network between them that loses, repeats, delays
/// and reorders, in steps of 10 ms.
struct FleetScene {
    enum Event {
        case frame(FleetFrame)
        case beat(epoch: UInt64, number: UInt64?)
        case requestArrives(attempt: UInt64)
        case dump(FleetDump, attempt: UInt64)
        case progress(attempt: UInt64)
        case refusal(attempt: UInt64)
        case noResponder(attempt: UInt64)
        case fetchTurn(ClosedRange<UInt64>, epoch: UInt64, attempt: UInt64)
        case fetchArrives(ClosedRange<UInt64>, epoch: UInt64, attempt: UInt64)
        case fetchProgressed([FleetFrame], attempt: UInt64)
        case fetched([FleetFrame], attempt: UInt64)
    }

    static let stepNanoseconds: UInt64 = 10_000_000
    static let resendSteps = 200
    static let beatSteps = 50
    static let dumpBytesMax = 1_500
    static let frameBytesMax = 300

    /// How bad it is, in percent and steps.
    struct Weather {
        var loss = 0
        var repeats = 0
        var delay = 2
        /// Messages that take some seconds.
        var late = 0
        var notStored = 0
        var streamAge = 6_000
    }

    private(set) var random: SplitMix64
    private(set) var source = SourceModel()
    private(set) var topic: EdgeTopic
    private(set) var clients: [ClientModel] = []
    private(set) var step = 0
    private(set) var effects: EffectGuard
    private(set) var wrong: String?
    private var weather = Weather()
    private var events: [Int: [Event]] = [:]
    private let limits: EdgeLimits
    private let framesPercent: Int

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        var limits = EdgeLimits()
        limits.heldBytes = random.pick([2_000, 20_000, 200_000])
        limits.aheadBytes = random.pick([2_000, 20_000, 200_000])
        limits.fetchFrames = UInt64(random.pick([3, 20, 512]))
        self.limits = limits
        effects = EffectGuard(limits)
        topic = EdgeTopic(limits: limits)
        framesPercent = random.pick([2, 10, 60])
        weather.loss = random.pick([0, 2, 10, 40])
        weather.repeats = random.pick([0, 5, 30])
        weather.delay = random.pick([1, 3, 30])
        weather.late = random.pick([0, 2, 20])
        weather.notStored = random.pick([0, 5, 50])
        weather.streamAge = random.pick([20, 100, 6_000])
    }

    private var now: UInt64 { UInt64(step) * Self.stepNanoseconds + 1 }

    /// Some seconds in which everything goes wrong that can.
    mutating func storm(steps: Int) {
        for _ in 0..<steps where wrong == nil {
            if random.below(250) == 0 { restart(hasTopic: random.chance(90)) }
            if random.below(source.isUp ? 200 : 30) == 0 { source.isUp.toggle() }
            if random.below(source.isPaused ? 50 : 200) == 0 { source.isPaused.toggle() }
            if random.below(150) == 0 { source.close() }
            if random.below(60) == 0 { clients.append(ClientModel()) }
            if random.below(40) == 0 { askAgain() }
            // A cut: nothing of what is on its way arrives.
            if random.below(300) == 0 { events = [:] }
            advance()
        }
    }

    /// The source stands still, and everything arrives. Returns whether all came to rest.
    mutating func calm() -> Bool {
        weather = Weather()
        source.isUp = true
        source.isPaused = true
        if !source.hasTopic { restart(hasTopic: true) }
        clients.append(ClientModel())
        for _ in 0..<3_000 where wrong == nil {
            advance()
            if step % 5 == 0, isAtRest, source.unstored.isEmpty, events.isEmpty { break }
        }
        return isAtRest
    }

    /// Returns how many requests and fetches there are at rest within some seconds: none, but
    /// for what a client that asks again may need.
    mutating func effectsAtRest() -> Int {
        let before = effects.requests + effects.fetches
        for _ in 0..<300 where wrong == nil { advance() }
        return effects.requests + effects.fetches - before
    }

    private var isAtRest: Bool {
        topic.epoch == source.epoch && topic.last == source.number
            && clients.allSatisfy {
                $0.state == .live && $0.epoch == source.epoch && $0.number == source.number
            }
            && topic.held.map { $0.dump.number + UInt64($0.frames.count) } == source.number
    }

    private mutating func restart(hasTopic: Bool) {
        source.restart(hasTopic: hasTopic, by: UInt64(1 + random.below(3)))
    }

    /// A client that has lost nothing asks again.
    private mutating func askAgain() {
        guard !clients.isEmpty else { return }
        let index = random.below(clients.count)
        if clients[index].state == .live { clients[index].state = .waiting }
    }

    // MARK: - One step

    private mutating func advance() {
        step += 1
        if step % 10 == 0 { source.expire(before: step - weather.streamAge) }
        if random.chance(framesPercent) {
            let padding = random.below(Self.frameBytesMax - 50)
            if let frame = source.publish(padding: padding) { send(frame) }
        }
        for frame in source.overdue(at: step) { send(frame) }
        if step % Self.beatSteps == 0, source.isUp {
            send(.beat(epoch: source.epoch, number: source.isOpen ? source.number : nil))
        }
        for event in (events.removeValue(forKey: step) ?? []).shuffled(using: &random) {
            arrive(event)
        }
        for index in clients.indices { wait(index) }
        if step % 5 == 0 { perform(topic.tick(now: now)) }
        let bytesMax =
            max(limits.heldBytes, 2 * Self.dumpBytesMax) + limits.aheadBytes
            + Self.dumpBytesMax + 2 * (Self.frameBytesMax + 128)
        if topic.byteCount > bytesMax { fail("\(topic.byteCount) bytes of \(bytesMax)") }
    }

    private mutating func wait(_ index: Int) {
        switch clients[index].state {
        case .live: return
        case .refused(let time):
            guard step > time + 150 else { return }
            clients[index].state = .waiting
        case .waiting: break
        }
        let isOfThisEpoch = clients[index].epoch == topic.epoch
        perform(
            isOfThisEpoch
                ? topic.want(atLeast: clients[index].number, now: now) : topic.want(now: now))
        serve(index)
    }

    /// Gives a client that waits what is held, if it is not older than what it has.
    private mutating func serve(_ index: Int) {
        guard clients[index].state == .waiting, let held = topic.held else { return }
        guard held.dump.epoch > clients[index].epoch || held.dump.number >= clients[index].number
        else { return }
        fail(clients[index].take(held))
    }

    private mutating func send(_ frame: FleetFrame) {
        send(.frame(frame))
        if random.chance(weather.notStored) {
            source.miss(frame, resendAt: step + Self.resendSteps)
        } else {
            source.store(frame, at: step)
        }
    }

    private mutating func send(_ event: Event) {
        if random.chance(weather.loss) { return }
        repeat {
            let delay = random.chance(weather.late) ? 400 : weather.delay
            events[step + 1 + random.below(delay), default: []].append(event)
        } while random.chance(weather.repeats)
    }

    private mutating func arrive(_ event: Event) {
        switch event {
        case .frame(let frame): perform(topic.receive(frame, now: now))
        case .beat(let epoch, let number):
            perform(topic.beat(epoch: epoch, number: number, now: now))
        case .requestArrives(let attempt):
            guard source.isUp else { return send(.noResponder(attempt: attempt)) }
            let padding = random.below(Self.dumpBytesMax - 50)
            guard let dump = source.answer(padding: padding) else {
                return send(.refusal(attempt: attempt))
            }
            if random.chance(50) { send(.progress(attempt: attempt)) }
            send(.dump(dump, attempt: attempt))
        case .dump(let dump, let attempt):
            effects.answered(attempt, bySource: dump.epoch >= topic.epoch)
            perform(topic.receive(dump, attempt: attempt, now: now))
        case .progress(let attempt):
            effects.progressed(attempt, now: now)
            perform(topic.dumpProgressed(attempt: attempt, now: now))
        case .refusal(let attempt):
            effects.answered(attempt, bySource: true)
            perform(topic.dumpRefused("no such topic", attempt: attempt, now: now))
        case .noResponder(let attempt):
            effects.answered(attempt, bySource: false)
            perform(topic.dumpFailed(attempt: attempt, now: now))
        case .fetchTurn(let numbers, let epoch, let attempt):
            guard topic.begins(fetch: attempt, now: now) else { return }
            effects.fetchProgressed(attempt, now: now)
            send(.fetchArrives(numbers, epoch: epoch, attempt: attempt))
        case .fetchArrives(let numbers, let epoch, let attempt):
            let found = source.stored(numbers, of: epoch).filter { _ in
                !random.chance(weather.loss)
            }
            let early = random.below(found.count + 1)
            send(.fetchProgressed(Array(found[..<early]), attempt: attempt))
            send(.fetched(found[early...].shuffled(using: &random), attempt: attempt))
        case .fetchProgressed(let frames, let attempt):
            if topic.awaits(fetch: attempt) { effects.fetchProgressed(attempt, now: now) }
            perform(topic.fetchProgressed(frames, attempt: attempt, now: now))
        case .fetched(let frames, let attempt):
            effects.fetchEnded(attempt)
            perform(topic.fetched(frames, attempt: attempt, now: now))
        }
    }

    private mutating func perform(_ list: [EdgeEffect]) {
        var hasDump = false
        for effect in list {
            switch effect {
            case .subscribe: break
            case .requestDump(let attempt):
                fail(effects.requested(attempt, epoch: topic.epoch, now: now))
                send(.requestArrives(attempt: attempt))
            case .fetch(let numbers, let attempt):
                fail(effects.fetched(attempt, numbers, epoch: topic.epoch, now: now))
                let turn = step + random.pick([1, 5, 300])
                events[turn, default: []].append(
                    .fetchTurn(numbers, epoch: topic.epoch, attempt: attempt))
            case .pass(let frames):
                if hasDump { fail("frames are passed behind the dump that includes them") }
                for index in clients.indices where clients[index].state == .live {
                    fail(clients[index].take(frames))
                }
            case .ready:
                hasDump = true
                for index in clients.indices { serve(index) }
            case .redump:
                hasDump = true
                effects.redumped()
                guard let held = topic.held else { return fail("a redump of nothing") }
                for index in clients.indices where clients[index].state == .live {
                    fail(clients[index].take(held))
                }
                for index in clients.indices { serve(index) }
            case .refuse:
                for index in clients.indices where clients[index].state == .waiting {
                    clients[index].state = .refused(at: step)
                }
            }
        }
    }

    private mutating func fail(_ reason: String?) {
        if let reason, wrong == nil { wrong = "step \(step): \(reason)" }
    }
}
