/// Frames each of which creates a market with three outcomes, their relations
/// and offers (ten entities), and deletes those created `window` frames
/// before. No id and no name is ever used again, as in the feed.
struct ChurnFrames {
    static let createsPerFrame = 10
    static let outcomesPerMarket = 3
    /// Markets that live at a time.
    static let window = 2_000
    static let eventCount = 20

    /// The dump of the events, on which all else hangs.
    static var dump: [UInt8] {
        let events = (0..<eventCount).map { #"{"_type":"MATCH","id":"\#($0)","name":"A v B"}"# }
        let records = events.joined(separator: ",")
        return Array(
            #"{"version":"1","messageType":"INITIAL_DUMP","records":[\#(records)]}"#.utf8)
    }

    /// The frame at `index`.
    static func frame(at index: Int) -> [UInt8] {
        var records = creates(of: index)
        if index >= window { records += deletes(of: index - window) }
        let text = records.joined(separator: ",")
        return Array(#"{"version":"1","messageType":"UPDATE","records":[\#(text)]}"#.utf8)
    }

    private static func creates(of index: Int) -> [String] {
        let market = id(index, 0)
        var records = [
            create(
                "MARKET", market,
                #""eventId":"\#(index % eventCount)","name":"Market \#(market)","#
                    + #""isAvailable":true"#)
        ]
        for outcome in 0..<outcomesPerMarket {
            let (id, relation, offer) = ids(index, outcome)
            records += [
                create("OUTCOME", id, #""typeId":"\#(outcome)","translatedName":"Name \#(id)""#),
                create(
                    "MARKET_OUTCOME_RELATION", relation,
                    #""marketId":"\#(market)","outcomeId":"\#(id)""#),
                create(
                    "BETTING_OFFER", offer,
                    #""outcomeId":"\#(id)","odds":\#(index % 50).25,"isAvailable":true"#),
            ]
        }
        return records
    }

    private static func deletes(of index: Int) -> [String] {
        (0..<outcomesPerMarket).flatMap { outcome in
            let (id, relation, offer) = ids(index, outcome)
            return [
                delete("BETTING_OFFER", offer), delete("MARKET_OUTCOME_RELATION", relation),
                delete("OUTCOME", id),
            ]
        } + [delete("MARKET", id(index, 0))]
    }

    private static func create(_ type: String, _ id: Int, _ properties: String) -> String {
        #"{"changeType":"CREATE","entityType":"\#(type)","id":"\#(id)","entity":{"_type":"#
            + #""\#(type)","id":"\#(id)",\#(properties)}}"#
    }

    private static func delete(_ type: String, _ id: Int) -> String {
        #"{"changeType":"DELETE","entityType":"\#(type)","id":"\#(id)"}"#
    }

    private static func ids(
        _ index: Int, _ outcome: Int
    ) -> (outcome: Int, relation: Int, offer: Int) {
        let first = 1 + outcome * outcomesPerMarket
        return (id(index, first), id(index, first + 1), id(index, first + 2))
    }

    /// Eighteen digits, as the feed's ids have.
    private static func id(_ index: Int, _ place: Int) -> Int {
        290_000_000_000_000_000 + index * createsPerFrame + place
    }
}
