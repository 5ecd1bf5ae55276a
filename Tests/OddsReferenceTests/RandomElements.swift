import OddsTestInputs

/// Random elements that collide: few ids, so that entities are replaced, moved
/// and removed, and children wait for their parents.
struct RandomElements {
    var random: SplitMix64

    private static let contents = [
        "liveDataSummaryAdvancedListBySportType", "event", "market", "liveDataExtended",
        "boNavigationList",
    ]

    mutating func next() -> JSONSketch {
        let type = random.pick(Self.contents)
        let change: [(key: String, value: JSONSketch)] =
            random.chance(8) ? [("change", whole(type))] : self.change()
        let contentID: JSONSketch = .object([
            ("type", .string(type)), ("id", .string("\(1 + random.below(2))")),
        ])
        return .object([("contentId", contentID)] + change)
    }

    private mutating func change() -> [(key: String, value: JSONSketch)] {
        let selector = "[idfoevent=\(eventID())]|[idfomarket=\(marketID())]"
        let (path, change): (String, JSONSketch) =
            switch random.below(12) {
            case 0, 1: ("\(selector)|[idfoselection=\(selectionID())]", selection())
            case 2: (selector, market())
            case 3: ("[idfomarket=\(marketID())]", market())
            case 4: ("[idfoevent=\(eventID())]", event())
            case 5: ("\(selector)|istradable", boolean())
            case 6: ("[idfoevent=\(eventID())]|scores|\(scoreName())", score())
            case 7: ("[idfoevent=\(eventID())]|serve", server())
            case 8: ("[idfoevent=\(eventID())]|status", .string(random.pick(["ended", "x"])))
            case 9: ("attributes|COMPLETE|\(scoreName())", score())
            case 10: ("[idfwbonavigation=\(random.below(3))]|numevents", .literal("5"))
            default: (random.pick(["", "istradable", "]["]), boolean())
            }
        let changeType = random.pick(["UPDATED", "UPDATED", "ADDED", "ADDED", "REMOVED"])
        return [
            ("changeType", .string(changeType)), ("path", .string(path)), ("change", change),
        ]
    }

    private mutating func whole(_ type: String) -> JSONSketch {
        switch type {
        case "event": event()
        case "market": market()
        case "liveDataExtended":
            .object([("matchTime", clock()), ("attributes", .object([("COMPLETE", scores())]))])
        case "boNavigationList":
            .object([("bonavigationnodes", .array((0..<3).map { _ in node() }))])
        default: .array((0..<random.below(5)).map { _ in event() })
        }
    }

    private mutating func event() -> JSONSketch {
        var members: [(key: String, value: JSONSketch)] = [
            ("idfoevent", .string(eventID())), ("tsstart", .string("2026-10-02T18:30:00Z")),
        ]
        if random.chance(60) {
            members.append(
                (
                    "liveDataSummary",
                    .object([("scores", scores()), ("serve", server()), ("matchTime", clock())])
                ))
        }
        if random.chance(90) {
            members.append(("markets", .array((0..<random.below(4)).map { _ in market() })))
        }
        return .object(members)
    }

    private mutating func market() -> JSONSketch {
        .object([
            ("idfomarket", .literal(marketID())), ("idfoevent", .string(eventID())),
            ("istradable", boolean()),
            ("selections", .array((0..<random.below(4)).map { _ in selection() })),
        ])
    }

    private mutating func selection() -> JSONSketch {
        var members: [(key: String, value: JSONSketch)] = [
            ("idfoselection", .string(selectionID())), ("idfomarket", .string(marketID())),
        ]
        if random.chance(70) { members.append(("currentpriceup", number(5))) }
        if random.chance(70) { members.append(("currentpricedown", number(5))) }
        if random.chance(40) { members.append(("istradable", boolean())) }
        return .object(members)
    }

    private mutating func node() -> JSONSketch {
        .object([
            ("idfwbonavigation", .string("\(random.below(3))")),
            ("focontentid", .string("\(random.below(3))")), ("numevents", number(9)),
        ])
    }

    private mutating func scores() -> JSONSketch {
        .object((0..<random.below(4)).map { _ in (scoreName(), score()) })
    }

    private mutating func score() -> JSONSketch {
        .object([(random.pick(["home", "away"]), number(7))])
    }

    private mutating func scoreName() -> String {
        random.pick(["MATCH_SCORE", "CURRENT_SCORE", "GAME_SCORE", "SET1_SCORE", "x"])
    }

    private mutating func server() -> JSONSketch { .literal(random.pick(["0", "1", "2", "3"])) }
    private mutating func boolean() -> JSONSketch { .literal(random.pick(["true", "false", "0"])) }
    private mutating func clock() -> JSONSketch { .string(random.pick(["1:00", "45:00 +1:00"])) }
    private mutating func number(_ bound: Int) -> JSONSketch { .literal("\(random.below(bound))") }
    private mutating func eventID() -> String { "\(1 + random.below(4))" }
    private mutating func marketID() -> String { "\(1 + random.below(6))" }
    private mutating func selectionID() -> String { "\(1 + random.below(8))" }
}
