import OddsJSON
import PlatformFixture
import SeededRandom

/// Makes values that a schema describes, of what the platform has.
struct FuzzValues {
    var random: SplitMix64
    /// What answers have named: bets, payments, codes, and so on, by what they are.
    var known: [String: [String]] = [:]
    /// The player who asks.
    var player = FuzzPlayer()
    /// Whether the request is one to the second provider, whose bets have other names.
    var isSportRadar = false
    /// Events with offers of all kinds.
    private(set) var events = 1...26
    private var place = ScriptedWorld.Place(1)
    private var nextEvent = 1

    private static let knownMax = 40

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func pick<Element>(_ elements: some Collection<Element>) -> Element {
        elements.randomElement(using: &random)!
    }

    mutating func note(_ kind: String, _ text: String) {
        let kind = Self.isPlayers(kind) ? "\(player.id) \(kind)" : kind
        guard known[kind, default: []].count >= Self.knownMax else {
            known[kind, default: []].append(text)
            return
        }
        known[kind]?[Int.random(in: 0..<Self.knownMax, using: &random)] = text
    }

    /// Leaves the first event, which is over, and takes a new one.
    mutating func passEvent() { events = events.lowerBound + 1...events.upperBound + 1 }

    // MARK: By schema

    mutating func value(_ schema: JSONValue, _ name: String = "") -> JSONValue {
        if let choice = schema["const"] { return choice }
        if schema["enum"] != nil { return pick(schema["enum"].elements) }
        for key in ["oneOf", "anyOf"] where schema[key] != nil {
            return value(pick(schema[key].elements), name)
        }
        var type = schema["type"].plainText
        if type.isEmpty, schema["type"] != nil { type = pick(schema["type"].elements).plainText }
        if let special = special(name, type) { return special }
        switch type {
        case "object": return object(schema)
        case "array": return array(schema, name)
        case "boolean": return .bool(chance(50))
        case "integer": return .number(integer(schema))
        case "number": return .number(pick(Self.amounts))
        case "null": return .null
        default: return .string(text(schema, name))
        }
    }

    private mutating func object(_ schema: JSONValue) -> JSONValue {
        let needed = schema["required"].elements
        var members = schema["properties"].members.filter {
            needed.contains(.string($0.name)) || chance(60)
        }
        members = members.map { JSONMember($0.name, value($0.value, $0.name)) }
        return fitted(.object(members))
    }

    private mutating func array(_ schema: JSONValue, _ name: String) -> JSONValue {
        let isTicket = ["selections", "betLegs", "idFOSelections"].contains(name)
        let count = isTicket ? pick([1, 1, 2, 2, 3, 4, 5, 6, 8, 20]) : pick([0, 1, 1, 2, 3])
        let item = schema["items"] ?? .null
        if name == "idFOSelections", chance(80) {
            // A custom bet is one of several markets of an event.
            let event = pick(events)
            return .array((0..<2).map { .string(ScriptedWorld.Place(event, $0).selectionID) })
        }
        let isOpen = chance(75)
        return .array(
            (0..<count).map { _ in
                drawPlace(isOpen: isOpen)
                return value(item, name == "idFOSelections" ? "idFOSelection" : "")
            })
    }

    private mutating func integer(_ schema: JSONValue) -> Int {
        let least = Int(schema["minimum"].plainText) ?? 0
        let most = max(least, Int(schema["maximum"].plainText) ?? 100)
        return Int.random(in: least...most, using: &random)
    }

    private static let amounts = [
        "0.35", "1", "5.5", "10", "12.34", "100", "2500", "2500.01", "0.01", "45e-1", "1E2",
    ]

    private mutating func text(_ schema: JSONValue, _ name: String) -> String {
        switch schema["format"].plainText {
        case "date-time": return pick(["2026-10-02T16:12:15.648Z", "2026-10-02T16:12:15Z"])
        case "date": return pick(["1990-04-01", "2000-02-29"])
        default: break
        }
        let pattern = schema["pattern"].plainText
        if pattern.contains("[.]") { return pick(["0.35", "1", "5.50", "10.00", "2500.00"]) }
        if pattern.contains("20[0-9]{2}-") { return pick(["2026-10-02", "2026-10-02 16:12:15.5"]) }
        if pattern.contains("0[1-9]|1[0-2]") { return pick(["01-04-1990", "28-12-1999"]) }
        if pattern.contains("@") { return "p\(pick(0...99))@mail.example" }
        return pick(["a", "Ana", "player\(pick(0...99))", "7001", "en", "ß–😀"])
    }

    // MARK: By name

