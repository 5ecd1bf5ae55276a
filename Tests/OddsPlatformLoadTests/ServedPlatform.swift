import OddsExperiments
import OddsSimulator
import PlatformFixture

@testable import OddsPlatformLoad

/// The platform, whose word on its ledger can be another.
struct ServedPlatform: PlatformService {
    let running: RunningPlatform
    var isLedgerRight = true
    /// True if it answers no more when it is asked for its ledger, after the window.
    var isSilentAtEnd = false

    var playerURL: String { running.url }
    var oddsURL: String? { running.oddsURL }
    var process: Int32? { nil }

    func makePlayers(_ count: Int, balance: String) async throws -> [PlayerAccount] {
        try await running.makePlayers(count, balance: balance).map {
            PlayerAccount(userId: $0.id, username: $0.username, password: $0.password)
        }
    }

    func expireSessions() async throws -> Int {
        let answer = try await running.platform.expireSessions(running.reader("{}"))
        guard case .number(let count)? = answer["expired"] else { return 0 }
        return Int(count) ?? 0
    }

    func endFaults() async throws { running.faults.set(FaultPlan()) }

    func checkLedger() async throws -> LedgerAnswer {
        if isSilentAtEnd {
            throw ExperimentFailure(.unavailable, "the ledger did not answer within 10 seconds")
        }
        let check = try await running.platform.checkLedger()
        return LedgerAnswer(
            ok: check.isOK && isLedgerRight, postings: Int(check.postings),
            sum: check.sum.text, players: Int(check.players))
    }

    func counts() async throws -> ServiceCounts {
        ServiceCounts(openMetrics: try await running.server.openMetrics())
    }
}
