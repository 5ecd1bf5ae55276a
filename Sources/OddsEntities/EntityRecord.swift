import OddsJSON
import OddsModel

/// A record of a frame: an entity, or a change of one.
public indirect enum EntityRecord: Codable, Equatable, Sendable {
    /// A sport.
    case sport(SportDTO)
    /// An event, `MATCH`.
    case event(EventDTO)
    /// A score, a clock or the like of an event.
    case eventInfo(EventInfoDTO)
    /// A market of an event.
    case market(MarketDTO)
    /// An outcome of a market.
    case outcome(OutcomeDTO)
    /// A price for an outcome.
    case bettingOffer(BettingOfferDTO)
    /// A link between a market and an outcome.
    case relation(RelationDTO)
    /// An entity of any other type, known today or not.
    case reference(ReferenceDTO)
    /// A change of an entity.
    case changeRecord(ChangeRecord)
    /// A record that cannot be read, of that type; empty where it names none. It changes
    /// nothing, and costs no other record of its frame.
    case unknown(type: String)

    /// Decodes a record, which has a `changeType` if it is a change.
    public init(from decoder: any Decoder) throws {
        let members = Members(try AnyCodable(from: decoder).json)
        self.init(members, isChange: members?["changeType"] != nil)
    }

    /// Encodes the record as the feed sends it.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .changeRecord(let change): try change.encode(to: encoder)
        case .unknown(let type):
            try AnyCodable(.object([JSONMember("_type", .string(type))])).encode(to: encoder)
        default:
            if let entity { try entity.content.encode(entity.type, to: encoder) }
        }
    }

    /// The type, as the feed spells it, and the content of an entity; `nil` for what is none.
    public var entity: (type: String, content: EntityContent)? {
        switch self {
        case .sport(let sport): (SportDTO.type, sport.content)
        case .event(let event): Self.named(event)
        case .eventInfo(let info): Self.named(info)
        case .market(let market): Self.named(market)
        case .outcome(let outcome): Self.named(outcome)
        case .bettingOffer(let offer): Self.named(offer)
        case .relation(let relation): Self.named(relation)
        case .reference(let reference): (reference.type, reference.content)
        case .changeRecord, .unknown: nil
        }
    }

    private static func named<Entity: TypedEntity>(
        _ entity: Entity
    ) -> (type: String, content: EntityContent) {
        ("\(Entity.entityType.feedName)", entity.content)
    }
}

/// An entity within a change.
public typealias EntityData = EntityRecord

extension EntityRecord {
    /// A record of a frame of entities or of one of changes; `nil` members are no object.
    init(_ members: Members?, isChange: Bool) {
        guard let members else {
            self = .unknown(type: "")
            return
        }
        let type = members.text(isChange ? "entityType" : "_type") ?? ""
        if isChange, let change = ChangeRecord(type, members) {
            self = .changeRecord(change)
        } else if !isChange, !type.isEmpty, let entity = EntityRecord(type, members) {
            self = entity
        } else {
            self = .unknown(type: type)
        }
    }

    /// An entity's object; `nil` if it has no id, or a typed property is of the wrong kind.
    private init?(_ type: String, _ members: Members) {
        guard let content = EntityContent(EntityType(feedType: type), members) else { return nil }
        self.init(type, content)
    }

    init(_ type: String, _ content: EntityContent) {
        switch EntityType(feedType: type) {
        case .match: self = .event(EventDTO(content))
        case .market: self = .market(MarketDTO(content))
        case .outcome: self = .outcome(OutcomeDTO(content))
        case .bettingOffer: self = .bettingOffer(BettingOfferDTO(content))
        case .eventInfo: self = .eventInfo(EventInfoDTO(content))
        case .marketOutcomeRelation: self = .relation(RelationDTO(content))
        case .reference:
            self = type.utf8.elementsEqual(SportDTO.type.utf8)
                ? .sport(SportDTO(content)) : .reference(ReferenceDTO(type, content))
        }
    }
}

extension EntityType {
    /// The type that the feed spells so; `reference` for all without typed properties.
    init(feedType: String) { self = EntityName(feedType: feedType, id: EntityID("")).type }
}