    private mutating func special(_ name: String, _ type: String) -> JSONValue? {
        switch name {
        case "bettingOfferId": return .string("\(place.offerID)")
        case "marketId": return .string("\(place.marketID)")
        case "outcomeId": return .string("\(place.outcomeID)")
        case "eventId": return .string("\(place.eventID)")
        case "idFOSelection":
            return type == "number" ? .number(place.selectionID) : .string(place.selectionID)
        case "priceValue", "calculatedOdds": return .number(chance(98) ? "1.1" : "1.85")
        // The type has to fit those that are none.
        case "banker": return .bool(chance(2))
        case "betBuilderPriceValue": return .null
        case "priceUp": return .string("1")
        case "priceDown": return .string("10")
        case "userId", "userid", "x-user-id", "player": return .string(player.id)
        case "username": return .string(chance(70) ? player.username : "new\(pick(0...999))")
        case "password", "oldPassword", "plainTextPassword": return .string(player.password)
        case "currency": return .string("EUR")
        case "Mobile": return .string("9\(pick(10_000_000...99_999_999))")
        case "MobilePrefix": return .string("+351")
        case "Password": return .string("password1")
        case "TermsAndConditions": return .bool(chance(90))
        case "expectedValue": return noted("values").map { .number($0) }
        case "bet" where isSportRadar: return noted("ids").map { .string($0) }
        default: return Self.kinds[name].flatMap { noted($0) }.map { .string($0) }
        }
    }

    /// What an answer has named; of the player, where it is a player's.
    private mutating func noted(_ kind: String) -> String? {
        guard let found = known[Self.isPlayers(kind) ? "\(player.id) \(kind)" : kind] else {
            return nil
        }
        return pick(found)
    }

    private static func isPlayers(_ kind: String) -> Bool {
        !["cashiers", "bookings", "tokens", "hashes", "registrations", "values"].contains(kind)
    }

    /// What is named where.
    static let kinds = [
        "bet": "bets", "betId": "bets", "slip": "slips", "session": "cashiers",
        "transaction": "payments", "paymentId": "payments", "limit": "limits", "code": "bookings",
        "page": "cursors", "tokenId": "tokens", "hashKey": "hashes", "conversionId": "conversions",
        "RegistrationId": "registrations", "registrationId": "registrations",
    ]

    /// Whether an event has offers at low odds, so that many of them may be taken together. There
    /// are as many as a ticket has selections.
    static func isOrdinary(_ event: Int) -> Bool { event % 26 < 20 }

    /// - Parameter isOpen: Draws only what takes bets, and no event twice in a row of twenty.
    private mutating func drawPlace(isOpen: Bool = false) {
        repeat {
            nextEvent = events.contains(nextEvent + 1) ? nextEvent + 1 : events.lowerBound
        } while isOpen && !Self.isOrdinary(nextEvent)
        let event = isOpen || chance(80) ? nextEvent : pick(events)
        place = .init(event, isOpen || chance(80) ? 0 : 1)
    }

    /// A ticket or slip whose type fits its selections, mostly.
    private mutating func fitted(_ value: JSONValue) -> JSONValue {
        guard chance(80) else { return value }
        var value = value
        if value["selections"] != nil, value["type"] != nil {
            let count = value["selections"].elements.count
            let type = type(of: count, all: count == 1 ? "SINGLE" : "MULTIPLE")
            value.set("type", .string(type.contains("/") ? "SYSTEM" : type))
            value.set("systemBetType", type.contains("/") ? .string(type) : .null)
        } else if value["betLegs"] != nil, value["idFOBetType"] != nil {
            let count = value["betLegs"].elements.count
            let all = count > 3 ? "AC\(count)" : ["S", "S", "D", "T"][count]
            value.set("idFOBetType", .string(type(of: count, all: all)))
        }
        return value
    }

    private static let named = [
        3: ["TRIXIE", "PATENT"], 4: ["YANKEE", "LUCKY15"], 5: ["CANADIAN", "LUCKY31"],
        6: ["HEINZ", "LUCKY63"],
    ]

    private mutating func type(of count: Int, all: String) -> String {
        let systems = (1..<max(1, count)).map { "\($0)/\(count)" }
        return pick([all, all] + systems + (Self.named[count] ?? []))
    }
}

/// Who asks.
struct FuzzPlayer {
    var id = ""
    var username = ""
    var password = ""
    /// The session of both providers' account APIs.
    var session = ""
    /// What bets of the second provider carry.
    var launchToken = ""
}

extension JSONValue {
    /// Sets a member of an object.
    mutating func set(_ name: String, _ value: JSONValue) {
        guard case .object(let members) = self else { return }
        self = .object(members.filter { $0.name != name } + [JSONMember(name, value)])
    }
}
