// Values as JSON, in all of their spellings, and such as cannot be read.
extension SportRadarHostileTraffic {
    mutating func text() -> String {
        quoted(random.pick(["Alfa", "Beta", "", "é", "e\u{301}", "a\"b\\c", "🂡", "N/O"]))
    }

    mutating func flag() -> String {
        if happens(.flagOfWrongKind, 5) {
            return random.pick([#""true""#, "1", "null", "0", #""""#])
        }
        return random.coin() ? "true" : "false"
    }

    mutating func integer() -> String {
        guard happens(.oddInteger, 15) else { return "\(random.below(60))" }
        return random.pick([
            "41.0", "4.1e1", "-7", "-0", "41.5", #""41""#, "9223372036854775807.0",
            "9223372036854775808", "0.99999999999999999999",
        ])
    }

    mutating func count() -> String {
        if happens(.oddCount, 10) {
            return random.pick([
                #""""#, #""-1""#, #""1234567890123456""#, "1.5", #""1x""#, "true", "12.0",
                #"" 7""#, "1e2", "-3", #""007""#, #""000000000000000""#,
            ])
        }
        return happens(.textCount, 50) ? quoted("\(random.below(90))") : "\(random.below(90))"
    }

    mutating func line() -> String {
        if happens(.oddLine, 15) {
            return random.pick([#""""#, #""2.5x""#, #""+2.5""#, "1e400", "true", #"" 2.5""#, "{}"])
        }
        return random.pick([#""2.5""#, "2.5", "-0", #""-1.25""#, "25e-1", #""1e2""#, "0"])
    }

    // MARK: Prices

    /// The change of a price: any of its four members.
    mutating func price() -> String {
        var members = priceMembers()
        if members.count < 4 { note(.halfPrice) }
        if random.chance(50) { members.insert(("idfomarket", quoted("10.1")), at: 0) }
        return object(members)
    }

    mutating func priceMembers() -> [(String, String)] {
        var members: [(String, String)] = []
        if random.chance(70) { members.append(("currentpriceup", part(isLower: false))) }
        if random.chance(65) { members.append(("currentpricedown", part(isLower: true))) }
        if random.chance(40) { members.append(("idfoselectionsuspensiontype", suspension())) }
        if random.chance(45) { members.append(("istradable", flag())) }
        return members
    }

    private mutating func part(isLower: Bool) -> String {
        let digits: String
        switch random.below(100) {
        case 0..<3:
            note(.longPrice)
            digits = random.pick(["999999999999999", "100000000000000", "123456789012345"])
        case 3..<5:
            note(.tooLongPrice)
            digits = random.pick(["1234567890123456", "0000000000000017", "99999999999999999999"])
        case 5..<8:
            note(.zeroPrice)
            digits = random.pick(["0", "000"])
        case 8..<10:
            note(.fractionalPrice)
            digits = random.pick(["2.5", "17.0", "1e1", "1E+1"])
        case 10..<12:
            note(.signedPrice)
            digits = random.pick(["-1", "+1", "-0"])
        case 12..<14:
            note(.paddedPrice)
            // Legal as text alone: JSON has no numbers with leading zeros.
            return quoted(random.pick(["017", "000000000000020"]))
        case 14..<17:
            note(.priceOfWrongKind)
            return random.pick([#""""#, #"" 17""#, #""17 ""#, "null", "true", "[17]", #""１７""#])
        default: digits = "\(random.below(40) + (isLower ? 1 : 0))"
        }
        let isNumber = !digits.hasPrefix("+") && (digits == "0" || digits.first != "0")
        return isNumber && happens(.numberPrice, 30) ? digits : quoted(digits)
    }

    private mutating func suspension() -> String {
        if random.coin() {
            note(.suspension)
            if happens(.suspensionInOtherCase, 20) { return quoted(random.pick(["n/o", "N/o"])) }
            return quoted("N/O")
        }
        note(.suspensionEnds)
        return random.pick(["null", quoted("OPEN"), quoted(""), quoted("n/a"), "7", "{}", "false"])
    }

    // MARK: Facts

    mutating func scoreName() -> String {
        random.pick([
            "CURRENT_SCORE", "MATCH_SCORE", "GAME_SCORE", "PERIOD1_SCORE", "SET2_SCORE",
            "FRAME10_SCORE", "SET_SCORE", "SET1_SCORES", "PERIODx_SCORE",
        ])
    }

    mutating func score() -> String {
        if happens(.oddScore, 5) { return garbage() }
        var members: [(String, String)] = []
        for side in ["home", "away"] where random.chance(80) { members.append((side, self.side())) }
        if members.count == 1 { note(.oneSide) }
        guard happens(.competitors, 40) else { return object(members) }
        let inner = object(members)
        return object([("COMPETITOR", inner)] + (random.chance(10) ? [("home", "9")] : []))
    }

    private mutating func side() -> String {
        if happens(.nullSide, 4) { return "null" }
        if happens(.textSide, 20) {
            return random.pick([#""1""#, #""007""#, #""999999999999999""#, #""""#, #""1.5""#,
                #""1234567890123456""#, #""-1""#])
        }
        return random.pick(["0", "1", "2", "15", "40", "1.5", "-1", "1e2", "true"])
    }

    mutating func clock() -> String {
        if happens(.oddClock, 12) {
            return random.pick([
                #""63""#, #""63:60""#, #""63:1""#, #""63:123""#, #"":12""#, #""-1:00""#,
                #""45:00+02:10""#, #""45:00 +""#, #""45:00  +2:10""#, #""45:00 +2:10 ""#,
                #""1234567890:00""#, "63", "null", #""63:12:01""#, #""45:00 +2:10 +1:00""#,
            ])
        }
        if happens(.addedTime, 25) {
            return random.pick([#""45:00 +02:10""#, #""90:00 +0:59""#, #""1:59 +999999999:59""#])
        }
        return random.pick([#""63:12""#, #""0:00""#, #""007:05""#, #""123456789:59""#])
    }

    mutating func status() -> String {
        random.pick(
            weighted: [
                (30, quoted("1st_half")), (20, quoted("2nd_half")), (20, quoted("not_started")),
                (20, quoted("ended")), (3, quoted("")), (3, "null"), (2, "7"),
                (2, quoted("ENDED")),
            ])
    }

    mutating func server() -> String {
        if happens(.nobody, 20) { return random.pick(["0", #""0""#, "null"]) }
        if happens(.oddServer, 8) {
            return random.pick(["3", #""3""#, "1.0", "-1", "true", #""""#, #""01""#, "2e0", "{}"])
        }
        let side = random.coin() ? "1" : "2"
        return happens(.textServer, 30) ? quoted(side) : side
    }

    mutating func start() -> String {
        if happens(.oddStart, 12) {
            return random.pick([
                #""2026-02-29T18:30:00Z""#, #""2026-10-02 18:30:00Z""#, #""2026-10-02T18:30:00""#,
                #""2026-10-02T24:00:00Z""#, #""2026-10-02T18:30:00.Z""#, "1775001600000", "null",
                #""2026-10-02T18:30:00.1234567890Z""#, #""2026-10-02T18:30:00+2""#,
                #""2026-10-02T18:30:00+24:00""#, #""0000-01-01T00:00:00Z""#, #""""#,
                #""2026-10-02T18:30:60Z""#, #""2026-10-02T18:30:00.000+0200 ""#,
            ])
        }
        return random.pick([
            #""2026-10-02T18:30:00.000+0200""#, #""2026-10-02T18:30:00+0200""#,
            #""2026-10-02T18:30:00Z""#, #""2026-10-02T18:30:00.5-03:30""#,
            #""2028-02-29T23:59:59.123456789+23:59""#, #""0001-01-01T00:00:00+0000""#,
            #""9999-12-31T23:59:59.9990Z""#,
        ])
    }
}
