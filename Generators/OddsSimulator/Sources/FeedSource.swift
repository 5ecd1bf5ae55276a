/// The content that a server sends: topics, their dumps, and their frames over
/// time. One thread owns a source; the caller owns the clock.
package protocol FeedSource: AnyObject {
    /// When the next frames are due, in nanoseconds from the source's start;
    /// `nil` when there will be none any more.
    var nextNanoseconds: UInt64? { get }

    /// Takes the step that is due at `nextNanoseconds` and hands on its frames.
    func advance(_ sink: FrameSink)

    /// Opens a topic, whose frames are handed on from now.
    /// - Throws: `FeedError`, if there is no such topic.
    func open(_ topic: String) throws(FeedError) -> TopicNumber

    /// Closes a topic, whose number may then be given to another one.
    func close(_ topic: TopicNumber)

    /// The dump of an open topic at this moment.
    /// - Throws: `FeedError`, if the dump would be too large.
    func dump(of topic: TopicNumber) throws(FeedError) -> [UInt8]

    /// The dump that a topic would have if it were opened now.
    /// - Throws: `FeedError`, for an unknown topic or too large a dump.
    func dump(of topic: String) throws(FeedError) -> [UInt8]

    /// Hands on a frame without records for each open topic. All topics of a
    /// world then have the same version; those of a recording keep theirs.
    func writeFence(_ sink: FrameSink)

    /// Changes what happens from now on; `nil` keeps the present value.
    /// - Throws: `FeedError`, for impossible values.
    func change(scenario: String?, rate: Int?) throws(FeedError)

    /// The keyword arguments that answer `/sports#operatorInfo`.
    var operatorInfo: [UInt8] { get }
}

/// Takes a frame of an open topic, whose bytes are valid during the call.
package typealias FrameSink = (
    _ topic: TopicNumber, _ frame: UnsafeRawBufferPointer, _ recordCount: Int
) -> Void

/// An open topic of a source.
package typealias TopicNumber = Int

/// The reason for which a source cannot serve a request.
package struct FeedError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, for the client.
    package let description: String

    /// An error with a reason for the client.
    package init(_ description: String) { self.description = description }
}
