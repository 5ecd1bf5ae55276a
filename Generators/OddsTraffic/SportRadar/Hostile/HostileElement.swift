/// Elements that are rejected alone, passed over, orphaned, or unusual but legal. None
/// changes an entity.
enum HostileElement: CaseIterable {
    // Without a channel.
    case notAnObject, missingContent, contentIsText, unknownContent, contentTypeIsNumber
    case contentIDIsObject
    // Without a type of change, a path or a shape that can be read.
    case unknownChange, changeTypeIsNumber, pathIsNumber, emptySelector, refreshedIsNumber
    // Of nothing that there is a row for.
    case unknownPath, unknownSelector, removalOfNothing, token
    // Of entities that are not there.
    case orphanPrice, orphanFlag, orphanMarket, orphanScore, orphanClock, orphanNode
    case orphanRemoval
    // Of entities that are there, with values of the wrong kind.
    case longPrice, zeroPrice, negativePrice, fractionalPrice, emptyPrice, textFlag, nullFlag
    case scoreIsText, clockWithoutSeconds, statusIsNumber, thirdServer, fractionalCount
    case missingChange, marketWithoutID, marketOfOtherID, eventWithoutStart
    // Read otherwise than it looks.
    case lastKeyCounts, escapedKeys

    static func draw(using random: inout TrafficRandom) -> HostileElement {
        allCases[random.below(allCases.count)]
    }

