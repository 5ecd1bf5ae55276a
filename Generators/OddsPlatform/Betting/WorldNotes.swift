import OddsTraffic

// How far the world has come.
extension Transaction {
    /// Notes a time of the world.
    func noteWorld(_ nanoseconds: UInt64) throws {
        try run(
            """
            INSERT INTO setting (name, value) VALUES ('worldNanoseconds', ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [Int64(nanoseconds)])
    }

    /// Notes that the traffic is another one from now on.
    func note(_ change: WorldPosition.Change) throws {
        try run(
            "INSERT INTO worldChange (nanoseconds, scenario, rate) VALUES (?, ?, ?)",
            [Int64(change.nanoseconds), change.scenario, change.rate])
    }

    /// Notes that the world has begun anew. Outcomes on which there are no bets are then open
    /// again; what became of bets stays.
    func restartWorld() throws {
        try run(
            """
            DELETE FROM outcomeResult WHERE NOT EXISTS (
                SELECT 1 FROM selection WHERE selection.outcome = outcomeResult.outcome)
            """)
        settledOutcomes.withLockedValue { $0.removeAll() }
        try run("DELETE FROM worldChange")
        try noteWorld(0)
    }

    /// What has been noted.
    func worldPosition() throws -> WorldPosition {
        let changes = try rows("SELECT nanoseconds, scenario, rate FROM worldChange ORDER BY rowid")
        return WorldPosition(
            nanoseconds: UInt64(
                try number("SELECT value FROM setting WHERE name = 'worldNanoseconds'")),
            changes: changes.map {
                WorldPosition.Change(
                    nanoseconds: UInt64($0[0] as Int64), scenario: $0[1], rate: $0[2])
            })
    }
}
