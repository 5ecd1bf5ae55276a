/// The entities of the whole state, in the order of the feed's dumps.
private enum StateSection: Int {
    case sports, locations, categories, matches, statistics, infos, markets, outcomes, relations
    case offers, mainMarkets, marketInfos, eventNumbers, marketGroups, partScores
}

/// Writes the whole state: a dump and, where it does not fit into one frame,
/// CREATE frames behind it. Between the first and the last of them the state
/// must not change.
struct StateCursor {
    private let frameBytesMax: Int
    /// `nil` behind the last one.
    private var section: StateSection? = .sports
    private var index = 0
    private var isFirstFrame = true

    init(frameBytesMax: Int) { self.frameBytesMax = frameBytesMax }

    var isAtEnd: Bool { section == nil }

    /// Writes the next frame. Complexity: O(bytes of the frame).
    mutating func writeFrame(of world: borrowing TrafficWorld, to writer: inout FrameWriter) {
        let form: EntityForm = isFirstFrame ? .dump : .create
        isFirstFrame = false
        writer.beginFrame(form, version: world.now)
        while let current = section, writer.byteCount < frameBytesMax {
            if index < world.count(of: current) {
                world.write(current, index, as: form, to: &writer)
                index += 1
            } else {
                section = StateSection(rawValue: current.rawValue + 1)
                index = 0
            }
        }
        writer.endFrame()
    }
}

extension TrafficWorld {
    fileprivate func count(of section: StateSection) -> Int {
        switch section {
        case .sports: sports.count
        case .locations: Vocabulary.locations.count
        case .categories: Vocabulary.categories.count
        case .matches: events.count
        case .statistics, .partScores: (events.count + 9) / 10
        case .infos: events.count * InfoKind.allCases.count
        case .markets, .marketInfos: markets.count
        case .outcomes, .relations, .offers: offers.count
        case .mainMarkets: Self.mainMarketCount
        case .eventNumbers: 2
        case .marketGroups: Vocabulary.marketGroups.count
        }
    }

    fileprivate func write(
        _ section: StateSection, _ index: Int, as form: EntityForm, to writer: inout FrameWriter
    ) {
        let (market, outcome) = index.quotientAndRemainder(dividingBy: offersPerMarket)
        switch section {
        case .sports: writeSport(index, as: form, to: &writer)
        case .locations: writeLocation(index, as: form, to: &writer)
        case .categories: writeCategory(index, as: form, to: &writer)
        case .matches: writeMatch(index, as: form, to: &writer)
        case .statistics: writeStatistics(ofEvent: index * 10, as: form, to: &writer)
        case .infos:
            let kinds = InfoKind.allCases
            writeInfo(
                kinds[index % kinds.count], ofEvent: index / kinds.count, as: form, to: &writer)
        case .markets: writeMarket(index, as: form, to: &writer)
        case .outcomes: writeOutcome(outcome, of: market, as: form, to: &writer)
        case .relations: writeRelation(outcome, of: market, as: form, to: &writer)
        case .offers: writeOffer(outcome, of: market, as: form, to: &writer)
        case .mainMarkets: writeMainMarket(index, as: form, to: &writer)
        case .marketInfos:
            if hasInfo(index) { writeMarketInfo(index, as: form, to: &writer) }
        case .eventNumbers: writeEventNumbers(index, as: form, to: &writer)
        case .marketGroups: writeMarketGroup(index, as: form, to: &writer)
        case .partScores: writePartScore(ofEvent: index * 10, as: form, to: &writer)
        }
    }

    /// Whether there is a MARKET_INFO for a market.
    func hasInfo(_ market: Int) -> Bool { !kind(ofMarket: market).isLine }

    /// Whether there are EVENT_STATISTICS and an EVENT_PART_SCORE for an event.
    func hasStatistics(_ event: Int) -> Bool { event % 10 == 0 }
}
