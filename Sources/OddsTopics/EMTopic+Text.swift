/// Why a text is not a topic.
public struct EMTopicError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One line, which names the part that is wrong.
    public let description: String
}

extension EMTopic: CustomStringConvertible {
    /// The text form.
    public var description: String {
        "/sports/\(operatorID)/\(language)/\(content.path)"
    }

    /// Reads the text form.
    ///
    /// - Throws: `EMTopicError` if the text has another form or is out of
    ///   `EMTopicLimits`.
    /// - Complexity: O(bytes).
    public init(_ text: String) throws(EMTopicError) {
        guard text.utf8.count <= EMTopicLimits.bytesMax else {
            throw EMTopicError(description: "a topic of \(text.utf8.count) bytes")
        }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count > 4, segments[0].isEmpty, segments[1] == "sports" else {
            throw EMTopicError(
                description: "\(text) is not a topic: expected /sports/{operator}/{language}/…")
        }
        guard !segments[2].isEmpty, segments[2].allSatisfy({ $0.isASCII && $0.isNumber }) else {
            throw EMTopicError(description: "operator \(segments[2]) of \(text) is not a number")
        }
        guard segments[3].utf8.count == 2, segments[3].allSatisfy(\.isLetter) else {
            throw EMTopicError(
                description: "language \(segments[3]) of \(text) is not of two letters")
        }
        operatorID = String(segments[2])
        language = String(segments[3])
        content = try Content(segments[4...], of: text)
    }
}

extension EMTopic.Content {
    /// The part after the language.
    var path: String {
        switch self {
        case .liveMatches(let sport, let page):
            "live-matches-aggregator-main/\(sport.segment)/all-locations/default-event-info"
                + "/\(page.events)/\(page.markets)"
        case .popularMatches(let sport, let page):
            "custom-matches-aggregator/\(sport.segment)/all/all/all/POPULAR/LIVE"
                + "/\(page.events)/\(page.markets)"
        case .nextMatches(let sport, let page):
            "next-matches-aggregator-main/\(sport.segment)/\(page.events)/\(page.markets)"
        case .competitionMatches(let tournament, let page):
            "competition-matches-aggregator/\(tournament)/\(page.events)/\(page.markets)"
        case .matchOdds(let match): "\(match)/match-odds"
        case .marketGroups(let match): "match-aggregator-groups-overview/\(match)/1"
        case .disciplines(let liveOnly): "disciplines/\(liveOnly ? "LIVE" : "BOTH")/BOTH"
        case .partScores(let match): "\(match)/eventPartScores/small"
        case .bettingOffer(let id): "bettingOffers/\(id)"
        }
    }

    fileprivate init(
        _ segments: ArraySlice<Substring>, of text: String
    ) throws(EMTopicError) {
        let rest = segments.dropFirst()
        switch segments.first {
        case "live-matches-aggregator-main":
            let values = try Self.values(
                rest, like: ["", "all-locations", "default-event-info", "", ""], of: text)
            self = .liveMatches(sport: EMSport(values[0]), try Self.page(values, of: text))
        case "custom-matches-aggregator":
            let values = try Self.values(
                rest, like: ["", "all", "all", "all", "POPULAR", "LIVE", "", ""], of: text)
            self = .popularMatches(sport: EMSport(values[0]), try Self.page(values, of: text))
        case "next-matches-aggregator-main":
            let values = try Self.values(rest, like: ["", "", ""], of: text)
            self = .nextMatches(sport: EMSport(values[0]), try Self.page(values, of: text))
        case "competition-matches-aggregator":
            let values = try Self.values(rest, like: ["", "", ""], of: text)
            self = .competitionMatches(
                tournament: String(values[0]), try Self.page(values, of: text))
        case "match-aggregator-groups-overview":
            self = .marketGroups(
                match: String(try Self.values(rest, like: ["", "1"], of: text)[0]))
        case "disciplines":
            let kind = try Self.values(rest, like: ["", "BOTH"], of: text)[0]
            guard kind == "LIVE" || kind == "BOTH" else {
                throw EMTopicError(description: "\(kind) of \(text) is neither LIVE nor BOTH")
            }
            self = .disciplines(liveOnly: kind == "LIVE")
        case "bettingOffers":
            self = .bettingOffer(String(try Self.values(rest, like: [""], of: text)[0]))
        case .some(let match) where rest.elementsEqual(["match-odds"]) && !match.isEmpty:
            self = .matchOdds(match: String(match))
        case .some(let match) where rest.elementsEqual(["eventPartScores", "small"])
            && !match.isEmpty:
            self = .partScores(match: String(match))
        default:
            throw EMTopicError(description: "no topic is called \(text)")
        }
    }

    /// The segments that stand where `pattern` is empty.
    private static func values(
        _ segments: ArraySlice<Substring>, like pattern: [Substring], of text: String
    ) throws(EMTopicError) -> [Substring] {
        guard segments.count == pattern.count else {
            throw EMTopicError(
                description: "\(text) has \(segments.count) segments behind its name, not "
                    + "\(pattern.count)")
        }
        var values: [Substring] = []
        for (segment, expected) in zip(segments, pattern) {
            if expected.isEmpty, !segment.isEmpty {
                values.append(segment)
            } else if segment != expected || segment.isEmpty {
                throw EMTopicError(
                    description: "segment \"\(segment)\" of \(text) should be "
                        + (expected.isEmpty ? "filled" : "\"\(expected)\""))
            }
        }
        return values
    }

    /// Reads a page from the last two values.
    private static func page(
        _ values: [Substring], of text: String
    ) throws(EMTopicError) -> EMPage {
        let numbers = values.suffix(2).map { Int($0) ?? 0 }
        guard EMTopicLimits.eventsRange.contains(numbers[0]),
            EMTopicLimits.marketsRange.contains(numbers[1])
        else {
            throw EMTopicError(
                description: "\(text) must ask for \(EMTopicLimits.eventsRange.lowerBound) to "
                    + "\(EMTopicLimits.eventsRange.upperBound) events and as many markets")
        }
        return EMPage(events: numbers[0], markets: numbers[1])
    }
}
