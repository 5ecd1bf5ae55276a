import Foundation
import Testing

@testable import ServicesProvider

/// Platform contract, section 5: the rows of bets and cashouts, in their shapes of bodies (P9).
@Suite struct BettingErrorTableTests {
    private func error(
        _ status: Int, _ body: String, _ area: EveryMatrixErrorTable.Area = .betting
    ) -> ServiceProviderError {
        EveryMatrixErrorTable(area: area).failure(of: .json(status, body)).error
    }

    /// The shape of placings and lists.
    private func betting(_ code: String, _ members: String = "") -> String {
        #"{"success":false,"response":{"errorCode":"\#(code)","errorMessage":"m"}\#(members)}"#
    }

    /// The shape of cashouts.
    private func cashout(_ code: String) -> String {
        #"{"trackingId":"k3","status":"CONFLICT","errorCode":\#(code),"message":"m","#
            + #""timestamp":"02-10-2026 16:12:15"}"#
    }

    @Test(arguments: [
        (400, "901", ServiceProviderError.badRequest), (400, "902", .badRequest),
        (404, "903", .resourceUnavailableOrDeleted), (409, "904", .notPlacedBet(message: "904")),
        (409, "905", .notPlacedBet(message: "905")), (409, "106", .insufficientFunds),
        (422, "920", .conflict(key: "920", message: "m")),
        (409, "777", .errorDetailedMessage(key: "777", message: "m")), (404, "777", .notFound),
    ]) func codesOfPlacings(_ status: Int, _ code: String, _ error: ServiceProviderError) {
        #expect(self.error(status, betting(code)) == error)
    }

    @Test func changedOddsAreNamed() {
        let change = #"{"bettingOfferId":"9101","requested":1.85,"current":1.8}"#
        let expected = OddsChange(
            bettingOfferID: "9101", requested: decimal("1.85"), current: decimal("1.8"))
        #expect(
            error(409, betting("906", #","changes":[\#(change)]"#)) == .oddsChanged([expected]))
        // One that cannot be read is left out.
        #expect(
            error(409, betting("906", #","changes":[{"requested":"x"},\#(change)]"#))
                == .oddsChanged([expected]))
        for members in ["", #","changes":null"#, #","changes":{"a":1}"#, #","changes":"x""#] {
            #expect(error(409, betting("906", members)) == .oddsChanged([]), "\(members)")
        }
    }

    @Test(arguments: ["907", "908"]) func stakesHaveTheirRange(_ code: String) {
        #expect(
            error(409, betting(code, #","min":0.35,"max":2500"#))
                == .stakeOutOfRange(min: decimal("0.35"), max: 2_500))
        #expect(
            error(409, betting(code, #","max":"x""#)) == .stakeOutOfRange(min: nil, max: nil))
        #expect(error(409, betting(code)) == .stakeOutOfRange(min: nil, max: nil))
    }

    @Test func limitIsNamed() {
        #expect(
            error(409, betting("121", #","limit":{"type":"Loss","period":"Daily"}"#))
                == .limitExceeded(LimitKind(subject: .loss, period: .daily)))
    }

    @Test(arguments: [
        (409, "103", ServiceProviderError.cashout(.noCurrentOdds)),
        (409, "122", .cashout(.invalid)), (409, "139", .cashout(.outOfThreshold)),
        (409, #""139""#, .cashout(.outOfThreshold)), (404, "103", .cashout(.noCurrentOdds)),
        (404, "null", .cashout(.noCurrentOdds)), (404, "0", .cashout(.noCurrentOdds)),
        (422, "920", .conflict(key: "920", message: "m")), (400, "901", .badRequest),
        (409, "777", .errorDetailedMessage(key: "777", message: "m")),
    ]) func codesOfCashouts(_ status: Int, _ code: String, _ error: ServiceProviderError) {
        #expect(self.error(status, cashout(code), .cashout) == error)
    }

    @Test func missingCashoutHasNoValue() {
        #expect(error(404, "", .cashout) == .cashout(.noCurrentOdds))
        #expect(error(404, "") == .notFound)
        // The codes of cashouts mean nothing elsewhere.
        #expect(
            error(409, cashout("139")) == .errorDetailedMessage(key: "139", message: "m"))
    }

    @Test func blockedSessionIsNoExpiredOne() {
        let body = betting("SESSION_BLOCKED", #","sessionBlockers":["has-to-set-consents"]"#)
        let failure = EveryMatrixErrorTable(area: .betting).failure(of: .json(403, body))
        #expect(failure.error == .sessionBlocked([.consents]) && !failure.isSessionRefused)
    }
}
