import OddsResults
import Testing

@testable import OddsPlatformLoad

/// What the checks find in what both ends say.
@Suite struct PlatformAuditTests {
    @Test func eachBalanceHasGrownByWhatWasPaid() {
        #expect(PlatformAudit.balances([("1", 120, 120), ("2", 5, 5)]).isOK)
        #expect(PlatformAudit.balances([]).isOK)
        let wrong = PlatformAudit.balances([("1", 120, 120), ("2", 5, 10)])
        #expect(!wrong.isOK)
        #expect(
            wrong.detail
                == "1 balance differ: player 2 paid 0.05, and the balance has grown by 0.10")
        #expect(!PlatformAudit.balances([("1", 120, nil)]).isOK)
        // Errors of two players do not make up for each other.
        #expect(!PlatformAudit.balances([("1", 5, 10), ("2", 10, 5)]).isOK)
    }

    @Test func eachDepositIsPostedOnce() {
        #expect(PlatformAudit.deposits(known: 7, unknown: 0, posted: 7).isOK)
        #expect(!PlatformAudit.deposits(known: 7, unknown: 0, posted: 8).isOK)
        #expect(!PlatformAudit.deposits(known: 7, unknown: 0, posted: 6).isOK)
        #expect(!PlatformAudit.deposits(known: 7, unknown: 1, posted: 7).isOK)
    }

    private static func server(_ answered: Int, _ refused: Int = 0) -> ServiceCounts {
        let labels = #"method="GET",route="/v2/player/{player}/balance",status="#
        return ServiceCounts(
            openMetrics: """
                emsim_platform_requests_total{\(labels)"200"} \(answered)
                emsim_platform_requests_total{\(labels)"403"} \(refused)
                emsim_platform_logins_total 3
                """
        ).since(ServiceCounts(openMetrics: ""))
    }

    private static func client(
        _ answered: Int, _ refused: Int = 0, lost: Int = 0
    ) -> ExchangeCounts.Counts {
        let counts = ExchangeCounts()
        for _ in 0..<answered { counts.noteAnswer(.balance, status: 200, player: 0) }
        for _ in 0..<refused { counts.noteAnswer(.balance, status: 403, player: 0) }
        for _ in 0..<lost { counts.noteLoss(.balance, .broken) }
        return counts.counts
    }

    @Test func bothEndsCountTheSame() {
        #expect(PlatformAudit.requests(Self.server(5, 2), Self.client(5, 2)).isOK)
        #expect(!PlatformAudit.requests(Self.server(5, 2), Self.client(5, 1)).isOK)
        #expect(!PlatformAudit.requests(Self.server(5, 2), Self.client(6, 2)).isOK)
        #expect(!PlatformAudit.requests(Self.server(5), Self.client(5, 1)).isOK)
    }

    /// An answer may be lost after its effect, or the request before it.
    @Test func whatWasLostMayHaveBeenAnsweredOrNot() {
        #expect(PlatformAudit.requests(Self.server(5), Self.client(4, lost: 1)).isOK)
        #expect(PlatformAudit.requests(Self.server(5), Self.client(5, lost: 1)).isOK)
        #expect(PlatformAudit.requests(Self.server(5, 1), Self.client(4, lost: 2)).isOK)
        #expect(!PlatformAudit.requests(Self.server(5, 2), Self.client(4, lost: 2)).isOK)
        #expect(!PlatformAudit.requests(Self.server(5), Self.client(6, lost: 2)).isOK)
    }

    @Test(arguments: [(2, true), (3, true), (4, false), (1, false)])
    func loginsAreThoseOfPlayersAndOfTheLibrary(known: Int, isOK: Bool) {
        let counts = ExchangeCounts()
        for number in 0..<known { counts.noteAnswer(.login, status: 200, player: number) }
        if known == 2 { counts.noteLoss(.login, .broken) }
        #expect(PlatformAudit.logins(Self.server(0), counts.counts).isOK == isOK)
    }

    @Test(arguments: [(0, "0.00"), (5, "0.05"), (1_234, "12.34"), (-105, "-1.05")])
    func amountsAreWritten(cents: Int, text: String) {
        #expect(Cents.text(cents) == text)
    }

    @Test func amountsAreReadExactly() {
        #expect(Cents.of(12.34) == 1_234)
        #expect(Cents.of(12.345) == nil)
    }
}
