import Foundation

@testable import OddsMeasurement

/// Series of latencies in nanoseconds that are alike in one way or another.
enum DependentSeries: String, CaseIterable {
    /// Independent, with log-normal values.
    case independent
    /// Autoregressive logarithms: a value remembers 10 or 100 others.
    case autoregressive90, autoregressive99
    /// A queue (Lindley 1952) whose frames arrive in bursts of four, as
    /// batches of a feed do.
    case bursts
    /// A machine of two speeds, which stays in each for a 20th or a fifth of the
    /// window on average.
    case modes20, modes5

    /// - Parameter random: Where the values come from.
    func values(_ count: Int, _ random: inout SplitMix64) -> [UInt64] {
        switch self {
        case .independent: Self.autoregressive(0, count, &random)
        case .autoregressive90: Self.autoregressive(0.9, count, &random)
        case .autoregressive99: Self.autoregressive(0.99, count, &random)
        case .bursts: Self.queue(count, &random)
        case .modes20: Self.modes(dwell: count / 20, count, &random)
        case .modes5: Self.modes(dwell: count / 5, count, &random)
        }
    }

    private static func autoregressive(
        _ memory: Double, _ count: Int, _ random: inout SplitMix64
    ) -> [UInt64] {
        let innovation = (1 - memory * memory).squareRoot()
        var state = normal(&random)
        return (0..<count).map { _ in
            defer { state = memory * state + innovation * normal(&random) }
            return UInt64(50_000 * exp(0.5 * state))
        }
    }

    private static func queue(_ count: Int, _ random: inout SplitMix64) -> [UInt64] {
        var wait = 0.0
        return (0..<count).map { _ in
            let service = exponential(10_000, &random)
            let gap = exponential(uniform(&random) < 0.25 ? 70_000 : 4_000, &random)
            defer { wait = max(wait + service - gap, 0) }
            return UInt64(wait + service)
        }
    }

    private static func modes(
        dwell: Int, _ count: Int, _ random: inout SplitMix64
    ) -> [UInt64] {
        var isSlow = uniform(&random) < 0.5
        return (0..<count).map { _ in
            if uniform(&random) * Double(dwell) < 1 { isSlow.toggle() }
            return UInt64(exp(0.15 * normal(&random)) * (isSlow ? 75_000 : 50_000))
        }
    }

    /// More than 0 and at most 1.
    private static func uniform(_ random: inout SplitMix64) -> Double {
        Double(random.next() >> 11 + 1) * 0x1p-53
    }

    static func normal(_ random: inout SplitMix64) -> Double {
        (-2 * log(uniform(&random))).squareRoot() * cos(2 * .pi * uniform(&random))
    }

    static func exponential(_ mean: Double, _ random: inout SplitMix64) -> Double {
        -mean * log(uniform(&random))
    }
}
