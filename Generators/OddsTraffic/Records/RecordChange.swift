/// What a record says of its entity, for those who say it on another wire.
struct RecordChange: BitwiseCopyable {
    enum Operation: UInt8 { case put, update, delete }

    enum Availability: UInt8 { case unchanged, closed, opened }

    var operation: Operation
    /// Of a market or an offer.
    var availability = Availability.unchanged
    /// The rungs of an offer's odds; equal unless the record has odds.
    var rungBefore: UInt16 = 0
    var rungAfter: UInt16 = 0

    static let put = RecordChange(operation: .put)
    static let update = RecordChange(operation: .update)
    static let delete = RecordChange(operation: .delete)
    static let closed = RecordChange(operation: .update, availability: .closed)
    static let opened = RecordChange(operation: .update, availability: .opened)

    static func odds(
        from before: UInt16, to after: UInt16, _ availability: Availability = .unchanged
    ) -> Self {
        Self(
            operation: .update, availability: availability, rungBefore: before,
            rungAfter: after)
    }
}
