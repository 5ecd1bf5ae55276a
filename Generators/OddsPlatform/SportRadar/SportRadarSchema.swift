/// What the tables have for the second provider.
enum SportRadarSchema {
    static let statements = [accounts, payments, bets]

    private static let accounts = """
        ALTER TABLE session ADD COLUMN launchToken TEXT;
        CREATE UNIQUE INDEX sessionByLaunchToken ON session (launchToken)
            WHERE launchToken IS NOT NULL;
        ALTER TABLE player ADD COLUMN hasLoggedIn INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE player ADD COLUMN isUnconfirmed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE player ADD COLUMN isEmailVerified INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX playerByEmail ON player (email COLLATE NOCASE) WHERE email <> '';
        CREATE TABLE mail (
            player INTEGER NOT NULL REFERENCES player, kind TEXT NOT NULL,
            code TEXT NOT NULL, wrongCodes INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL,
            PRIMARY KEY (player, kind)) WITHOUT ROWID;
        """

    /// A cashier session of the second provider ends a payment that has begun with it.
    private static let payments = """
        ALTER TABLE payment ADD COLUMN method TEXT NOT NULL DEFAULT '';
        ALTER TABLE cashierSession ADD COLUMN endsPayment INTEGER NOT NULL DEFAULT 0;
        """

    /// The numbers of slips never come again, as those of old ones may still be asked for.
    private static let bets = """
        CREATE TABLE betSlip (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            player INTEGER NOT NULL REFERENCES player,
            created INTEGER NOT NULL,
            request TEXT, prices TEXT, answer TEXT,
            CHECK ((request IS NULL) = (prices IS NULL)),
            CHECK ((request IS NULL) = (answer IS NOT NULL)));
        CREATE TABLE attribute (
            player INTEGER NOT NULL REFERENCES player, id INTEGER NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (player, id)) WITHOUT ROWID;
        """
}
