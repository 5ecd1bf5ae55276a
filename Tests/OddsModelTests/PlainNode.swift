import OddsModel
import OddsTestInputs

/// A property's value as plain data: text by its bytes, numbers by their bits.
enum PlainValue: Hashable {
    case text([UInt8])
    case integer(Int64)
    case number(UInt64)
    case boolean(Bool)
}

/// A tree as plain nested arrays: what an event is built from in tests, and
/// what one read back is compared with.
struct PlainNode: Equatable {
    var type: EntityType
    var id: [UInt8]
    var properties: [Int: PlainValue] = [:]
    var infos: [PlainNode] = []
    var children: [PlainNode] = []
}

// MARK: - Building

extension EventModelBuilder {
    /// Appends a tree through the checked layer.
    mutating func appendValues(_ node: PlainNode) {
        append(node.type, id: EntityID(utf8: node.id))
        for (index, value) in node.properties {
            switch value {
            case .text(let utf8): utf8.withUnsafeBytes { set(index, toUTF8: $0) }
            case .integer(let integer): set(index, to: integer)
            case .number(let bits): set(index, to: Double(bitPattern: bits))
            case .boolean(let boolean): set(index, to: boolean)
            }
        }
        for child in node.children + node.infos { appendValues(child) }
    }

    /// Appends a tree as hot paths do: words and slots; text that is a number
    /// goes in as one.
    mutating func appendWords(_ node: PlainNode) {
        var present: UInt32 = 0
        var booleans: UInt32 = 0
        var slots: [Int: UInt64] = [:]
        for (index, value) in node.properties {
            present |= 1 << UInt32(index)
            switch value {
            case .text(let utf8):
                slots[index] = utf8.withUnsafeBytes { utf8 in
                    if let key = EntityKey(word: utf8) { return text(word: key) }
                    return text(utf8)
                }
            case .integer(let integer): slots[index] = UInt64(bitPattern: integer)
            case .number(let bits): slots[index] = bits
            case .boolean(let boolean): booleans |= boolean ? 1 << UInt32(index) : 0
            }
        }
        let id = node.id.withUnsafeBytes { EntityKey(word: $0)?.rawValue ?? self.id(text: $0) }
        let target = append(node.type, id: id, present: present, booleans: booleans)
        for (index, slot) in slots { target.pointer(index, node.type).pointee = slot }
        for info in node.infos { appendWords(info) }
        for child in node.children { appendWords(child) }
    }
}

func buildEvent(_ node: PlainNode) -> EventModel {
    var builder = EventModelBuilder()
    builder.appendWords(node)
    return builder.finish()
}

// MARK: - Reading

extension PlainNode {
    init(_ event: EventModel) {
        self.init(
            reading: event, infos: event.eventInfos.map { PlainNode(reading: $0) },
            children: event.markets.map { PlainNode($0) })
    }

    init(_ market: MarketModel) {
        self.init(reading: market, children: market.outcomes.map { PlainNode($0) })
    }

    init(_ outcome: OutcomeModel) {
        self.init(
            reading: outcome, children: outcome.bettingOffers.map { PlainNode(reading: $0) })
    }

    init<Node: ModelNode>(
        reading node: Node, infos: [PlainNode] = [], children: [PlainNode] = []
    ) {
        type = Node.entityType
        id = node.id.utf8
        self.infos = infos
        self.children = children
        for property in Schema.properties(of: type) {
            let index = property.index
            properties[index] =
                switch property.kind {
                case .text, .link: node.withText(at: index) { .text(Array($0)) }
                case .integer: node.integer(at: index).map { .integer($0) }
                case .number: node.number(at: index).map { .number($0.bitPattern) }
                case .boolean: node.boolean(at: index).map { .boolean($0) }
                }
        }
    }
}

// MARK: - Random trees

extension PlainNode {
    /// A random event with 0 to 4 children a node.
    static func randomEvent(using generator: inout SplitMix64) -> PlainNode {
        random(.match, using: &generator)
    }

    private static func random(
        _ type: EntityType, using generator: inout SplitMix64
    ) -> PlainNode {
        var node = PlainNode(type: type, id: randomID(using: &generator))
        for property in Schema.properties(of: type) where Bool.random(using: &generator) {
            node.properties[property.index] = randomValue(property.kind, using: &generator)
        }
        let childType: EntityType? =
            switch type {
            case .match: .market
            case .market: .outcome
            case .outcome: .bettingOffer
            case .bettingOffer, .eventInfo, .marketOutcomeRelation, .reference: nil
            }
        if let childType {
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                node.children.append(random(childType, using: &generator))
            }
        }
        if type == .match {
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                node.infos.append(random(.eventInfo, using: &generator))
            }
        }
        return node
    }

    static func randomValue(
        _ kind: PropertyKind, using generator: inout SplitMix64
    ) -> PlainValue {
        switch kind {
        case .text: .text(randomText(using: &generator))
        case .link: .text(randomID(using: &generator))
        case .integer: .integer(Int64.random(in: .min ... .max, using: &generator))
        case .number: .number(Double.random(in: -1000...1000, using: &generator).bitPattern)
        case .boolean: .boolean(Bool.random(using: &generator))
        }
    }

    private static func randomText(using generator: inout SplitMix64) -> [UInt8] {
        let pieces = ["", "a", "\u{E9}", "e\u{301}", "7", "00", "\u{1F3BE}", "\"\\\n", "word "]
        let count = Int.random(in: 0...6, using: &generator)
        return (0..<count).flatMap { _ in pieces.randomElement(using: &generator)!.utf8 }
    }

    private static func randomID(using generator: inout SplitMix64) -> [UInt8] {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: randomText(using: &generator)
        case 1: Array("0\(Int.random(in: 0...9, using: &generator))".utf8)
        case 2: Array(String(UInt64.random(in: 0 ... .max, using: &generator)).utf8)
        default: Array(String(Int.random(in: 0...999_999_999, using: &generator)).utf8)
        }
    }
}
