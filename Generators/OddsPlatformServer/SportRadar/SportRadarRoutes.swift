import OddsPlatform
import OddsServer

/// The routes of the second provider: accounts, bets, the cashier's pages that deposits lead
/// to, and the contents of the world. They are those of one port.
struct SportRadarRoutes {
    let platform: Platform
    /// `nil` if the platform is beside no world.
    let contents: EMServer?
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
        ContentRoutes(contents: contents, table: table).add()
        OpenAPIDocument.sportRadar.add(to: table)
    }
}
