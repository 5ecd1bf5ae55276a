/// Records that are rejected individually, orphaned, or unusual but legal.
enum HostileRecord: CaseIterable {
    case notAnObject, missingType, emptyType, missingID, emptyID, unknownChange
    case withoutProperties, withoutEntity, otherID, otherType, wrongKind, fractionalInteger
    case orphanUpdate, orphanDelete, createdAgain

    static func draw(using random: inout TrafficRandom) -> HostileRecord {
        allCases[random.below(allCases.count)]
    }

    func write(_ world: inout TrafficWorld, to writer: inout FrameWriter) {
        // Lower than any id that `IDSequence` issues.
        let unknown = 180_000_000_000_000_000 + UInt64(world.random.below(1 << 40))
        switch self {
        case .notAnObject:
            writer.beginRecord(.stranger(.market), unknown)
            writer.raw("[7]")
        case .missingType:
            writer.beginRecord(.stranger(.market), unknown)
            writer.raw(#"{"changeType":"DELETE","id":"1"}"#)
        case .emptyType:
            writer.beginRecord(.stranger(.market), unknown)
            writer.raw(#"{"changeType":"DELETE","entityType":"","id":"1"}"#)
        case .missingID:
            writer.beginRecord(.stranger(.market), unknown)
            writer.raw(#"{"changeType":"DELETE","entityType":"MARKET"}"#)
        case .emptyID:
            writer.beginRecord(.stranger(.market), unknown)
            writer.raw(#"{"changeType":"DELETE","entityType":"MARKET","id":""}"#)
        case .unknownChange:
            writer.beginRecord(
                #"{"changeType":"UPSERT","entityType":""#, .stranger(.market), unknown, #""}"#)
        case .withoutProperties:
            writer.beginRecord(
                #"{"changeType":"UPDATE","entityType":""#, .stranger(.market), unknown,
                #"","changedProperties":[]}"#)
        case .withoutEntity:
            writer.beginRecord(
                #"{"changeType":"CREATE","entityType":""#, .stranger(.market), unknown, #""}"#)
        case .otherID:
            writer.beginRecord(
                #"{"changeType":"CREATE","entityType":""#, .stranger(.outcome), unknown,
                #"","entity":{"_type":"OUTCOME","id":"1"}}"#)
        case .otherType:
            writer.beginRecord(
                #"{"changeType":"CREATE","entityType":""#, .stranger(.outcome), unknown,
                #"","entity":{"_type":"MARKET"}}"#)
        case .wrongKind:
            writer.beginUpdate(
                .stranger(.market), world.markets[world.random.below(world.markets.count)].id)
            writer.property("mainLine", true)
            writer.property("isAvailable", "no")
            writer.endUpdate()
        case .fractionalInteger:
            writer.beginUpdate(
                .stranger(.match), world.events[world.random.below(world.events.count)].id)
            writer.property("numberOfMarkets", quarters: 10)
            writer.endUpdate()
        case .orphanUpdate:
            writer.beginUpdate(.stranger(.market), unknown)
            writer.property("mainLine", true)
            writer.endUpdate()
        case .orphanDelete:
            writer.delete(.stranger(.offer), unknown)
        case .createdAgain:
            world.writeSport(
                world.random.below(world.sports.count), as: .create, to: &writer)
        }
    }
}
