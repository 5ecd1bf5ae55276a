/// Writes the whole state: a dump and, if it does not fit into one frame,
/// CREATE frames after it. The state must not change between the first and the
/// last of them.
struct StateCursor {
    private let frameBytesMax: Int
    /// The kind to write next; `nil` at the end.
    private var kind: EntityKind? = .sport
    private var index = 0
    private var isFirstFrame = true

    init(frameBytesMax: Int) { self.frameBytesMax = frameBytesMax }

    var isAtEnd: Bool { kind == nil }

    /// Leaves out what has not been written.
    mutating func skip() { kind = nil }

    /// Writes the next frame.
    ///
    /// - Complexity: O(bytes of the frame).
    mutating func writeFrame(of world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        let form: EntityForm = isFirstFrame ? .dump : .create
        isFirstFrame = false
        writer.beginFrame(form, version: world.now)
        writer.markState()
        while let current = kind, writer.byteCount < frameBytesMax {
            if index < world.count(of: current) {
                world.write(current, index, as: form, to: &writer)
                index += 1
            } else {
                kind = EntityKind(rawValue: current.rawValue + 1)
                index = 0
            }
        }
        writer.endFrame()
    }
}

extension TrafficWorld {
    fileprivate func count(of kind: EntityKind) -> Int {
        switch kind {
        case .sport: sports.count
        case .location: Vocabulary.locations.count
        case .category: Vocabulary.categories.count
        case .match, .statistics, .partScore: events.count
        case .info: events.count * InfoKind.allCases.count
        case .market, .marketInfo: markets.count
        case .outcome, .relation, .offer: offers.count
        case .mainMarket: Self.mainMarketCount
        case .liveMatchesNumber, .popularMatchesNumber: 1
        case .marketGroup: Vocabulary.marketGroups.count
        case .tournament: 0
        }
    }

    /// Writes the entity at an index among those of its kind, if it exists.
    fileprivate func write(
        _ kind: EntityKind, _ index: Int, as form: EntityForm, to writer: inout FrameWriter
    ) {
        let (market, outcome) = index.quotientAndRemainder(dividingBy: offersPerMarket)
        switch kind {
        case .sport: writeSport(index, as: form, to: &writer)
        case .location: writeLocation(index, as: form, to: &writer)
        case .category: writeCategory(index, as: form, to: &writer)
        case .match: writeMatch(index, as: form, to: &writer)
        case .statistics:
            if hasStatistics(index) { writeStatistics(ofEvent: index, as: form, to: &writer) }
        case .info:
            let (event, info) = index.quotientAndRemainder(dividingBy: InfoKind.allCases.count)
            guard hasInfos(event) else { return }
            writeInfo(InfoKind.allCases[info], ofEvent: event, as: form, to: &writer)
        case .market: writeMarket(index, as: form, to: &writer)
        case .outcome: writeOutcome(outcome, of: market, as: form, to: &writer)
        case .relation: writeRelation(outcome, of: market, as: form, to: &writer)
        case .offer: writeOffer(outcome, of: market, as: form, to: &writer)
        case .mainMarket: writeMainMarket(index, as: form, to: &writer)
        case .marketInfo:
            if hasInfo(index) { writeMarketInfo(index, as: form, to: &writer) }
        case .liveMatchesNumber: writeLiveMatchesNumber(as: form, to: &writer)
        case .popularMatchesNumber: writePopularMatchesNumber(as: form, to: &writer)
        case .marketGroup: writeMarketGroup(index, as: form, to: &writer)
        case .partScore:
            if hasPartScore(index) { writePartScore(ofEvent: index, as: form, to: &writer) }
        case .tournament: break
        }
    }

    /// Whether a market has a MARKET_INFO.
    func hasInfo(_ market: Int) -> Bool { !kind(ofMarket: market).isLine }

    /// Whether an event has EVENT_INFOs.
    func hasInfos(_ event: Int) -> Bool { events[event].phase != .prematch }

    /// Whether an event has EVENT_STATISTICS.
    func hasStatistics(_ event: Int) -> Bool { event % 10 == 0 }

    /// Whether an event has an EVENT_PART_SCORE.
    func hasPartScore(_ event: Int) -> Bool {
        hasLifeCycle ? hasInfos(event) : hasStatistics(event)
    }
}
