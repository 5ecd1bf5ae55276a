/// What a server has to tell: topics, their dumps, and their frames as time
/// goes by. One thread owns a source; it knows no clock.
public protocol FeedSource: AnyObject {
    /// When the next frames are due, in nanoseconds from the source's start;
    /// `nil` when there will be none any more.
    var nextNanoseconds: UInt64? { get }

    /// Takes the step that is due at `nextNanoseconds` and hands on its frames.
    func advance(_ sink: FrameSink)

    /// Opens a topic, whose frames are handed on from now.
    /// - Throws: `FeedError`, if there is no such topic.
    func open(_ topic: String) throws(FeedError) -> TopicNumber

    func close(_ topic: TopicNumber)

    /// The dump of an open topic at this moment.
    func dump(of topic: TopicNumber) throws(FeedError) -> [UInt8]

    /// The dump that a topic would have, were it opened now.
    func dump(of topic: String) throws(FeedError) -> [UInt8]

    /// Hands on a frame without records for each open topic, all of the version
    /// that who has read everything has then.
    func writeFence(_ sink: FrameSink)

    /// Changes what happens from now on.
    func change(scenario: String?, rate: Int?) throws(FeedError)

    /// The keyword arguments that answer `/sports#operatorInfo`.
    var operatorInfo: [UInt8] { get }
}

/// Takes a frame of an open topic, whose bytes are valid during the call.
public typealias FrameSink = (
    _ topic: TopicNumber, _ frame: UnsafeRawBufferPointer, _ recordCount: Int
) -> Void

/// An open topic of a source.
public typealias TopicNumber = Int

/// Why a source cannot do what it is asked for; a text for the client.
public struct FeedError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}
