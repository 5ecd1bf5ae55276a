import OddsModel
import OddsReconstruction
public import OddsWAMP

/// The entities that a feed returned to a request: those of a procedure's `{"records":[…]}`,
/// each as in a dump, or those of a content.
public struct FeedRecords: Sendable {
    /// In the order of the records, with all that belongs to them.
    public let events: [EventModel]
    /// All other entities, by type and in the order of the records.
    public let references: [ReferenceModel]
    /// Records that could not be read, and were left out.
    public let rejectedCount: Int

    init(events: [EventModel], references: [ReferenceModel], rejectedCount: Int) {
        self.events = events
        self.references = references
        self.rejectedCount = rejectedCount
    }

    /// Reads a result, whose members beside `records` are ignored.
    ///
    /// - Throws: `protocolViolation` if there is no list of records.
    /// - Complexity: O(bytes).
    public init(_ result: JSONObjectText) throws(ClientError) {
        let dump = Array(#"{"messageType":"INITIAL_DUMP","records":"#.utf8)
            + (result.value("records") ?? []) + [UInt8(ascii: "}")]
        var channel = Channel<FullRebuild>()
        let disposition = dump.withUnsafeBytes { channel.receive($0) }
        guard case .applied = disposition else {
            throw .protocolViolation("a result without records")
        }
        events = channel.strategy.events(limit: .max)
        references = channel.strategy.references()
        rejectedCount = channel.counters.recordsRejected
    }
}
