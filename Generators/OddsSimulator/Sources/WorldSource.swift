import OddsTopics
import OddsTraffic

/// Serves a generated world.
package final class WorldSource: FeedSource {
    var feed: WorldFeed
    private var topicIDs: [WorldFeed.TopicID?] = []
    private(set) var numbers: [WorldFeed.TopicID: TopicNumber] = [:]

    /// - Throws: `TrafficConfigurationError`.
    package init(
        _ configuration: TrafficConfiguration, versionOffset: Int64 = 0
    ) throws(TrafficConfigurationError) {
        feed = try WorldFeed(configuration, versionOffset: versionOffset)
    }

    /// Brings a new source to where another one of the same configuration was.
    ///
    /// - Throws: `TrafficConfigurationError` of a change.
    /// - Complexity: O(changes of the world until then).
    package func advance(to position: WorldPosition) throws(TrafficConfigurationError) {
        try feed.advance(to: position)
    }

    package var nextNanoseconds: UInt64? { feed.nextNanoseconds }

    package func advance(_ sink: FrameSink) {
        feed.advance { topic, frame, recordCount in
            sink(numbers[topic]!, frame, recordCount)
        }
    }

    package func open(_ topic: String) throws(FeedError) -> TopicNumber {
        let scope = try Self.scope(topic)
        let id: WorldFeed.TopicID
        do {
            id = try feed.open(scope)
        } catch {
            throw FeedError("\(topic): \(error)")
        }
        let number = topicIDs.firstIndex { $0 == nil } ?? topicIDs.count
        if number == topicIDs.count { topicIDs.append(nil) }
        topicIDs[number] = id
        numbers[id] = number
        return number
    }

    package func close(_ topic: TopicNumber) {
        guard let id = topicIDs[topic] else { return }
        topicIDs[topic] = nil
        numbers[id] = nil
        feed.close(id)
    }

    package func dump(of topic: TopicNumber) throws(FeedError) -> [UInt8] {
        guard let id = topicIDs[topic] else { throw FeedError("the topic is closed") }
        do {
            return try feed.dump(of: id)
        } catch {
            throw FeedError("\(error)")
        }
    }

    package func dump(of topic: String) throws(FeedError) -> [UInt8] {
        let scope = try Self.scope(topic)
        do {
            return try feed.dump(of: scope)
        } catch {
            throw FeedError("\(topic): \(error)")
        }
    }

    package func writeFence(_ sink: FrameSink) {
        _ = feed.writeFence { topic, frame, recordCount in
            sink(numbers[topic]!, frame, recordCount)
        }
    }

    package func change(
        scenario: String?, rate: Int?
    ) throws(FeedError) -> (scenario: String, rate: Int) {
        do {
            try feed.change(
                scenario: scenario ?? feed.configuration.scenario,
                rate: rate ?? feed.configuration.rate)
        } catch {
            throw FeedError("\(error)")
        }
        return (feed.configuration.scenario, feed.configuration.rate)
    }

    package func answer(_ query: WorldQuery) throws(FeedError) -> [UInt8] {
        do {
            return try feed.answer(query)
        } catch {
            throw FeedError("\(error)")
        }
    }

    package func quotes(_ ids: [UInt64], of key: QuoteKey) -> [OfferQuote] {
        feed.quotes(ids, of: key)
    }

    package var worldNanoseconds: UInt64? { feed.nextNanoseconds }

    package func keepSettlements() { feed.keepSettlements() }

    package func takeSettlements() -> [MarketSettlement] { feed.takeSettlements() }

    package var operatorInfo: [UInt8] {
        let matches = feed.matchIDs.prefix(10).map { "\"\($0)\"" }.joined(separator: ",")
        return Array(
            #"{"ucsOperatorId":1,"languages":["en"],"matches":[\#(matches)]}"#.utf8)
    }

    /// The part of the world that a topic shows. The operator and the language
    /// are ignored.
    private static func scope(_ text: String) throws(FeedError) -> TopicScope {
        let topic: EMTopic
        do {
            topic = try EMTopic(text)
        } catch {
            throw FeedError(error.description)
        }
        switch topic.content {
        case .liveMatches(let sport, let page):
            return .liveMatches(
                sportID: try id(of: sport), events: page.events, markets: page.markets)
        case .popularMatches(let sport, let page):
            return .popularMatches(
                sportID: try id(of: sport), events: page.events, markets: page.markets)
        case .nextMatches(let sport, let page):
            return .nextMatches(
                sportID: try id(of: sport), events: page.events, markets: page.markets)
        case .competitionMatches(let tournament, let page):
            return .competitionMatches(
                tournamentID: try id(tournament), events: page.events, markets: page.markets)
        case .matchOdds(let match): return .matchOdds(matchID: try id(match))
        case .marketGroups(let match): return .marketGroups(matchID: try id(match))
        case .partScores(let match): return .partScores(matchID: try id(match))
        // Every sport of the world has live matches, so both kinds show all
        // sports.
        case .disciplines: return .disciplines
        case .bettingOffer(let offer): return .bettingOffer(offerID: try id(offer))
        }
    }

    private static func id(of sport: EMSport) throws(FeedError) -> UInt64? {
        switch sport {
        case .all: nil
        case .id(let text): try id(text)
        }
    }

    private static func id(_ text: String) throws(FeedError) -> UInt64 {
        guard let id = UInt64(text) else { throw FeedError("\(text) is not an id of this world") }
        return id
    }
}
