/// Neighbouring elements of one content, which the translator's batch holds as one frame
/// of the content's channel.
public struct ContentRun: BitwiseCopyable, Equatable, Sendable {
    /// The position of the content.
    public let content: Int
    /// Whether the content came whole.
    public let messageType: MessageType
    /// Changes of entities that are not there (SR-U6); they are not in the batch.
    public let orphanUpdates: Int
    /// Removals of entities that are not there (SR-R3); they are not in the batch.
    public let orphanDeletes: Int
}
