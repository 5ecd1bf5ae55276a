import Foundation

/// A benchmark of one part of ours. Its cost is that of one operation, of which
/// a pass does many.
public struct MicroBenchmark: Sendable {
    public let name: String
    /// What one operation is.
    public let operation: String
    /// Makes ready what is needed, and returns how to do a pass.
    private let prepare: @Sendable (Scale) throws -> Pass

    /// How much work: small for tests.
    struct Scale: Sendable {
        let events: Int, markets: Int, frames: Int

        static let full = Scale(events: 100, markets: 50, frames: 64)
        static let smoke = Scale(events: 2, markets: 2, frames: 4)
    }

    struct Pass {
        let operationCount: Int
        let run: () throws -> Void
    }

    init(
        _ name: String, operation: String, _ prepare: @escaping @Sendable (Scale) throws -> Pass
    ) {
        self.name = name
        self.operation = operation
        self.prepare = prepare
    }

    /// To add one, put it into this list.
    public static let all: [MicroBenchmark] = [
        .parser, .idTable, .columns, .changeSets, .fullRebuild, .treeValues, .snapshots,
    ]

    /// Nanoseconds an operation, over `rounds` of `passes` passes.
    ///
    /// - Throws: `PeerError.unoptimized` in a debug build.
    public func measure(rounds: Int, passes: Int) throws -> Spread {
        try Optimization.require()
        return try run(scale: .full, rounds: rounds, passes: passes)
    }

    /// The same at any scale and in any build, whose figures then mean nothing.
    func run(scale: Scale, rounds: Int, passes: Int) throws -> Spread {
        let pass = try prepare(scale)
        // The first pass warms up.
        try pass.run()
        var samples: [Double] = []
        for _ in 0..<rounds {
            let nanoseconds = try measuredNanoseconds {
                for _ in 0..<passes { try pass.run() }
            }
            samples.append(Double(nanoseconds) / Double(passes * pass.operationCount))
        }
        return Spread(samples)
    }
}

extension MicroBenchmark {
    /// A line for a terminal.
    public static func line(_ benchmark: MicroBenchmark, _ cost: Spread) -> String {
        let costs = [cost.median, cost.min, cost.max].map { String(format: "%.2f", $0) }
        let median = String(repeating: " ", count: max(0, 12 - costs[0].count)) + costs[0]
        let name = benchmark.name.padding(toLength: 13, withPad: " ", startingAt: 0)
        return "\(name) \(median) ns (\(costs[1]) to \(costs[2])): \(benchmark.operation)"
    }
}
