/// What a batch did to a store, as the contract counts it.
public struct ApplyCounts: Equatable, Sendable {
    /// Records that took effect.
    public var applied = 0
    /// Updates of entities that are not there.
    public var orphanUpdates = 0
    /// Deletions of entities that are not there.
    public var orphanDeletes = 0

    /// No records.
    @inlinable
    public init() {}
}
