import OddsJSON

/// What control wants of a world; what is `nil` stays as it is.
struct ControlChange: Equatable, Sendable {
    /// How many further requests fail, by kind.
    var failures: [RequestKind: Int]?
    var failure: WorldFaults.Failure?
    var delayMilliseconds: [RequestKind: Int]?
    var pausesStream: Bool?
    var dropsSockets = false
    var refusesSockets: Bool?
    var advance: GameInterval?

    /// The longest delay of an answer: no connection is held for longer.
    static let delayMillisecondsMax = 30_000
    private static let countMax = 1_000_000
    /// The furthest that a world's clock can be moved, all moves together.
    static let advanceMax = GameInterval.seconds(366 * 86_400)

    /// - Throws: `Refusal` that names the member.
    init(_ body: [UInt8]) throws(Refusal) {
        let json = try RequestJSON.value(body)
        guard case .object(let members) = json else {
            throw Refusal(.wrongShape, "expected an object such as {\"stream\":\"pause\"}")
        }
        for member in members { try take(member) }
    }

    private mutating func take(_ member: JSONMember) throws(Refusal) {
        switch member.name {
        case "fail": try takeFailures(member.value)
        case "delayMs": delayMilliseconds = try Self.delays(member.value)
        case "stream":
            guard case .string(let word) = member.value, ["run", "pause"].contains(word) else {
                throw Refusal(.wrongShape, "\"stream\" must be \"run\" or \"pause\"")
            }
            pausesStream = word == "pause"
        case "dropSockets": dropsSockets = try Self.flag(member)
        case "refuseSockets": refusesSockets = try Self.flag(member)
        case "advanceSeconds":
            guard case .number(let text) = member.value, let seconds = Double(text),
                (0...Double(Self.advanceMax.microseconds) / 1e6).contains(seconds)
            else {
                throw Refusal(
                    .wrongShape, "\"advanceSeconds\" must be a number from 0 to a year's seconds")
            }
            advance = GameInterval(microseconds: Int64(seconds * 1_000_000))
        default:
            throw Refusal(
                .wrongShape,
                "there is no \"\(member.name)\": use fail, delayMs, stream, dropSockets, "
                    + "refuseSockets or advanceSeconds")
        }
    }

    private mutating func takeFailures(_ json: JSONValue) throws(Refusal) {
        guard case .object(let members) = json else {
            throw Refusal(.wrongShape, "\"fail\" must be an object such as {\"matches\":3}")
        }
        for member in members {
            if member.name == "status" {
                guard
                    let status = RequestJSON.integer(member.value, in: 0...599),
                    status == 0 || status >= 200
                else {
                    throw Refusal(
                        .wrongShape,
                        "\"status\" must be from 200 to 599, or 0 to close the connection")
                }
                failure = status == 0 ? .cut : .status(status)
            } else {
                let kind = try Self.kind(member.name, "\"fail\"", of: RequestKind.allCases)
                guard let count = RequestJSON.integer(member.value, in: 0...Self.countMax) else {
                    throw Refusal(
                        .wrongShape,
                        "\"\(member.name)\" of \"fail\" must be a number of requests, at most "
                            + "\(Self.countMax)")
                }
                failures = failures ?? [:]
                failures?[kind] = count
            }
        }
    }

    private static func delays(_ json: JSONValue) throws(Refusal) -> [RequestKind: Int] {
        let range = 0...delayMillisecondsMax
        if let both = RequestJSON.integer(json, in: range) { return [.matches: both, .odds: both] }
        guard case .object(let members) = json else { throw wrongDelay }
        var delays: [RequestKind: Int] = [:]
        for member in members {
            let kind = try kind(member.name, "\"delayMs\"", of: [.matches, .odds])
            guard let delay = RequestJSON.integer(member.value, in: range) else {
                throw wrongDelay
            }
            delays[kind] = delay
        }
        return delays
    }

    private static var wrongDelay: Refusal {
        Refusal(
            .wrongShape,
            "\"delayMs\" must be from 0 to \(delayMillisecondsMax), or such numbers by kind")
    }

    private static func kind(
        _ name: String, _ place: String, of kinds: [RequestKind]
    ) throws(Refusal) -> RequestKind {
        guard let kind = RequestKind(rawValue: name), kinds.contains(kind) else {
            let names = kinds.map(\.rawValue).joined(separator: ", ")
            throw Refusal(.wrongShape, "\(place) has no \"\(name)\": use \(names)")
        }
        return kind
    }

    private static func flag(_ member: JSONMember) throws(Refusal) -> Bool {
        guard case .bool(let flag) = member.value else {
            throw Refusal(.wrongShape, "\"\(member.name)\" must be true or false")
        }
        return flag
    }
}

/// Odds that control sets.
struct PushedOdds: Equatable, Sendable {
    let matchID: Int
    let teamA: Price
    let teamB: Price

    /// - Parameter body: One `MatchOdds` without `seq`, or an array of them.
    /// - Throws: `Refusal` that names the element.
    static func all(_ body: [UInt8]) throws(Refusal) -> [PushedOdds] {
        let json = try RequestJSON.value(body)
        guard case .array(let elements) = json else { return [try PushedOdds(json, "the update")] }
        guard elements.count <= World.matchesMax else {
            throw Refusal(
                .wrongShape, "\(elements.count) updates: send at most \(World.matchesMax)")
        }
        var all: [PushedOdds] = []
        for (index, element) in elements.enumerated() {
            all.append(try PushedOdds(element, "element \(index)"))
        }
        return all
    }

    private init(_ json: JSONValue, _ place: String) throws(Refusal) {
        guard case .object(let members) = json else {
            throw Refusal(.wrongShape, "\(place): expected an object, or an array of them")
        }
        let known = ["matchID", "teamAOdds", "teamBOdds"]
        if let other = members.first(where: { !known.contains($0.name) }) {
            throw Refusal(.wrongShape, "\(place): there is no \"\(other.name)\"")
        }
        guard let id = RequestJSON.integer(json["matchID"], in: 1...Int.max) else {
            throw Refusal(.wrongShape, "\(place): \"matchID\" must be the id of a match")
        }
        matchID = id
        teamA = try RequestJSON.price(json, "teamAOdds", place)
        teamB = try RequestJSON.price(json, "teamBOdds", place)
    }
}
