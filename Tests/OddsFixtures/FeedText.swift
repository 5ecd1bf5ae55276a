/// Small frames of a made-up feed: one event with one market and offers.
package enum FeedText {
    package static func dump(version: Int, offers: [(id: String, odds: Double)]) -> String {
        let offers = offers.map {
            """
            {"_type":"OUTCOME","id":"o\($0.id)","marketId":"m1"},\
            {"_type":"BETTING_OFFER","id":"\($0.id)","outcomeId":"o\($0.id)",\
            "odds":\($0.odds),"isAvailable":true}
            """
        }
        let records =
            [
                #"{"_type":"MATCH","id":"1","name":"A v B"}"#,
                #"{"_type":"MARKET","id":"m1","eventId":"1"}"#,
            ] + offers
        return """
            {"version":"\(version)","messageType":"INITIAL_DUMP","records":\
            [\(records.joined(separator: ","))]}
            """
    }

    package static func odds(version: Int, _ changes: [(id: String, odds: Double)]) -> String {
        let records = changes.map {
            """
            {"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"\($0.id)",\
            "changedProperties":{"odds":\($0.odds)}}
            """
        }
        return """
            {"version":"\(version)","messageType":"UPDATE","records":\
            [\(records.joined(separator: ","))]}
            """
    }
}
