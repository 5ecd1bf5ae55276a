import GRDB
import SimdjsonPeer

/// A join over the four levels.
extension GRDBApply: TreePeer {
    static var treeOmissions: String { "\(omissions); tree values: it reads rows of a join" }
    static var treeFramesMax: Int { 400 }

    mutating func readEvents(at positions: some Collection<Int>) throws -> UInt64 {
        try queue.read { db in
            let ids = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM MATCH ORDER BY arrival"))
            let offers = try db.cachedStatement(sql: SQLSchema.offersOfEvent)
            var sum: UInt64 = 0
            for position in positions {
                let rows = try Row.fetchCursor(offers, arguments: [ids[position]])
                var fold: UInt64 = 0
                while let row = try rows.next() {
                    let odds: Double? = row[1]
                    let isAvailable: Bool? = row[2]
                    fold = peerTreeFold(
                        fold, UInt64(row[0] as Int64), odds ?? .nan, isAvailable == true ? 1 : 0)
                }
                sum &+= fold
            }
            return sum
        }
    }
}
