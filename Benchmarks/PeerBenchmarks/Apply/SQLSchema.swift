import GRDB
import OddsModel

/// A table for each typed entity, made and served from the feed's schema.
enum SQLSchema {
    static func tableName(of type: EntityType) -> String { "\(type.feedName)" }

    static func create(_ type: EntityType, in db: Database) throws {
        let name = tableName(of: type)
        let columns = Schema.properties(of: type).map { "\($0.name) \(columnType(of: $0.kind))" }
        try db.execute(
            sql: """
                CREATE TABLE \(name) (
                    id INTEGER PRIMARY KEY, arrival INTEGER NOT NULL,
                    \(columns.joined(separator: ", "))
                ) STRICT
                """)
        for property in Schema.properties(of: type) {
            guard case .link = property.kind else { continue }
            try db.execute(
                sql: "CREATE INDEX \(name)_\(property.name) ON \(name) (\(property.name))")
        }
    }

    /// Puts a whole entity in; one that is there keeps its place.
    static func upsert(_ type: EntityType) -> String {
        let names = Schema.properties(of: type).map { "\($0.name)" }
        let marks = Array(repeating: "?", count: names.count + 2).joined(separator: ", ")
        let updates = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        return """
            INSERT INTO \(tableName(of: type)) (id, arrival, \(names.joined(separator: ", ")))
            VALUES (\(marks)) ON CONFLICT (id) DO UPDATE SET \(updates)
            """
    }

    /// Sets some properties of an entity.
    static func update(_ type: EntityType, _ properties: PropertySet) -> String {
        let all = Schema.properties(of: type)
        let updates = properties.indices.map { "\(all[$0].name) = ?" }
        return """
            UPDATE \(tableName(of: type)) SET \(updates.joined(separator: ", ")) WHERE id = ?
            """
    }

    static func delete(_ type: EntityType) -> String {
        "DELETE FROM \(tableName(of: type)) WHERE id = ?"
    }

    static let offersOfEvent = """
        SELECT BETTING_OFFER.id, BETTING_OFFER.odds, BETTING_OFFER.isAvailable FROM MARKET
        JOIN MARKET_OUTCOME_RELATION ON MARKET_OUTCOME_RELATION.marketId = MARKET.id
        JOIN OUTCOME ON OUTCOME.id = MARKET_OUTCOME_RELATION.outcomeId
        JOIN BETTING_OFFER ON BETTING_OFFER.outcomeId = OUTCOME.id
        WHERE MARKET.eventId = ?
        ORDER BY MARKET.arrival, OUTCOME.arrival, BETTING_OFFER.arrival
        """

    private static func columnType(of kind: PropertyKind) -> String {
        switch kind {
        case .text: "TEXT"
        case .link, .integer, .boolean: "INTEGER"
        case .number: "REAL"
        }
    }
}
