import HummingbirdCore

/// The parameters that a page's requests carry.
struct WorldQuery: Sendable {
    let world: WorldID
    /// How many matches the world has if it is made.
    let matchCount: Int?
    /// Updates a second; `nil` for the stream that asks for no rate.
    let rate: Int?

    /// - Throws: `Refusal` that names the parameter.
    init(_ uri: URI) throws(Refusal) {
        let parameters = uri.queryParameters
        world = try Self.world(parameters["world"], "the parameter \"world\"")
        matchCount = try Self.matchCount(uri)
        rate = try Self.number(parameters["rate"], "rate", 1...SteadySchedule.rateMax)
    }

    /// The world of a path.
    static func world(
        _ text: (some StringProtocol)?, _ place: String
    ) throws(Refusal) -> WorldID {
        guard let text, !text.isEmpty else {
            throw Refusal(
                .wrongParameter, "\(place) is missing: send the world's 32 hexadecimal digits")
        }
        guard let world = WorldID(text) else {
            throw Refusal(
                .wrongParameter,
                "\(place) is no id of a world: send 32 digits of 0 to 9 and a to f")
        }
        return world
    }

    /// How many matches the world has if it is made.
    static func matchCount(_ uri: URI) throws(Refusal) -> Int? {
        try number(uri.queryParameters["matches"], "matches", 1...World.matchesMax)
    }

    private static func number(
        _ text: Substring?, _ name: String, _ range: ClosedRange<Int>
    ) throws(Refusal) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Refusal(
                .wrongParameter,
                "the parameter \"\(name)\" must be an integer from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }
}
