import OddsExperiments
import OddsMeasurement
import OddsPlatform
import OddsResults

/// How many passwords of real players one core hashes.
package enum PasswordHashRate {
    /// Hashes for a second, and at least twice.
    package static func measure() async throws -> PlatformResult.PasswordHashing {
        try await BlockingWork.run {
            let cost = PasswordHash.Cost.standard
            let clock = MonotonicClock()
            let start = clock.now
            var count = 0
            while count < 2 || clock.now - start < 1_000_000_000 {
                _ = PasswordHash(of: "correct horse battery staple", cost: cost)
                count += 1
            }
            return .init(
                cost: cost.logarithm, perSecond: Double(count) / Double(clock.now - start) * 1e9)
        }
    }
}
