import Foundation
import SimdjsonPeer

/// A frame for `JSONDecoder`, with a struct for each type.
struct FoundationFrame: Decodable {
    let messageType: FeedMessageType
    let version: String?
    let records: [FoundationRecord]
}

struct FoundationRecord: Decodable {
    enum Operation {
        case put, patch, remove
    }

    enum Entity {
        case match(CodableMatch)
        case market(CodableMarket)
        case outcome(CodableOutcome)
        case offer(CodableOffer)
        case info(CodableInfo)
        case relation(CodableRelation)
        case other
    }

    let operation: Operation
    let id: String
    let entity: Entity

    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: FeedRecordKey.self)
        id = try record.decode(String.self, forKey: .id)
        guard let change = try record.decodeIfPresent(FeedChangeType.self, forKey: .changeType)
        else {
            operation = .put
            let type = FeedType(rawValue: try record.decode(String.self, forKey: .type))
            entity = try Entity(type, from: decoder)
            return
        }
        let type = FeedType(rawValue: try record.decode(String.self, forKey: .entityType))
        switch change {
        case .update:
            operation = .patch
            entity = try Entity(type, from: record.superDecoder(forKey: .changedProperties))
        case .create:
            operation = .put
            entity = try Entity(type, from: record.superDecoder(forKey: .entity))
        case .delete:
            operation = .remove
            entity = Entity(absent: type)
        }
    }
}

extension FoundationRecord.Entity {
    init(_ type: FeedType?, from decoder: any Decoder) throws {
        switch type {
        case .match: self = .match(try CodableMatch(from: decoder))
        case .market: self = .market(try CodableMarket(from: decoder))
        case .outcome: self = .outcome(try CodableOutcome(from: decoder))
        case .offer: self = .offer(try CodableOffer(from: decoder))
        case .info: self = .info(try CodableInfo(from: decoder))
        case .relation: self = .relation(try CodableRelation(from: decoder))
        case nil: self = .other
        }
    }

    init(absent type: FeedType?) {
        switch type {
        case .match: self = .match(CodableMatch())
        case .market: self = .market(CodableMarket())
        case .outcome: self = .outcome(CodableOutcome())
        case .offer: self = .offer(CodableOffer())
        case .info: self = .info(CodableInfo())
        case .relation: self = .relation(CodableRelation())
        case nil: self = .other
        }
    }
}

/// `JSONDecoder` into structs.
struct FoundationDecode: DecodePeer {
    static let name = "JSONDecoder"
    static let omissions = foundationOmissions
    static let framesMax = 2_000

    private let decoder = JSONDecoder()
    private var records: [FoundationRecord] = []

    init() {}

    mutating func decode(_ frame: UnsafeRawBufferPointer) -> Bool {
        guard let frame = try? decoder.decode(FoundationFrame.self, from: Data(noCopy: frame))
        else { return false }
        records = frame.records
        return true
    }

    func fold(into digest: inout PeerRecordDigest) {
        for record in records { record.fold(into: &digest) }
    }
}

extension FoundationRecord {
    func fold(into digest: inout PeerRecordDigest) {
        if case .other = entity { return }
        switch operation {
        case .put: digest.puts += 1
        case .patch: digest.patches += 1
        case .remove: digest.removals += 1
        }
        if case .offer(var offer) = entity {
            offer.id = id
            digest.sum &+= peerOfferHash(offer.digested)
        } else {
            digest.sum &+= peerHash(UInt64(id) ?? 0, 0)
        }
    }
}

/// What structs for `JSONDecoder` do not do, in all tasks.
let foundationOmissions =
    "records rejected alone, the difference of null and absent, reference entities"

extension Data {
    /// The bytes of a frame, for as long as they stay where they are.
    init(noCopy frame: UnsafeRawBufferPointer) {
        self.init(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: frame.baseAddress!),
            count: frame.count, deallocator: .none)
    }
}
