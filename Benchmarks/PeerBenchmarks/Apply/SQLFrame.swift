import GRDB
import OddsModel
import OddsWire

/// A frame as the database takes it: a statement and its arguments for each
/// record.
struct SQLFrame {
    /// Which prepared statement.
    enum Kind: Hashable {
        case upsert(EntityType)
        case update(EntityType, PropertySet)
        case delete(EntityType)
    }

    let isDump: Bool
    private(set) var changes: [(kind: Kind, arguments: StatementArguments)] = []

    /// - Parameter arrivalCount: numbers the records, for server order.
    init(_ batch: borrowing FrameBatch, arrivalCount: inout Int64) {
        isDump = batch.messageType == .initialDump
        for index in 0..<batch.count where batch[index].type != .reference {
            arrivalCount += 1
            append(batch[index], of: batch, arrival: arrivalCount)
        }
    }

    private mutating func append(
        _ record: BatchRecord, of batch: borrowing FrameBatch, arrival: Int64
    ) {
        let id = Int64(record.key.rawValue).databaseValue
        var named = PropertySet()
        var all = [DatabaseValue](
            repeating: .null, count: Schema.properties(of: record.type).count)
        batch.forEachProperty(of: record) { property, value in
            named.insert(PropertySet(index: property.index))
            all[property.index] = value.databaseValue(isLink: property.isLink)
        }
        switch record.operation {
        case .put:
            changes.append(
                (.upsert(record.type), StatementArguments([id, arrival.databaseValue] + all)))
        case .patch:
            // Nothing to set is nothing to do.
            guard !named.isEmpty else { return }
            let values = named.indices.map { all[$0] }
            changes.append((.update(record.type, named), StatementArguments(values + [id])))
        case .remove:
            changes.append((.delete(record.type), StatementArguments([id])))
        }
    }
}

extension Property {
    fileprivate var isLink: Bool {
        guard case .link = kind else { return false }
        return true
    }
}

extension BatchValue {
    fileprivate func databaseValue(isLink: Bool) -> DatabaseValue {
        switch self {
        case .text(let bytes):
            isLink
                ? (EntityKey(word: bytes).map { Int64($0.rawValue) }).databaseValue
                : String(decoding: bytes, as: UTF8.self).databaseValue
        case .integer(let value): value.databaseValue
        case .number(let value): value.databaseValue
        case .boolean(let value): value.databaseValue
        case .absent: .null
        }
    }
}
