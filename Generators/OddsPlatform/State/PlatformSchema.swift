import GRDB

/// The tables of the platform's state, and how a file of an older version becomes
/// one of this.
enum PlatformSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: players, ledger, payments") { db in
            for statement in [settings, players, ledger, payments, limits, documents] {
                try db.execute(sql: statement)
            }
        }
        migrator.registerMigration("2: bets") { db in
            for statement in BettingSchema.statements { try db.execute(sql: statement) }
        }
        migrator.registerMigration("3: settlement in several transactions") { db in
            try db.execute(sql: BettingSchema.settlement)
        }
        migrator.registerMigration("4: lean placing") { db in
            try db.execute(sql: BettingSchema.leanPlacing)
        }
        migrator.registerMigration("5: a second provider") { db in
            for statement in SportRadarSchema.statements { try db.execute(sql: statement) }
        }
        migrator.registerMigration("6: locks and resets") { db in
            for statement in LockSchema.statements { try db.execute(sql: statement) }
        }
        migrator.registerMigration("7: unfinished requests, bounded accounts") { db in
            try db.execute(sql: UnfinishedRequests.schema)
            try db.execute(sql: AccountBound.schema)
        }
        return migrator
    }

    private static let settings = """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        """

    private static let players = """
        CREATE TABLE player (
            id INTEGER PRIMARY KEY,
            username TEXT NOT NULL UNIQUE,
            password TEXT NOT NULL,
            currency TEXT NOT NULL,
            firstName TEXT NOT NULL DEFAULT '', lastName TEXT NOT NULL DEFAULT '',
            email TEXT NOT NULL DEFAULT '', birthDate TEXT NOT NULL DEFAULT '',
            countryCode TEXT NOT NULL DEFAULT '', language TEXT NOT NULL DEFAULT '',
            mobilePhonePrefix TEXT NOT NULL DEFAULT '', mobilePhone TEXT NOT NULL DEFAULT '',
            failedLogins INTEGER NOT NULL DEFAULT 0, lockedUntil INTEGER NOT NULL DEFAULT 0,
            blockedUntil INTEGER NOT NULL DEFAULT 0,
            walletSequence INTEGER NOT NULL DEFAULT 0,
            verification TEXT NOT NULL DEFAULT 'NONE', verificationReason TEXT,
            verificationChanged INTEGER NOT NULL DEFAULT 0,
            hasExpiredSession INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX playerWaiting ON player (verificationChanged)
            WHERE verification = 'PENDING';
        CREATE INDEX playerByMobile ON player (mobilePhonePrefix, mobilePhone);
        CREATE TABLE session (
            id TEXT PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            used INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX sessionByPlayer ON session (player);
        CREATE INDEX sessionByUse ON session (used);
        CREATE TABLE registration (
            id TEXT PRIMARY KEY,
            fields TEXT NOT NULL, password TEXT NOT NULL,
            player INTEGER REFERENCES player,
            created INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE passwordReset (
            token TEXT PRIMARY KEY,
            player INTEGER REFERENCES player,
            code TEXT NOT NULL, wrongCodes INTEGER NOT NULL DEFAULT 0,
            hash TEXT UNIQUE,
            created INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE consent (
            player INTEGER NOT NULL REFERENCES player, version INTEGER NOT NULL,
            isGiven INTEGER NOT NULL,
            PRIMARY KEY (player, version)) WITHOUT ROWID;
        """

    /// Balances are only ever changed by moves, each of which takes from one account
    /// what it gives to another. A trigger keeps the sum of all accounts of a
    /// currency, and refuses a move after which it is not 0.
    private static let ledger = """
        CREATE TABLE account (
            id INTEGER PRIMARY KEY,
            currency TEXT NOT NULL,
            balance INTEGER NOT NULL DEFAULT 0,
            isPlayers INTEGER NOT NULL,
            CHECK (balance >= 0 OR NOT isPlayers));
        CREATE TABLE ledgerSum (
            currency TEXT PRIMARY KEY, sum INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
        CREATE TABLE posting (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            kind TEXT NOT NULL, reference TEXT NOT NULL,
            time INTEGER NOT NULL, sequence INTEGER);
        CREATE INDEX postingByPlayer ON posting (player, id);
        CREATE TABLE move (
            id INTEGER PRIMARY KEY,
            posting INTEGER NOT NULL REFERENCES posting,
            source INTEGER NOT NULL REFERENCES account,
            target INTEGER NOT NULL REFERENCES account,
            amount INTEGER NOT NULL,
            CHECK (amount > 0), CHECK (source <> target));
        CREATE INDEX moveByPosting ON move (posting);
        CREATE TRIGGER accountIsSummed AFTER UPDATE OF balance ON account BEGIN
            UPDATE ledgerSum SET sum = sum + NEW.balance - OLD.balance
                WHERE currency = NEW.currency;
        END;
        CREATE TRIGGER accountBeginsEmpty BEFORE INSERT ON account
        WHEN NEW.balance <> 0 BEGIN
            SELECT RAISE(ABORT, 'an account begins without money');
        END;
        CREATE TRIGGER moveHasOneCurrency BEFORE INSERT ON move
        WHEN (SELECT currency FROM account WHERE id = NEW.source)
            <> (SELECT currency FROM account WHERE id = NEW.target) BEGIN
            SELECT RAISE(ABORT, 'a move has one currency');
        END;
        CREATE TRIGGER moveIsBooked AFTER INSERT ON move BEGIN
            UPDATE account SET balance = balance - NEW.amount WHERE id = NEW.source;
            UPDATE account SET balance = balance + NEW.amount WHERE id = NEW.target;
            SELECT RAISE(ABORT, 'the sum of the ledger is not 0')
                FROM ledgerSum WHERE sum <> 0
                AND currency = (SELECT currency FROM account WHERE id = NEW.source);
        END;
        CREATE TRIGGER moveStays BEFORE UPDATE ON move BEGIN
            SELECT RAISE(ABORT, 'a move is never changed');
        END;
        CREATE TRIGGER moveIsKept BEFORE DELETE ON move BEGIN
            SELECT RAISE(ABORT, 'a move is never deleted');
        END;
        CREATE TRIGGER accountIsKept BEFORE DELETE ON account BEGIN
            SELECT RAISE(ABORT, 'an account is never deleted');
        END;
        """

    private static let payments = """
        CREATE TABLE cashierSession (
            id TEXT PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            type TEXT NOT NULL,
            successURL TEXT NOT NULL, cancelURL TEXT NOT NULL, failURL TEXT NOT NULL,
            created INTEGER NOT NULL,
            payment INTEGER REFERENCES payment) WITHOUT ROWID;
        CREATE TABLE payment (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            type TEXT NOT NULL, amount INTEGER NOT NULL, status TEXT NOT NULL,
            created INTEGER NOT NULL, completed INTEGER,
            CHECK (amount > 0));
        CREATE INDEX paymentByPlayer ON payment (player, created);
        CREATE TABLE answer (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player, path TEXT NOT NULL, key TEXT NOT NULL,
            digest BLOB NOT NULL, status INTEGER NOT NULL, body BLOB NOT NULL,
            created INTEGER NOT NULL,
            UNIQUE (player, path, key));
        CREATE INDEX answerByAge ON answer (player, id);
        """

    private static let limits = """
        CREATE TABLE playerLimit (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            type TEXT NOT NULL, period TEXT NOT NULL, amount INTEGER NOT NULL,
            nextAmount INTEGER, changes INTEGER,
            UNIQUE (player, type, period));
        """

    private static let documents = """
        CREATE TABLE document (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            type TEXT NOT NULL, uploaded INTEGER NOT NULL);
        CREATE INDEX documentByPlayer ON document (player);
        CREATE TABLE documentFile (
            id INTEGER PRIMARY KEY,
            document INTEGER NOT NULL REFERENCES document,
            name TEXT NOT NULL, byteCount INTEGER NOT NULL, sha256 TEXT NOT NULL);
        CREATE INDEX fileByDocument ON documentFile (document);
        """
}
