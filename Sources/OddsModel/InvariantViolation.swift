#if ODDS_INVARIANTS
/// Something that must hold between the operations of a data structure and
/// does not: a bug in the structure's own code, whatever the feed sent.
///
/// The checks that throw it take time in the size of the whole state, so they
/// are compiled only under `ODDS_INVARIANTS`: in debug builds, and in those of
/// the fuzzer.
public struct InvariantViolation: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the invariant.
    public let invariant: String
    /// The table or the buffer in which it was found not to hold.
    public let table: String
    /// The row or the position in `table`; `nil` where the table as a whole is
    /// wrong.
    public let row: Int?

    package init(_ invariant: some RawRepresentable<String>, _ table: String, _ row: Int?) {
        self.invariant = invariant.rawValue
        self.table = table
        self.row = row
    }

    public var description: String {
        row.map { "\(invariant) violated at row \($0) of \(table)" }
            ?? "\(invariant) violated in \(table)"
    }
}

/// Throws unless `holds`.
package func require(
    _ holds: Bool, _ invariant: some RawRepresentable<String>, _ table: String,
    _ row: Int? = nil
) throws(InvariantViolation) {
    guard holds else { throw InvariantViolation(invariant, table, row) }
}
#endif
