import GRDB

/// The greatest amount of money that an account holds or owes: far above all that is played for,
/// and far below what an integer can be.
enum AccountBound {
    private static let reason = "an account holds no more"

    static let schema = """
        CREATE TRIGGER accountIsBounded BEFORE UPDATE OF balance ON account
        WHEN NEW.balance NOT BETWEEN -1000000000000000000 AND 1000000000000000000 BEGIN
            SELECT RAISE(ABORT, '\(reason)');
        END;
        """

    /// Makes a refusal of an error of the database, if it is the bound's.
    ///
    /// - Throws: 409 in place of the bound's; all others of `move`.
    static func refusing(_ move: () throws -> Void) throws {
        do {
            try move()
        } catch let error as DatabaseError where error.message == reason {
            throw Refusal(409, nil, "\(reason) than 10,000,000,000,000,000.00")
        }
    }
}
