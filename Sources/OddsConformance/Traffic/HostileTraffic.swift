import OddsReference

/// Endless traffic of one channel, made to collide: few ids, so that children
/// come before their parents, entities are deleted and come back, outcomes
/// have several markets, and everything that the feed contract covers happens
/// all the time. The same seed gives the same bytes.
package struct HostileTraffic: Sendable {
    private var random: SplitMix64
    private var scribbler: JSONScribbler
    /// The version that an orderly feed would have now.
    private var clock = 1_000
    /// Frames until the first dump.
    private var framesToDump: Int
    /// Whether the changes between dumps make, move and delete entities.
    private let changesStructure: Bool

    /// - Parameter changesStructure: If not, changes are of values alone, which
    ///   strategies write into the tree that is there.
    package init(seed: UInt64, changesStructure: Bool = true) {
        random = SplitMix64(seed: seed)
        self.changesStructure = changesStructure
        framesToDump = random.chance(50) ? 0 : random.below(40)
        scribbler = JSONScribbler(spacePercent: 0, escapePercent: 0, shufflesKeys: false)
    }

    /// The next frame's text, legal or not.
    package mutating func nextFrame() -> [UInt8] {
        scribbler = JSONScribbler(
            spacePercent: random.chance(20) ? 30 : 0,
            escapePercent: random.chance(10) ? 20 : 0,
            shufflesKeys: random.chance(50))
        let text = scribbler.write(frame(), using: &random)
        return random.chance(5) ? ByteMutation.mutate(text, using: &random) : text
    }

    private mutating func frame() -> JSONSketch {
        framesToDump -= 1
        let isDump = framesToDump == -1 || (framesToDump < 0 && random.chance(2))
        let count = isDump ? 30 + random.below(60) : random.below(8)
        let records = (0..<count).map { _ in
            random.chance(2) ? garbage() : isDump ? dumpRecord() : changeRecord()
        }
        var members: [(key: String, value: JSONSketch)] = [
            ("messageType", .string(isDump ? "INITIAL_DUMP" : "UPDATE")),
            ("records", .array(records)),
        ]
        if let version = version() { members.append(("version", version)) }
        if random.chance(50) { members.append(("format", .string("BASIC"))) }
        if random.chance(2) {
            members.append(("messageType", random.pick([.string("UPDATE"), .literal("null")])))
        }
        if random.chance(2) { members.append(("records", garbage())) }
        if random.chance(2) { members.append(("unknown", garbage())) }
        return .object(members)
    }

    private mutating func version() -> JSONSketch? {
        clock += random.below(3)
        let number = random.chance(8) ? clock - 1 - random.below(20) : clock
        return random.pick(weighted: [
            (80, .string("\(number)")), (6, .literal("\(number)")), (3, .string("00\(number)")),
            (3, nil), (1, .literal("null")), (1, .string("")), (1, .string("\(number)x")),
            (1, .literal("\(number).0")), (1, .literal("-\(number)")),
            (1, .string("00000000000000000\(number)")), (1, .literal("true")),
        ])
    }
}

// MARK: - Records

extension HostileTraffic {
    private mutating func dumpRecord() -> JSONSketch {
        let type = type()
        var members = properties(of: type, nullPercent: 5)
        members.append(("_type", typeName(type)))
        members.append(("id", id(of: type)))
        if random.chance(2) { members.append(("changeType", .string("DELETE"))) }
        return .object(spoilt(members))
    }

    private mutating func changeRecord() -> JSONSketch {
        let type = type()
        let id = id(of: type)
        let change =
            changesStructure
            ? random.pick(weighted: [(45, "UPDATE"), (43, "CREATE"), (12, "DELETE")]) : "UPDATE"
        var members: [(key: String, value: JSONSketch)] = [
            ("changeType", .string(random.chance(1) ? change.lowercased() : change)),
            ("entityType", typeName(type)), ("id", id),
        ]
        if change == "UPDATE" || random.chance(2) {
            var changed = properties(of: type, nullPercent: 10)
            if !changesStructure { changed.removeAll { Self.poolsByLink[$0.key] != nil } }
            if random.chance(10) { changed.append(("id", random.chance(50) ? id : garbage())) }
            if random.chance(5) { changed.append(("_type", garbage())) }
            members.append(("changedProperties", .object(changed)))
        }
        if change == "CREATE" || random.chance(2) {
            var entity = properties(of: type, nullPercent: 5)
            if random.chance(80) { entity.append(("id", id)) }
            if random.chance(80) { entity.append(("_type", typeName(type))) }
            members.append(("entity", .object(spoilt(entity))))
        }
        return .object(spoilt(members))
    }

    /// The members, at times one of them missing, repeated or replaced.
    private mutating func spoilt(
        _ members: [(key: String, value: JSONSketch)]
    ) -> [(key: String, value: JSONSketch)] {
        guard !members.isEmpty, random.chance(4) else { return members }
        var members = members
        let index = random.below(members.count)
        switch random.below(4) {
        case 0: members.remove(at: index)
        case 1: members[index].value = garbage()
        case 2: members.insert((members[index].key, garbage()), at: index)
        default: members.append((members[index].key, garbage()))
        }
        return members
    }

