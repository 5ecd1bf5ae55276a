import OddsCapture

extension TrafficConfiguration {
    /// Checks each option for a provider's wire. On SportRadar's a frame in which events
    /// come and go has to stay below the 64 MiB of the contract: each page of a list may
    /// get a whole event in it.
    ///
    /// - Throws: `TrafficConfigurationError` for the first invalid option.
    public func validate(
        for provider: FeedProvider, memoryBytesMax: Int = 4 << 30
    ) throws(TrafficConfigurationError) {
        try validate(memoryBytesMax: memoryBytesMax)
        guard provider == .sportRadar, scenario == "\(KickoffScenario.name)" else { return }
        let bytes = (1 + pageCountMax) * largestEventBytes
        guard bytes > Self.frameBytesMax else { return }
        throw TrafficConfigurationError(
            option: "events × markets × outcomes", value: "\(events) × \(markets) × \(outcomes)",
            advice: "a frame that moves events between pages might have \(bytes >> 20) MiB, of "
                + "which it may have \(Self.frameBytesMax >> 20) MiB; choose fewer")
    }

    private static let frameBytesMax = 60 << 20

    /// An event has less than 1 KB, a market and a selection less than 512 bytes each.
    private var largestEventBytes: Int { 1_024 + markets * (1 + outcomes) * 512 }

    private var pageCountMax: Int {
        Vocabulary.sports.indices.map { pageCount(ofSport: $0) }.max() ?? 0
    }

    private func pageCount(ofSport sport: Int) -> Int {
        let count = Vocabulary.eventCount(ofSport: sport, of: events)
        return (count + ContentScope.livePageSize - 1) / ContentScope.livePageSize
    }

    /// What a generator is subscribed to.
    var socketContents: [ContentName] {
        let pages = Vocabulary.sports.indices.flatMap { sport in
            (0..<pageCount(ofSport: sport)).map { page in
                ContentName(.liveEvents, "\(Vocabulary.sports[sport].code)/\(page)")
            }
        }
        return pages + [ContentName(.liveSports, "")]
    }
}
