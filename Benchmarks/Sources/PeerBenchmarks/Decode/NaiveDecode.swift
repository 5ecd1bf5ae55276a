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

/// A frame for `JSONDecoder`, with properties of any name and type.
struct NaiveFrame: Decodable {
    let messageType: FeedMessageType
    let records: [NaiveRecord]
}

struct NaiveRecord: Decodable {
    /// None in a dump.
    let change: FeedChangeType?
    /// None for types that are not typed.
    let type: FeedType?
    let id: String
    let properties: [String: JSONValue]

    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: FeedRecordKey.self)
        id = try record.decode(String.self, forKey: .id)
        change = try record.decodeIfPresent(FeedChangeType.self, forKey: .changeType)
        let typeKey = change == nil ? FeedRecordKey.type : .entityType
        type = FeedType(rawValue: try record.decode(String.self, forKey: typeKey))
        properties =
            switch change {
            case nil: try [String: JSONValue](from: decoder)
            case .update: try record.decode([String: JSONValue].self, forKey: .changedProperties)
            case .create: try record.decode([String: JSONValue].self, forKey: .entity)
            case .delete: [:]
            }
    }
}

/// `JSONDecoder` into dictionaries.
struct NaiveDecode: DecodePeer {
    static let name = "naive"
    static let omissions = naiveOmissions
    static let framesMax = 4_000

    private var records: [NaiveRecord] = []

    init() {}

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        guard let frame = try? JSONDecoder().decode(NaiveFrame.self, from: Data(noCopy: frame))
        else { return false }
        records = frame.records
        return true
    }

    func fold(into digest: inout PeerRecordDigest) {
        for record in records where record.type != nil {
            switch record.change {
            case nil, .create: digest.puts += 1
            case .update: digest.patches += 1
            case .delete: digest.removals += 1
            }
            digest.sum &+=
                record.type == .offer
                ? peerOfferHash(record.offer) : peerHash(UInt64(record.id) ?? 0, 0)
        }
    }
}

/// What the app's own way does not do, in all tasks.
let naiveOmissions = "records rejected alone, reference entities"

extension NaiveRecord {
    fileprivate var offer: PeerOffer {
        var offer = PeerOffer(absent: UInt64(id) ?? 0)
        switch properties["odds"] {
        case .integer(let odds): offer.odds = Double(odds)
        case .number(let odds): offer.odds = odds
        default: break
        }
        if case .integer(let time) = properties["lastChangedTime"] { offer.lastChangedTime = time }
        if case .boolean(let isAvailable) = properties["isAvailable"] {
            offer.isAvailable = isAvailable ? 1 : 0
        }
        if case .text(var status) = properties["statusId"] {
            offer.status = status.withUTF8 { peerTextHash($0.baseAddress, $0.count) }
        }
        return offer
    }
}