    private mutating func properties(
        of type: String, nullPercent: Int
    ) -> [(key: String, value: JSONSketch)] {
        var members: [(key: String, value: JSONSketch)] = []
        if let properties = Self.properties[type] {
            for (name, kind) in properties {
                let isLink = Self.poolsByLink[name] != nil
                guard random.chance(isLink ? 75 : 12) else { continue }
                let value = value(of: name, kind: kind)
                members.append((name, random.chance(nullPercent) ? .literal("null") : value))
            }
        } else {
            for name in ["a", "eventId", "é", "e\u{301}", "", "changeType"]
            where random.chance(30) {
                members.append((name, random.chance(nullPercent) ? .literal("null") : garbage()))
            }
        }
        if random.chance(5), let member = members.last {
            members.append((member.key, random.chance(50) ? member.value : garbage()))
        }
        if random.chance(10) { members.append(("unknown", garbage())) }
        return members
    }
}

// MARK: - Values

extension HostileTraffic {
    private static let idsByType: [String: [String]] = [
        "MATCH": ["1", "2", "3"],
        "MARKET": ["10", "11", "12", "13", "14", "007", "7"],
        "OUTCOME": ["20", "21", "22", "23", "24", "25", "é", "e\u{301}"],
        "BETTING_OFFER": ["30", "31", "32", "33", "34", "35", "36", "9223372036854775808"],
        "EVENT_INFO": ["40", "41", "42", "1"],
        "MARKET_OUTCOME_RELATION": ["50", "51", "52", "53", "54", "55", "56", "57"],
    ]
    private static let referenceIDs = ["1", "2", "3", "12345678901234567890", "a b", "-0"]

    /// By type, in an order that is the same in every run.
    private static let properties = Dictionary(
        uniqueKeysWithValues: ReferenceSchema.properties.map { type, kinds in
            (
                type.description,
                kinds.sorted { $0.key < $1.key }.map { ($0.key.description, $0.value) }
            )
        })

    private static let poolsByLink: [String: [String]] = [
        "eventId": idsByType["MATCH"]!,
        "marketId": idsByType["MARKET"]!,
        "outcomeId": idsByType["OUTCOME"]!,
    ]

    private mutating func type() -> String {
        random.pick(weighted: [
            (10, "MATCH"), (20, "MARKET"), (20, "OUTCOME"), (20, "BETTING_OFFER"),
            (6, "EVENT_INFO"), (16, "MARKET_OUTCOME_RELATION"), (4, "SPORT"), (2, "match"),
            (1, "É"), (1, "MARKET_OUTCOME_RELATIONS"),
        ])
    }

    private mutating func typeName(_ type: String) -> JSONSketch {
        random.chance(1) ? garbage() : .string(type)
    }

    private mutating func id(of type: String) -> JSONSketch {
        if random.chance(1) { return random.pick([.string(""), .literal("null"), garbage()]) }
        return text(random.pick(Self.idsByType[type] ?? Self.referenceIDs))
    }

    /// A string, at times an integer of the same text.
    private mutating func text(_ text: String) -> JSONSketch {
        let isInteger = Int(text).map { String($0) == text } ?? false
        return isInteger && random.chance(15) ? .literal(text) : .string(text)
    }

    private mutating func value(of name: String, kind: ReferenceSchema.Kind) -> JSONSketch {
        if random.chance(1) { return garbage() }
        switch kind {
        case .text:
            if let pool = Self.poolsByLink[name] {
                return random.chance(5) ? .string("") : text(random.pick(pool))
            }
            return ReferenceSchema.acceptsInteger(UTF8Text(name)) && random.chance(30)
                ? .literal(random.pick(["0", "-0", "17", "123456789012345678901234567890"]))
                : .string(random.pick(["", "a", "é", "e\u{301}", "\u{0}\u{1F}\"\\/", "🂡x", "17"]))
        case .integer:
            return .literal(
                random.pick([
                    "0", "-0", "47", "47.0", "4.7e1", "470e-1", "0.047E+3", "0e999999999",
                    "9223372036854775807.0", "-9223372036854775808", "1e18",
                ]))
        case .number:
            return .literal(
                random.pick([
                    "1", "1.0", "1.5", "15e-1", "-0", "-0.0", "0", "2.25", "1e-400", "1e22",
                    "9007199254740993", "0.1000000000000000055511151231257827", "1.7e308",
                ]))
        case .boolean:
            return .literal(random.chance(50) ? "true" : "false")
        }
    }

    /// A value that fits hardly anywhere.
    private mutating func garbage() -> JSONSketch {
        switch random.below(10) {
        case 0: return .literal("null")
        case 1: return .literal(random.pick(["true", "false"]))
        case 2:
            return .literal(
                random.pick([
                    "0.99999999999999999999", "9223372036854775808", "1e400", "1.5", "7",
                    "1e999999999", "-1e-999999999",
                ]))
        case 3:
            return .literal(
                random.pick([#""\ud800""#, #""\udc00\ud800x""#, #""\ud83d\ude00""#]))
        case 4: return .array([])
        case 5: return .object([])
        case 6: return .array([garbage(), .string("x")])
        case 7: return .object([("id", garbage()), ("id", .literal("1")), ("n", garbage())])
        case 8:
            return .literal(
                String(repeating: "[", count: 30) + String(repeating: "]", count: 30))
        default: return .string(random.pick(["", "1", "UPDATE", "MATCH", "🂡"]))
        }
    }
}
