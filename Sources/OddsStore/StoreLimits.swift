/// The bounds of the store.
enum StoreLimits {
    /// Properties of a record of a reference entity up to which each is looked
    /// for among the entity's own; EM's have about 20. More are indexed first.
    static let scannedPairsMax = 64
}
