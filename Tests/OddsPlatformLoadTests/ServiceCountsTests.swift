import ServicesProvider
import Testing

@testable import OddsPlatformLoad

/// How both ends name and count what is exchanged.
@Suite struct ServiceCountsTests {
    private static func request(
        _ method: HTTPRequestMethod, _ path: String
    ) -> HTTPTransportRequest {
        HTTPTransportRequest(
            method: method, url: "http://127.0.0.1:9410" + path, headers: [], body: nil,
            timeLimit: .seconds(1))
    }

    @Test(arguments: [
        ("/v1/player/legislation/login", "/v1/player/legislation/login"),
        ("/v2/player/70501/balance", "/v2/player/{player}/balance"),
        ("/v1/player/70501/details", "/v1/player/{player}/details"),
        (
            "/v1/player/70501/payment/GetPaymentSession",
            "/v1/player/{player}/payment/GetPaymentSession"
        ),
        (
            "/v1/player/70501/payment/tx-9/status",
            "/v1/player/{player}/payment/{transaction}/status"
        ),
        ("/cashier/5f0c", "/cashier/{session}"),
        (
            "/v1/player/resetPasswordByMobilePhone?mobileNumber=1",
            "/v1/player/resetPasswordByMobilePhone"
        ),
    ])
    func pathsHaveTheNamesOfTheService(path: String, name: String) {
        #expect(ServiceRoute(Self.request(.get, path)).path == name)
    }

    private static let balance = #"method="GET",route="/v2/player/{player}/balance""#

    private static let text = """
        # TYPE emsim_platform_requests counter
        emsim_platform_requests_total{\(balance),status="200"} 12
        emsim_platform_requests_total{\(balance),status="403"} 3
        emsim_platform_logins_total 5
        emsim_platform_refreshes_total 2
        emsim_platform_postings_total 1004
        emsim_faults_injected_total{kind="httpCut"} 4
        emsim_faults_injected_total{kind="httpDelay"} 6
        emsim_platform_transactions_total 90
        emsim_platform_commits_total 30
        emsim_platform_synced_commits_total 20
        emsim_connections 7
        """

    @Test func metricsAreRead() {
        let counts = ServiceCounts(openMetrics: Self.text)
        #expect(
            counts.answers == [
                .init(route: .balance, status: 200): 12, .init(route: .balance, status: 403): 3,
            ])
        #expect(counts.logins == 5)
        #expect(counts.postings == 1_004)
        #expect(counts.faults == 10)
        #expect(counts.transactions == 90)
        #expect(counts.commits == 30)
        #expect(counts.syncedCommits == 20)
    }

    @Test func whatWasCountedBeforeIsLeftOut() {
        let counts = ServiceCounts(openMetrics: Self.text)
        let since = counts.since(counts)
        #expect(since == ServiceCounts(openMetrics: ""))
        #expect(counts.since(ServiceCounts(openMetrics: "")) == counts)
    }

    @Test func loginsThatNobodyAskedForRenewASession() {
        let counts = ExchangeCounts()
        ExchangeCounts.$isLoginAskedFor.withValue(true) {
            counts.noteAnswer(.login, status: 200, player: 3)
            counts.noteAnswer(.login, status: 403, player: 3)
        }
        counts.noteAnswer(.login, status: 200, player: 3)
        counts.noteAnswer(.balance, status: 403, player: 4)
        #expect(counts.counts.logins == [3: 1])
        #expect(counts.counts.refreshes == [3: 1])
        #expect(counts.counts.refused == 1)
    }

    @Test func whatIsSentMoreOftenThanAskedForIsRepeated() {
        let counts = ExchangeCounts()
        counts.noteAsked(.balance)
        counts.noteAsked(.balance)
        counts.noteAnswer(.balance, status: 403, player: 0)
        counts.noteAnswer(.balance, status: 200, player: 0)
        counts.noteLoss(.balance, .timedOut)
        counts.noteAnswer(.balance, status: 200, player: 1)
        #expect(counts.counts.repeated == 2)
        #expect(counts.counts.lost == [.init(route: .balance, reason: "timedOut"): 1])
    }
}
