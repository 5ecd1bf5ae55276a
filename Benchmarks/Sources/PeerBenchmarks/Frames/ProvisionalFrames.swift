// Provisional.
public func provisional(_ n: Int) throws -> FrameSet { try provisionalFrames(updates: n) }
func provisionalFrames(updates: Int) throws -> FrameSet {
    var frames: [[UInt8]] = []
    var random = SystemRandomNumberGenerator()
    var records: [String] = []
    let base: UInt64 = 273_905_176_604_061_696
    func id(_ kind: Int, _ n: Int) -> String { "\(base + UInt64(kind) * 100_000_000 + UInt64(n) * 256)" }
    let (events, markets, outcomes) = (100, 50, 3)
    for e in 0..<events {
        records.append(#"{"_type":"MATCH","id":"\#(id(0, e))","typeId":"1","sportId":"63","parentId":"97615650748366848","parentPartId":"1","name":"Home Team \#(e) - Away Team \#(e)","startTime":1750752300000,"venueId":"240","statusId":"2","rootPartId":"240","currentPartId":"242","allowsLiveOdds":false,"numberOfMarkets":54,"numberOfBettingOffers":128,"typeName":"Generic Match","sportName":"Table Tennis","shortSportName":"Tabl","parentName":"Setka Cup 2025","statusName":"In Progress","currentPartName":"2nd Set"}"#)
        for m in 0..<markets {
            let mk = e * markets + m
            records.append(#"{"_type":"MARKET","id":"\#(id(1, mk))","name":"Home Away","shortName":"Home Away","displayKey":"b466_ep240","displayName":"Home Away","displayShortName":"Home Away","eventId":"\#(id(0, e))","eventPartId":"240","bettingTypeId":"466","numberOfOutcomes":2,"isComplete":true,"isClosed":false,"bettingTypeName":"Home Away","shortBettingTypeName":"Home Away","eventPartName":"Whole Match","mainLine":false,"isAvailable":true,"shortEventPartName":"Whole Match","asianLine":false,"allowEachWay":false,"allowStartingPrice":false}"#)
            for o in 0..<outcomes {
                let oc = mk * outcomes + o
                records.append(#"{"_type":"OUTCOME","id":"\#(id(2, oc))","typeId":"104","statusId":"1","eventId":"\#(id(0, e))","eventPartId":"240","paramParticipantId1":"98259105202831360","code":"P98259105202831360","typeName":"Winner with money back on draw","translatedName":"Some Body","shortTranslatedName":"2","eventPartName":"Whole Match","paramParticipantName1":"Some Body","shortParamParticipantName1":"Some Body","shortEventPartName":"Whole Match","headerName":"Away","headerShortName":"Away","headerNameKey":"away"}"#)
                records.append(#"{"_type":"MARKET_OUTCOME_RELATION","id":"\#(id(3, oc))","marketId":"\#(id(1, mk))","outcomeId":"\#(id(2, oc))"}"#)
                records.append(#"{"_type":"BETTING_OFFER","id":"\#(id(4, oc))","providerId":"3001033","outcomeId":"\#(id(2, oc))","bettingTypeId":"466","statusId":"1","isLive":true,"odds":3.4,"lastChangedTime":1750752518627,"bettingTypeName":"Home Away","shortBettingTypeName":"Home Away","isAvailable":true}"#)
            }
        }
    }
    frames.append(Array(#"{"version":"1750752646168","format":"AGGREGATOR","messageType":"INITIAL_DUMP","records":[\#(records.joined(separator: ","))]}"#.utf8))
    for f in 0..<updates {
        let n = [1, 1, 2, 3, 2, 4, 1, 6][Int.random(in: 0..<8, using: &random)]
        let e = Int.random(in: 0..<events, using: &random)
        let changes = (0..<n).map { _ in
            let offer = e * 150 + Int.random(in: 0..<150, using: &random)
            let time = 1_750_752_646_343 + f
            let odds = Int.random(in: 0..<3, using: &random) == 0
                ? "\(Int.random(in: 105...999, using: &random))" : "\(Int.random(in: 10_000_000...99_999_999, using: &random))"
            let text = "\(odds.first!).\(odds.dropFirst())"
            return #"{"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"\#(id(4, offer))","changedProperties":{"lastChangedTime":\#(time),"odds":\#(text)}}"#
        }
        frames.append(Array(#"{"version":"\#(1_750_752_647_217 + f)","format":"AGGREGATOR","messageType":"UPDATE","records":[\#(changes.joined(separator: ","))]}"#.utf8))
    }
    return try FrameSet(name: "odds", frames: frames, initialCount: 1)
}