    func write(
        _ contents: borrowing WorldContents, _ world: borrowing TrafficWorld,
        using random: inout TrafficRandom, to writer: inout FrameWriter
    ) {
        var target = Target(contents, world, using: &random)
        switch self {
        case .notAnObject: writer.element("7")
        case .missingContent: writer.element(#"{"changeType":"UPDATED","path":"a","change":1}"#)
        case .contentIsText: writer.element(#"{"contentId":"event/1","changeType":"UPDATED"}"#)
        case .unknownContent:
            writer.element(#"{"contentId":{"type":"weather","id":"1"},"changeType":"REFRESHED"}"#)
        case .contentTypeIsNumber: writer.element(#"{"contentId":{"type":7,"id":"1"}}"#)
        case .contentIDIsObject: writer.element(#"{"contentId":{"type":"event","id":{}}}"#)
        case .unknownChange: target.write(#"UPSERTED","path":"a","change":1}"#, to: &writer)
        case .changeTypeIsNumber:
            target.write(#"UPDATED","changeType":7,"path":"a","change":1}"#, to: &writer)
        case .pathIsNumber: target.write(#"UPDATED","path":7,"change":1}"#, to: &writer)
        case .emptySelector:
            target.write(#"UPDATED","path":"[idfoevent=]|numMarkets","change":1}"#, to: &writer)
        case .refreshedIsNumber: target.write(#"REFRESHED","change":7}"#, to: &writer)
        case .unknownPath: target.event("|liveDataSummary|weather", #""rain""#, to: &writer)
        case .unknownSelector:
            target.write(#"UPDATED","path":"[idfothing=7.1]","change":{}}"#, to: &writer)
        case .removalOfNothing: target.write(#"REMOVED","path":"markets"}"#, to: &writer)
        case .token:
            target.write(
                #"ADDED","path":"[idfoevent=_TOKEN_]","change":{"idfoevent":"_TOKEN_"}}"#,
                to: &writer)
        case .orphanPrice:
            target.isUnknown = true
            target.selection(#"{"currentpriceup":"17","currentpricedown":"20"}"#, to: &writer)
        case .orphanFlag:
            target.isUnknown = true
            target.selection("false", path: "|istradable", to: &writer)
        case .orphanMarket:
            target.isUnknown = true
            target.market("|istradable", "true", to: &writer)
        case .orphanScore:
            target.isUnknown = true
            target.event("|liveDataSummary|scores|SET1_SCORE", #"{"home":1}"#, to: &writer)
        case .orphanClock:
            target.isUnknown = true
            target.event("|liveDataSummary|matchTime", #""45:00 +02:10""#, to: &writer)
        case .orphanNode:
            target.write(
                #"UPDATED","path":"[idfwbonavigation=XYZ]|numevents","change":3}"#, to: &writer)
        case .orphanRemoval:
            target.isUnknown = true
            target.removal(to: &writer)
        case .longPrice:
            target.selection(#"{"currentpriceup":1234567890123456}"#, to: &writer)
        case .zeroPrice:
            target.selection(
                #"{"currentpriceup":"1","currentpricedown":"0"}"#, to: &writer)
        case .negativePrice: target.selection(#"{"currentpriceup":-1}"#, to: &writer)
        case .fractionalPrice:
            target.selection(#"{"currentpriceup":"17","currentpricedown":2.5}"#, to: &writer)
        case .emptyPrice: target.selection(#"{"currentpriceup":""}"#, to: &writer)
        case .textFlag: target.selection(#"{"istradable":"false"}"#, to: &writer)
        case .nullFlag: target.selection("null", path: "|istradable", to: &writer)
        case .scoreIsText:
            target.event("|liveDataSummary|scores|CURRENT_SCORE", #""1:0""#, to: &writer)
        case .clockWithoutSeconds:
            target.event("|liveDataSummary|matchTime", #""63""#, to: &writer)
        case .statusIsNumber: target.event("|liveDataSummary|status", "2", to: &writer)
        case .thirdServer: target.event("|liveDataSummary|serve", "3", to: &writer)
        case .fractionalCount: target.event("|numMarkets", "41.5", to: &writer)
        case .missingChange: target.event("|numMarkets", nil, to: &writer)
        case .marketWithoutID: target.market("", #"{"idfomarket":""}"#, as: "ADDED", to: &writer)
        case .marketOfOtherID:
            target.market("", #"{"idfomarket":"7.1"}"#, as: "ADDED", to: &writer)
        case .eventWithoutStart:
            target.isUnknown = true
            target.event("", #"{"name":"A v B","markets":[]}"#, as: "ADDED", to: &writer)
        case .lastKeyCounts:
            target.event("|numMarkets", #"7,"change":"many""#, to: &writer)
        case .escapedKeys:
            target.event("|numMarkets", #"7,"ch\u0061nge":null"#, to: &writer)
        }
    }
}

/// What a hostile element is about: a content, and an event that is in the world or not.
private struct Target {
    let opening: [UInt8]
    private let eventID: UInt64
    private let marketID: UInt64
    private let selectionID: UInt64
    private let unknownID: UInt64
    var isUnknown = false

    init(
        _ contents: borrowing WorldContents, _ world: borrowing TrafficWorld,
        using random: inout TrafficRandom
    ) {
        let count = contents.openings.count
        var content = random.below(count)
        while contents.openings[content].isEmpty { content = (content + 1) % count }
        opening = contents.openings[content]
        let market = random.below(world.markets.count)
        eventID = world.events[world.event(ofMarket: market)].id
        marketID = world.markets[market].id
        selectionID = world.offerID(market, random.below(world.offersPerMarket))
        // Lower than any id that `IDSequence` issues.
        unknownID = 180_000_000_000_000_000 + UInt64(random.below(1 << 40))
    }

    func write(_ rest: StaticString, to writer: inout FrameWriter) {
        writer.beginRecord(.element, 0)
        opening.withUnsafeBufferPointer { writer.raw($0) }
        writer.raw(rest)
    }

    private func begin(_ type: StaticString, to writer: inout FrameWriter) {
        write(type, to: &writer)
        writer.raw(#"","path":"[idfoevent="#)
        writer.sportRadarID(isUnknown ? unknownID : eventID)
        writer.raw("]")
    }

    private func end(_ path: StaticString, _ change: StaticString?, to writer: inout FrameWriter) {
        writer.raw(path)
        writer.raw("\"")
        if let change {
            writer.raw(#","change":"#)
            writer.raw(change)
        }
        writer.raw("}")
    }

    func event(
        _ path: StaticString, _ change: StaticString?, as type: StaticString = "UPDATED",
        to writer: inout FrameWriter
    ) {
        begin(type, to: &writer)
        end(path, change, to: &writer)
    }

    func market(
        _ path: StaticString, _ change: StaticString?, as type: StaticString = "UPDATED",
        to writer: inout FrameWriter
    ) {
        begin(type, to: &writer)
        writer.raw("|markets|")
        writer.select("[idfomarket=", isUnknown ? unknownID : marketID)
        end(path, change, to: &writer)
    }

    func selection(
        _ change: StaticString, path: StaticString = "", to writer: inout FrameWriter
    ) {
        begin("UPDATED", to: &writer)
        writer.raw("|markets|")
        writer.select("[idfomarket=", isUnknown ? unknownID : marketID)
        writer.raw("|selections|")
        writer.select("[idfoselection=", isUnknown ? unknownID + 1 : selectionID)
        end(path, change, to: &writer)
    }

    func removal(to writer: inout FrameWriter) {
        begin("REMOVED", to: &writer)
        end("", nil, to: &writer)
    }
}

extension FrameWriter {
    fileprivate mutating func element(_ text: StaticString) {
        beginRecord(.element, 0)
        raw(text)
    }
}
