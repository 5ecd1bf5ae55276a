import OddsPlatform

/// The routes of the second provider: accounts, bets, and the cashier's pages that deposits lead
/// to. They are those of one port, at which this provider serves the contents of the world as
/// well.
struct SportRadarRoutes {
    let platform: Platform
    let table: RouteTable
    let refusals: RefusalBody
    let uploadTimeLimit: Duration
    /// The base of the addresses of cashier pages.
    let baseURL: @Sendable () -> String

    func add() {
        PAMRoutes(
            pam: PAM(platform), table: table, refusals: refusals,
            uploadTimeLimit: uploadTimeLimit, baseURL: baseURL
        ).add()
        SportRadarBettingRoutes(
            bets: SportRadarBets(platform), table: table, refusals: refusals
        ).add()
        CashierRoutes(platform: platform, table: table).add()
        OpenAPIDocument.sportRadar.add(to: table)
    }
}
