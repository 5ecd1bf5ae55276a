import OddsTraffic

/// The content of a server: topics, their dumps, and their frames over time.
/// One thread owns a source; its caller owns the clock.
package protocol FeedSource: AnyObject {
    /// When the next frames are due, in nanoseconds since the start of the
    /// source; `nil` once the source is exhausted.
    var nextNanoseconds: UInt64? { get }

    /// Executes the step due at `nextNanoseconds` and passes its frames to
    /// `sink`.
    func advance(_ sink: FrameSink)

    /// Opens a topic, whose frames are passed on from now on.
    /// - Throws: `FeedError` if there is no such topic.
    func open(_ topic: String) throws(FeedError) -> TopicNumber

    /// Closes a topic. Its number may be reused.
    func close(_ topic: TopicNumber)

    /// The current dump of an open topic.
    /// - Throws: `FeedError` if the dump would be too large.
    func dump(of topic: TopicNumber) throws(FeedError) -> [UInt8]

    /// The dump that a topic would have if it were opened now.
    /// - Throws: `FeedError` for an unknown topic or too large a dump.
    func dump(of topic: String) throws(FeedError) -> [UInt8]

    /// Passes on a frame without records for each open topic. All topics of a
    /// world get the same version; those of a recording keep their own.
    func writeFence(_ sink: FrameSink)

    /// Changes the scenario and the rate from now on; `nil` keeps the current
    /// value.
    /// - Returns: Both as they are now.
    /// - Throws: `FeedError` for invalid values.
    func change(
        scenario: String?, rate: Int?
    ) throws(FeedError) -> (scenario: String, rate: Int)

    /// The keyword arguments of the response to a call: `{"records":[…]}`, which are
    /// those of this moment.
    /// - Throws: `FeedError` for what is not there or too large.
    func answer(_ query: WorldQuery) throws(FeedError) -> [UInt8]

    /// The offers of these ids as bets meet them now. Those that do not exist are left out:
    /// all of them in a recording, which takes no bets.
    func quotes(_ ids: [UInt64], of key: QuoteKey) -> [OfferQuote]

    /// How far a world has come, in nanoseconds since its start; `nil` for a recording.
    var worldNanoseconds: UInt64? { get }

    /// Keeps what becomes of markets from now on, until it is taken.
    func keepSettlements()

    /// What became of markets since it was taken last, in order.
    func takeSettlements() -> [MarketSettlement]

    /// The keyword arguments of the response to `/sports#operatorInfo`.
    var operatorInfo: [UInt8] { get }
}

/// Receives a frame of an open topic. The bytes are valid during the call.
package typealias FrameSink = (
    _ topic: TopicNumber, _ frame: UnsafeRawBufferPointer, _ recordCount: Int
) -> Void

/// The number of an open topic within its source.
package typealias TopicNumber = Int

/// The reason why a source cannot serve a request.
package struct FeedError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, for the client.
    package let description: String
    /// True if the same may be asked again later: the reason says when.
    package let isOfTheMoment: Bool

    /// Creates an error with a reason for the client.
    package init(_ description: String) {
        self.description = description
        isOfTheMoment = false
    }

    /// Creates an error of a limit, which says when to come back.
    package init(_ limit: String, comeBackInSeconds seconds: Int) {
        description = "\(limit): come back in \(seconds) s"
        isOfTheMoment = true
    }
}
