/// The tables of bets.
enum BettingSchema {
    static let statements = [bets, results, ledger]

    /// Of how many bets of an outcome settlement has taken care: up to which number, or `NULL`
    /// for all of them.
    static let settlement = """
        ALTER TABLE outcomeResult ADD COLUMN settledUpTo INTEGER;
        CREATE INDEX outcomeUnsettled ON outcomeResult (outcome) WHERE settledUpTo IS NOT NULL;
        """

    private static let bets = """
        CREATE TABLE bet (
            id INTEGER PRIMARY KEY,
            player INTEGER NOT NULL REFERENCES player,
            type TEXT NOT NULL, systemType TEXT,
            stake INTEGER NOT NULL, remaining INTEGER NOT NULL,
            isFree INTEGER NOT NULL, builderPrice INTEGER,
            status TEXT NOT NULL DEFAULT 'OPEN',
            placed INTEGER NOT NULL, settled INTEGER,
            returned INTEGER NOT NULL DEFAULT 0, missing INTEGER NOT NULL DEFAULT 0,
            paid INTEGER NOT NULL DEFAULT 0, cashedOut INTEGER NOT NULL DEFAULT 0,
            UNIQUE (player, placed),
            CHECK (stake > 0), CHECK (remaining BETWEEN 0 AND stake),
            CHECK (returned >= 0), CHECK (missing >= 0),
            CHECK (cashedOut BETWEEN 0 AND paid));
        CREATE INDEX betOpen ON bet (player, placed) WHERE status = 'OPEN';
        CREATE TABLE selection (
            bet INTEGER NOT NULL REFERENCES bet, position INTEGER NOT NULL,
            offer INTEGER NOT NULL, outcome INTEGER NOT NULL,
            event INTEGER NOT NULL, bettingType INTEGER NOT NULL,
            odds INTEGER NOT NULL, requested INTEGER NOT NULL,
            isBanker INTEGER NOT NULL, isLive INTEGER NOT NULL,
            description TEXT NOT NULL,
            PRIMARY KEY (bet, position)) WITHOUT ROWID;
        CREATE INDEX selectionByOutcome ON selection (outcome);
        CREATE TABLE booking (
            id INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE, selections TEXT NOT NULL,
            created INTEGER NOT NULL);
        CREATE INDEX bookingByAge ON booking (created);
        """

    /// Only the indexes that placing needs, as each one is a page more to write for every bet;
    /// and numbers that the database counts itself, without a statement for each.
    static let leanPlacing = """
        ALTER TABLE player ADD COLUMN answerCount INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE answer ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
        UPDATE answer SET number = numbered.number FROM (
            SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY id) AS number FROM answer)
            AS numbered WHERE numbered.id = answer.id;
        UPDATE player SET answerCount = (
            SELECT COUNT(*) FROM answer WHERE answer.player = player.id);
        DROP INDEX answerByTime;
        DROP INDEX answerByAge;
        DROP INDEX postingByPlayer;
        CREATE TRIGGER answerIsCounted AFTER INSERT ON answer BEGIN
            UPDATE player SET answerCount = NEW.number WHERE id = NEW.player;
        END;
        CREATE TRIGGER walletIsCounted AFTER INSERT ON posting WHEN NEW.sequence NOT NULL BEGIN
            UPDATE player SET walletSequence = NEW.sequence WHERE id = NEW.player;
        END;
        """

    private static let results = """
        CREATE TABLE outcomeResult (outcome INTEGER PRIMARY KEY, result TEXT NOT NULL);
        CREATE TABLE worldChange (
            nanoseconds INTEGER NOT NULL, scenario TEXT NOT NULL, rate INTEGER NOT NULL);
        """

    private static let ledger = """
        CREATE INDEX postingByTime ON posting (player, time);
        CREATE INDEX answerByTime ON answer (player, created);
        ALTER TABLE posting ADD COLUMN realAfter INTEGER;
        """
}
