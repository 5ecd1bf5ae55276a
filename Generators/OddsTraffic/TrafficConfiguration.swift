/// The traffic to generate. The defaults describe the default run.
public struct TrafficConfiguration: Codable, Equatable, Sendable {
    /// The number of concurrent events (matches).
    public var events = 100
    /// Markets per event.
    public var markets = 50
    /// Outcomes per market; each has one betting offer.
    public var outcomes = 3
    /// BETTING_OFFER UPDATE records per second; other records are additional.
    public var rate = 10_000
    /// How the rate of a `TrafficGenerator` rises from `rate`; `nil` for a constant one.
    public var ramp: RateRamp?
    /// The mean number of records per frame, except for dumps and the
    /// scenario's own frames.
    public var recordsPerFrame = 7
    /// The distribution of frame arrivals.
    public var arrival = ArrivalProcess.constant
    /// The distribution of changes over the events.
    public var popularity = EventPopularity.uniform
    /// The name of one of `TrafficScenarios.all`.
    public var scenario = "steady"
    /// The seed of all random decisions.
    public var seed: UInt64 = 42
    /// The lifetime of a match, from announcement to removal, in milliseconds
    /// of feed time; `nil` for matches that never end.
    public var lifeCycleMilliseconds: Int64?
    /// The size at which the initial dump ends and CREATE frames begin. A frame
    /// exceeds it by at most one event.
    public var stateFrameBytesMax = 32 << 20

    /// Creates the configuration of the default run.
    public init() {}
}

/// A traffic option with an invalid value.
public struct TrafficConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The option, as spelt on the command line.
    public let option: String
    /// The invalid value.
    public let value: String
    /// What to do instead.
    public let advice: String

    /// The option, its value and the advice.
    public var description: String { "\(option) \(value): \(advice)" }
}

extension TrafficConfiguration {
    /// The memory that the generator needs for its state; a store needs several
    /// times as much. The counts must be within their limits, whose product is
    /// far below 2⁶³ bytes.
    public var stateBytes: Int {
        let marketBytes =
            MemoryLayout<MarketState>.stride + outcomes * MemoryLayout<OfferState>.stride
        return events * (MemoryLayout<EventState>.stride + markets * marketBytes)
    }

    /// Checks each option, and that the state fits into `memoryBytesMax`.
    /// - Throws: `TrafficConfigurationError` for the first invalid option.
    public func validate(memoryBytesMax: Int = 4 << 30) throws(TrafficConfigurationError) {
        try check("events", events, in: 1...TrafficLimits.eventsMax)
        try check("markets", markets, in: 1...TrafficLimits.marketsMax)
        try check("outcomes", outcomes, in: 1...TrafficLimits.outcomesMax)
        try check("rate", rate, in: 1...TrafficLimits.rateMax)
        try ramp?.validate(from: rate)
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
        try TrafficConfigurationError.check(option, value, in: range)
    }
}

extension TrafficConfigurationError {
    static func check(
        _ option: String, _ value: Int, in range: ClosedRange<Int>
    ) throws(TrafficConfigurationError) {
        guard !range.contains(value) else { return }
        throw TrafficConfigurationError(
            option: option, value: "\(value)",
            advice: "must be between \(range.lowerBound) and \(range.upperBound)")
    }
}
