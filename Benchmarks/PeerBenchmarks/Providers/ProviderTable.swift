import OddsCapture
import OddsTraffic

/// What reading costs on each provider's wire: `FrameParser` on EM's, `SportRadarTranslator`
/// on the other, on the same changes of one world. Costs are processor time per byte, and
/// per update of an offer, which both wires send once for each change of odds.
public enum ProviderTable {
    /// A wire on some frames.
    public struct Line: Encodable, Sendable {
        /// The kind of frames: `odds` or `steady`.
        public let workload: String
        public let provider: FeedProvider
        public let frames: Int
        /// Updates of offers in them.
        public let updates: Int
        public let bytes: Int
        /// The medians of the rounds.
        public let nanosecondsPerUpdate: Double
        public let nanosecondsPerByte: Double
        /// Times EM's cost per byte, round by round: the median, the least and the most;
        /// 1 for EM itself.
        public let ratioPerByte: Double
        public let ratioPerByteMin: Double
        public let ratioPerByteMax: Double
    }

    /// The most that the translator is to take, times EM's parser, per byte.
    public static let ratioPerByteMax = 1.5

    /// The kinds of frames.
    public static let workloads = ["odds", "steady"]

    /// Reads the frames of both wires in turns.
    ///
    /// - Parameters:
    ///   - workload: One of `workloads`.
    ///   - milliseconds: The length of the schedule that is read in a round.
    ///   - rounds: How often it is read on each wire.
    /// - Throws: `PeerError.unoptimized` in a debug build, `PeerError.digestsDiffer` if the
    ///   wires do not show the same odds.
    public static func lines(
        of workload: String, milliseconds: UInt64, rounds: Int
    ) throws -> [Line] {
        try Optimization.require()
        var configuration = TrafficConfiguration.odds(events: 100, markets: 50)
        if workload == "steady" { configuration = TrafficConfiguration() }
        return try lines(
            of: workload, configuration, milliseconds: milliseconds, rounds: rounds)
    }

    /// The same of any traffic and in any build.
    static func lines(
        of workload: String, _ configuration: TrafficConfiguration, milliseconds: UInt64,
        rounds: Int
    ) throws -> [Line] {
        let feed = try WireFrames(
            TrafficGenerator.self, name: workload, configuration, milliseconds: milliseconds)
        let socket = try WireFrames(
            SportRadarGenerator.self, name: workload, configuration, milliseconds: milliseconds)
        try check(workload, feed, socket)
        var costs: [(feed: Double, socket: Double)] = []
        for round in 0..<rounds {
            // In turns, so that neither always runs behind the other.
            let isFirst = round % 2 == 0
            let early = isFirst ? try feed.nanosecondsOfParser() : nil
            let other = try socket.nanosecondsOfTranslator()
            costs.append((try early ?? feed.nanosecondsOfParser(), other))
        }
        let ratios = costs.map {
            ($0.socket / Double(socket.byteCount)) / ($0.feed / Double(feed.byteCount))
        }
        return [
            line(.everyMatrix, workload, feed, costs.map(\.feed), [1]),
            line(.sportRadar, workload, socket, costs.map(\.socket), ratios),
        ]
    }

    private static func line(
        _ provider: FeedProvider, _ workload: String, _ frames: WireFrames, _ costs: [Double],
        _ ratios: [Double]
    ) -> Line {
        let cost = Spread(costs).median
        let ratio = Spread(ratios)
        return Line(
            workload: workload, provider: provider, frames: frames.set.updates.count,
            updates: frames.offerUpdateCount, bytes: frames.byteCount,
            nanosecondsPerUpdate: cost / Double(frames.offerUpdateCount),
            nanosecondsPerByte: cost / Double(frames.byteCount), ratioPerByte: ratio.median,
            ratioPerByteMin: ratio.min, ratioPerByteMax: ratio.max)
    }

    /// Reads all frames of both, and compares the odds of all offers that the socket shows.
    private static func check(
        _ workload: String, _ feed: WireFrames, _ socket: WireFrames
    ) throws {
        let (expected, found) = (try feed.oddsOnFeed(), try socket.oddsOnSocket())
        let wrong = found.first { $0.value != expected[$0.key] }
        guard found.isEmpty || wrong != nil else { return }
        throw PeerError.digestsDiffer(
            task: "providers, \(workload) frames", implementation: "sportradar",
            ours: wrong.map { "odds of \($0.key): \(expected[$0.key] ?? 0)" } ?? "offers",
            theirs: wrong.map { "\($0.value)" } ?? "none")
    }
}
