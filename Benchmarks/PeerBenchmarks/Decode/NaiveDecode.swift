import Foundation
import SimdjsonPeer

/// Any JSON value, as apps write it down to read properties of any type.
enum JSONValue: Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: JSONValue].self))
        }
    }

    /// The value as `JSONSerialization` takes it.
    var foundationValue: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .text(let value): value
        case .array(let values): values.map(\.foundationValue)
        case .object(let values): values.mapValues(\.foundationValue)
        }
    }
}

/// A frame for `JSONDecoder`: whole entities as structs, changes with
/// properties of any name and type.
struct NaiveFrame: Decodable {
    let messageType: FeedMessageType
    let records: [NaiveRecord]
}

enum NaiveRecord: Decodable {
    /// A whole entity, or the removal of one.
    case whole(FoundationRecord)
    /// Changed properties; the type is `nil` for those that are not typed.
    case change(FeedType?, id: String, properties: [String: JSONValue])

    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: FeedRecordKey.self)
        guard try record.decodeIfPresent(FeedChangeType.self, forKey: .changeType) == .update
        else {
            self = .whole(try FoundationRecord(from: decoder))
            return
        }
        self = .change(
            FeedType(rawValue: try record.decode(String.self, forKey: .entityType)),
            id: try record.decode(String.self, forKey: .id),
            properties: try record.decode([String: JSONValue].self, forKey: .changedProperties))
    }
}

/// `JSONDecoder` into dictionaries of changed properties.
struct NaiveDecode: DecodePeer {
    static let name = "naive"
    static let omissions = naiveOmissions
    static let framesMax = 2_000

    private var records: [NaiveRecord] = []

    init() {}

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        guard let frame = try? JSONDecoder().decode(NaiveFrame.self, from: Data(noCopy: frame))
        else { return false }
        records = frame.records
        return true
    }

    func fold(into digest: inout PeerRecordDigest) {
        for record in records {
            switch record {
            case .whole(let record):
                record.fold(into: &digest)
            case .change(let type?, let id, let properties):
                digest.patches += 1
                let id = UInt64(id) ?? 0
                digest.sum &+=
                    type == .offer
                    ? peerOfferHash(PeerOffer(id: id, properties)) : peerHash(id, 0)
            case .change(nil, _, _):
                break
            }
        }
    }
}

/// What the app's own way does not do, in all tasks.
let naiveOmissions = "records rejected alone, reference entities"

extension PeerOffer {
    fileprivate init(id: UInt64, _ properties: [String: JSONValue]) {
        self.init(absent: id)
        switch properties["odds"] {
        case .integer(let value): odds = Double(value)
        case .number(let value): odds = value
        default: break
        }
        if case .integer(let value) = properties["lastChangedTime"] { lastChangedTime = value }
        if case .boolean(let value) = properties["isAvailable"] { isAvailable = value ? 1 : 0 }
        if case .text(var value) = properties["statusId"] {
            status = value.withUTF8 { peerTextHash($0.baseAddress, $0.count) }
        }
    }
}
