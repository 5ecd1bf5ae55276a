/// What a typed property holds.
public enum PropertyKind: Equatable, Sendable {
    /// UTF-8 text.
    case text
    /// Text that names another entity: the tree's edges.
    case link(to: EntityType)
    /// A whole number within a signed 64-bit integer.
    case integer
    /// A finite double.
    case number
    /// `true` or `false`.
    case boolean
}

/// One typed property of an entity type.
public struct Property: Sendable {
    /// The position within its type: the bit in a `PropertySet` and, for all
    /// kinds but booleans, the slot in a row of eight-byte slots.
    public let index: Int
    /// EM's own name.
    public let name: StaticString
    /// What the property holds.
    public let kind: PropertyKind

    /// Whether an integer is accepted where text is expected (it means its
    /// decimal text): the properties whose names end in `Id` or `Id1`.
    public var acceptsIntegerAsText: Bool {
        name.withUTF8Buffer { utf8 in
            let ends = { (suffix: [UInt8]) in utf8.suffix(suffix.count).elementsEqual(suffix) }
            return ends(Array("Id".utf8)) || ends(Array("Id1".utf8))
        }
    }
}

/// A set of the properties of one entity type: bit `n` is the property with
/// index `n`.
@frozen
public struct PropertySet: OptionSet, Hashable, BitwiseCopyable, Sendable {
    /// The properties, a bit each.
    public let rawValue: UInt32

    /// The properties whose bits are set.
    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The set of the one property with an index.
    @inlinable
    public init(index: Int) { rawValue = 1 << UInt32(truncatingIfNeeded: index) }

    /// The indices of the members, ascending.
    public var indices: [Int] { (0..<32).filter { rawValue & (1 << UInt32($0)) != 0 } }
}

/// The typed properties of each entity type (EM-P1 of the feed contract).
/// Within a type the order is text, integers, numbers, booleans; `id` is
/// not among them, as every entity has it.
///
/// The named indices (`Schema.Offer.odds`) and the table are held together by
/// `SchemaTests`.
public enum Schema {
    /// The properties of `type` in the order of their indices; empty for
    /// `reference`.
    public static func properties(of type: EntityType) -> [Property] {
        switch type {
        case .match: matchProperties
        case .market: marketProperties
        case .outcome: outcomeProperties
        case .bettingOffer: offerProperties
        case .eventInfo: infoProperties
        case .marketOutcomeRelation: relationProperties
        case .reference: []
        }
    }

    /// How many properties of `type` need an eight-byte slot: all but the
    /// booleans.
    ///
    /// - Complexity: O(1).
    @inlinable
    public static func slotCount(of type: EntityType) -> Int {
        switch type {
        case .match: 21
        case .market: 13
        case .outcome: 13
        case .bettingOffer: 6
        case .eventInfo: 10
        case .marketOutcomeRelation: 2
        case .reference: 0
        }
    }

    /// The most properties that a type has.
    public static let propertyCountMax = 32

    private static let matchProperties = list(
        text: [
            "name", "shortName", "sportId", "sportName", "statusId", "statusName", "parentId",
            "parentName", "venueId", "venueName", "categoryId", "categoryName",
            "homeParticipantId", "homeParticipantName", "awayParticipantId",
            "awayParticipantName", "currentPartId", "currentPartName",
        ],
        integer: ["startTime", "numberOfMarkets", "numberOfBettingOffers"],
        boolean: ["allowsLiveOdds"])

    private static let marketProperties = list(
        links: [("eventId", .match)],
        text: [
            "name", "shortName", "displayName", "bettingTypeId", "bettingTypeName",
            "eventPartId", "eventPartName",
        ],
        integer: ["numberOfOutcomes", "notAvailableSince"],
        number: ["paramFloat1", "paramFloat2", "paramFloat3"],
        boolean: ["mainLine", "isAvailable", "isClosed"])

    private static let outcomeProperties = list(
        links: [("marketId", .market)],
        text: [
            "eventId", "typeId", "typeName", "statusId", "code", "translatedName",
            "shortTranslatedName", "headerName", "headerNameKey", "paramParticipantId1",
            "paramParticipantName1",
        ],
        number: ["paramFloat1"])

    private static let offerProperties = list(
        links: [("outcomeId", .outcome)],
        text: ["providerId", "bettingTypeId", "statusId"],
        integer: ["lastChangedTime"],
        number: ["odds"],
        boolean: ["isLive", "isAvailable"])

    private static let infoProperties = list(
        links: [("eventId", .match)],
        text: [
            "typeId", "typeName", "statusId", "eventPartId", "eventPartName",
            "paramParticipantId1",
        ],
        integer: ["eventPartRelativePosition"],
        number: ["paramFloat1", "paramFloat2"])

    private static let relationProperties = list(
        links: [("marketId", .market), ("outcomeId", .outcome)])

    private static func list(
        links: [(StaticString, EntityType)] = [],
        text: [StaticString] = [],
        integer: [StaticString] = [],
        number: [StaticString] = [],
        boolean: [StaticString] = []
    ) -> [Property] {
        let kinds: [(StaticString, PropertyKind)] =
            links.map { ($0.0, .link(to: $0.1)) } + text.map { ($0, .text) }
            + integer.map { ($0, .integer) } + number.map { ($0, .number) }
            + boolean.map { ($0, .boolean) }
        return kinds.enumerated().map { Property(index: $0, name: $1.0, kind: $1.1) }
    }
}
