/// What became of the messages of an EM client's server that are no frames of a registration
/// and no answers to a request, over all of its connections.
public struct EMCounters: Equatable, Sendable {
    /// Messages without an addressee: of unknown kinds, such as EVENT; answers to requests
    /// that are not open; frames of registrations that have ended. They say nothing about
    /// any topic.
    public internal(set) var messagesIgnored = 0
    /// Texts that are no JSON and show no addressee. Each may have been a frame of any
    /// topic, so each topic counts it as one that cannot be read.
    public internal(set) var messagesRejected = 0

    /// All zero.
    public init() {}
}
