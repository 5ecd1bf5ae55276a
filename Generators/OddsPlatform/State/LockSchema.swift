/// The tables of what keeps passwords and codes from being guessed.
enum LockSchema {
    static let statements = [names, numbers, resets, codes]

    /// Names that nobody has and that somebody has tried to log in with. The number of the last
    /// attempt is the greatest.
    private static let names = """
        CREATE TABLE unknownName (
            number INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            failedLogins INTEGER NOT NULL, lockedUntil INTEGER NOT NULL);
        """

    /// A mobile phone has one number, wherever its prefix is said to end.
    private static let numbers = """
        DROP INDEX playerByMobile;
        CREATE INDEX playerByNumber ON player (mobilePhonePrefix || mobilePhone)
            WHERE mobilePhone <> '';
        """

    /// Tokens by the account that they are for, which for a number that nobody has is the number.
    /// Of an older version, those that lead nowhere are left out.
    private static let resets = """
        ALTER TABLE passwordReset RENAME TO olderReset;
        CREATE TABLE passwordReset (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            account TEXT NOT NULL, player INTEGER REFERENCES player,
            code TEXT NOT NULL, wrongCodes INTEGER NOT NULL DEFAULT 0,
            hash TEXT UNIQUE,
            created INTEGER NOT NULL);
        CREATE INDEX resetByAccount ON passwordReset (account);
        CREATE INDEX resetByAge ON passwordReset (created);
        INSERT INTO passwordReset (token, account, player, code, wrongCodes, hash, created)
            SELECT token, player, player, code, wrongCodes, hash, created FROM olderReset
            WHERE player IS NOT NULL ORDER BY created;
        DROP TABLE olderReset;
        """

    /// The wrong codes of the last day, by what they were for.
    private static let codes = """
        CREATE TABLE wrongCode (
            id INTEGER PRIMARY KEY,
            account TEXT NOT NULL, player INTEGER REFERENCES player,
            time INTEGER NOT NULL);
        CREATE INDEX wrongCodeByAccount ON wrongCode (account);
        CREATE INDEX wrongCodeByAge ON wrongCode (time);
        """
}
