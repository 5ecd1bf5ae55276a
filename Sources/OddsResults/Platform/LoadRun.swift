/// A run of `bench platform`, `bench betting` or `bench game`.
package protocol LoadRun: Sendable {
    var repetition: Int { get }
    var status: RunResult.Status { get }
    var reason: String? { get }
    var checks: [PlatformCheck] { get }
    var cutShortNanoseconds: UInt64? { get }

    /// What sets it apart from the other runs of its result, in words.
    var title: String { get }
}

extension LoadRun {
    /// The first check that failed.
    package var failedCheck: PlatformCheck? { checks.first { !$0.isOK } }

    /// Whether its figures count.
    package var isValid: Bool { status != .invalid }
}

extension PlatformRun: LoadRun {
    package var title: String { "run \(repetition)" }
}

extension BettingRun: LoadRun {
    package var title: String { "run \(repetition) of \(strategy), sync \(sync)" }
}
