/// The role of an outcome in its market.
struct OutcomeRole {
    /// The participant that the outcome is about, if any.
    var participant: Participant?
    var header: StaticString
    var headerKey: StaticString
    /// The short name, such as `1`, `Draw` or `Over`.
    var shortName: StaticString
    /// The line as seen from this outcome, in quarters.
    var line: Int32 = 0
}

extension TrafficWorld {
    /// The role of an outcome. The first two or three outcomes of a market are
    /// the usual ones; the others are variations.
    func role(of outcome: Int, in market: Int) -> OutcomeRole {
        let event = event(ofMarket: market)
        let line = markets[market].line
        let home = OutcomeRole(
            participant: home(ofEvent: event), header: "Home", headerKey: "home", shortName: "1")
        let away = OutcomeRole(
            participant: away(ofEvent: event), header: "Away", headerKey: "away", shortName: "2")
        switch kind(ofMarket: market) {
        case .winner:
            if outcome < 2 { return outcome == 0 ? home : away }
            return OutcomeRole(
                participant: guest(outcome - 1, ofEvent: event), header: "Other",
                headerKey: "other", shortName: "3")
        case .result:
            switch outcome {
            case 0: return home
            case 1: return OutcomeRole(header: "Draw", headerKey: "draw", shortName: "Draw")
            case 2: return away
            default:
                return OutcomeRole(header: "None", headerKey: "none", shortName: "None")
            }
        case .doubleChance:
            switch outcome {
            case 0:
                return OutcomeRole(
                    participant: home.participant, header: "Home/Draw", headerKey: "home_draw",
                    shortName: "1 or Draw")
            case 2:
                return OutcomeRole(
                    participant: away.participant, header: "Away/Draw", headerKey: "away_draw",
                    shortName: "2 or Draw")
            default:
                return OutcomeRole(
                    header: "Home/Away", headerKey: "home_away", shortName: "1 or 2")
            }
        case .handicap, .asianHandicap:
            // Each further pair of outcomes has a line one step higher.
            let ownLine = line + 4 * Int32(outcome / 2)
            var role = outcome % 2 == 0 ? home : away
            role.line = outcome % 2 == 0 ? ownLine : -ownLine
            return role
        case .total:
            let (header, key): (StaticString, StaticString) =
                switch outcome {
                case 0: ("Over", "over")
                case 1: ("Under", "under")
                default: ("Exactly", "exactly")
                }
            return OutcomeRole(
                header: header, headerKey: key, shortName: header,
                line: line + 2 * Int32(max(0, outcome - 1)))
        }
    }
}
