import GRDB
import OddsModel
import OddsWire
import SimdjsonPeer

/// GRDB on SQLite in memory: a prepared statement a record, a transaction a
/// frame.
struct GRDBApply: StorePeer {
    static let name = "GRDB"
    static let omissions = """
        decoding (frames come as prepared arguments), ids but decimal ones, records rejected \
        alone, reference entities, change sets, versions
        """
    static let framesMax = 10_000

    let queue: DatabaseQueue
    private var statements: [SQLFrame.Kind: Statement] = [:]
    private var frames: [SQLFrame] = []

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in
            for type in EntityType.typed { try SQLSchema.create(type, in: db) }
        }
    }

    mutating func prepare(_ frames: FrameSet, _ range: Range<Int>) throws {
        var parser = FrameParser()
        var batch = FrameBatch()
        var arrivalCount: Int64 = 0
        for index in range {
            try parser.parse(frames[index], into: &batch)
            self.frames.append(SQLFrame(batch, arrivalCount: &arrivalCount))
        }
    }

    mutating func apply(_ index: Int, of frames: FrameSet) throws -> Bool {
        let frame = self.frames[index]
        var statements = self.statements
        self.statements = [:]
        try queue.write { db in
            if frame.isDump {
                for type in EntityType.typed {
                    try db.execute(sql: "DELETE FROM \(SQLSchema.tableName(of: type))")
                }
            }
            for change in frame.changes {
                let statement = try statements.statement(change.kind, in: db)
                statement.setUncheckedArguments(change.arguments)
                try statement.execute()
            }
        }
        self.statements = statements
        return true
    }

    mutating func fold(into digest: inout PeerStateDigest) throws {
        try queue.read { db in
            let count = { (type: EntityType) throws -> UInt64 in
                let name = SQLSchema.tableName(of: type)
                return UInt64(try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(name)") ?? 0)
            }
            digest.matches = try count(.match)
            digest.markets = try count(.market)
            digest.outcomes = try count(.outcome)
            digest.offers = try count(.bettingOffer)
            digest.infos = try count(.eventInfo)
            let offers = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, odds, lastChangedTime, isAvailable, statusId FROM BETTING_OFFER
                    """)
            while let offer = try offers.next() {
                digest.sum &+= peerOfferHash(
                    PeerOffer(
                        id: UInt64(offer[0] as Int64), odds: offer[1], lastChangedTime: offer[2],
                        isAvailable: offer[3], statusId: offer[4]))
            }
        }
    }
}

extension [SQLFrame.Kind: Statement] {
    fileprivate mutating func statement(
        _ kind: SQLFrame.Kind, in db: Database
    ) throws -> Statement {
        if let statement = self[kind] { return statement }
        let sql =
            switch kind {
            case .upsert(let type): SQLSchema.upsert(type)
            case .update(let type, let properties): SQLSchema.update(type, properties)
            case .delete(let type): SQLSchema.delete(type)
            }
        let statement = try db.makeStatement(sql: sql)
        self[kind] = statement
        return statement
    }
}
