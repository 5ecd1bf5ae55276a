/// What traffic to make. The defaults are those of the default run.
public struct TrafficConfiguration: Codable, Equatable, Sendable {
    public var events = 100
    /// Markets of each event.
    public var markets = 50
    /// Outcomes of each market; each has one betting offer.
    public var outcomes = 3
    /// BETTING_OFFER UPDATE records a second; other records ride along.
    public var rate = 10_000
    /// Records a frame, on average; dumps, and what a scenario adds, not counted.
    public var recordsPerFrame = 7
    public var arrival = ArrivalProcess.constant
    public var popularity = EventPopularity.uniform
    /// The name of one of `TrafficScenarios.all`.
    public var scenario = "steady"
    public var seed: UInt64 = 42
    /// How long a match takes from before it begins until it is gone, in
    /// milliseconds of the feed's time; `nil` if matches last.
    public var lifeCycleMilliseconds: Int64?
    /// Where a dump ends and CREATE frames begin. A frame with this many bytes
    /// takes at most one more event.
    public var stateFrameBytesMax = 32 << 20

    public init() {}
}

/// An option of the traffic that cannot be.
public struct TrafficConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    public let option: String
    public let value: String
    /// What to do instead.
    public let advice: String

    public var description: String { "\(option) \(value): \(advice)" }
}

extension TrafficConfiguration {
    /// The memory that the state of such traffic takes in the generator; a
    /// store takes several times as much. The counts must be within their
    /// limits, whose product is far below 2⁶³ bytes.
    public var stateBytes: Int {
        let marketBytes =
            MemoryLayout<MarketState>.stride + outcomes * MemoryLayout<OfferState>.stride
        return events * (MemoryLayout<EventState>.stride + markets * marketBytes)
    }

    /// Checks each option, and that the state fits into `memoryBytesMax`.
    public func validate(memoryBytesMax: Int = 4 << 30) throws(TrafficConfigurationError) {
        try check("events", events, in: 1...TrafficLimits.eventsMax)
        try check("markets", markets, in: 1...TrafficLimits.marketsMax)
        try check("outcomes", outcomes, in: 1...TrafficLimits.outcomesMax)
        try check("rate", rate, in: 1...TrafficLimits.rateMax)
        guard let scenarioType = TrafficScenarios.named(scenario) else {
            let names = TrafficScenarios.descriptions.map { $0.name }.joined(separator: ", ")
            throw TrafficConfigurationError(
                option: "scenario", value: scenario, advice: "must be one of \(names)")
        }
        try check(
            "records-per-frame", recordsPerFrame,
            in: scenarioType.recordsPerFrameMin...TrafficLimits.recordsPerFrameMax)
        try check("state frame bytes", stateFrameBytesMax, in: TrafficLimits.stateFrameBytesRange)
        if let lifeCycleMilliseconds {
            try check("life cycle", Int(lifeCycleMilliseconds), in: TrafficLimits.lifeCycleRange)
            try check(
                "markets × outcomes", markets * outcomes, in: 1...TrafficLimits.offersPerFrameMax)
        }
        if case .zipf(let exponent) = popularity, !(0...10 ~= exponent) {
            throw TrafficConfigurationError(
                option: "popularity", value: "\(popularity)",
                advice: "the exponent must be between 0 and 10")
        }
        guard stateBytes <= memoryBytesMax else {
            throw TrafficConfigurationError(
                option: "events × markets × outcomes",
                value: "\(events) × \(markets) × \(outcomes)",
                advice: "needs \(stateBytes >> 20) MiB of memory for the generator alone, of "
                    + "which it may have \(memoryBytesMax >> 20) MiB; choose fewer")
        }
    }

    private func check(
        _ option: String, _ value: Int, in range: ClosedRange<Int>
    ) throws(TrafficConfigurationError) {
        guard !range.contains(value) else { return }
        throw TrafficConfigurationError(
            option: option, value: "\(value)",
            advice: "must be between \(range.lowerBound) and \(range.upperBound)")
    }
}
