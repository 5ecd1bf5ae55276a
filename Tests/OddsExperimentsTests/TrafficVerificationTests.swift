import Foundation
import OddsCapture
import OddsHarness
import OddsModel
import OddsReconstruction
import OddsResults
import OddsTraffic
import OddsWire
import Testing

@testable import OddsExperiments

/// A strategy that drops an update now and then, and mends that later.
private struct Forgetful: ReconstructionStrategy, ~Copyable {
    static var name: String { "forgetful" }
    private var base = IncrementalGraph()
    private var count = 0

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        count += 1
        // The initial state is the first batch.
        return count == 1_000 ? ApplyCounts() : base.apply(batch)
    }
    var changes: ChangeSet { base.changes }
    mutating func events(limit: Int) -> [EventModel] { base.events(limit: limit) }
    func references() -> [ReferenceModel] { base.references() }
}

/// A strategy whose tree lacks its last event at times, while its change sets
/// and its final state are right.
private struct Nearsighted: ReconstructionStrategy, ~Copyable {
    static var name: String { "nearsighted" }
    private var base = IncrementalGraph()
    private var count = 0

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        count += 1
        return base.apply(batch)
    }
    var changes: ChangeSet { base.changes }
    mutating func events(limit: Int) -> [EventModel] {
        let events = base.events(limit: limit)
        return (500..<1_000).contains(count) ? events.dropLast() : events
    }
    func references() -> [ReferenceModel] { base.references() }
}

/// A strategy whose tree lacks its last event until the first update.
private struct LateRiser: ReconstructionStrategy, ~Copyable {
    static var name: String { "late" }
    private var base = IncrementalGraph()
    private var count = 0

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        count += 1
        return base.apply(batch)
    }
    var changes: ChangeSet { base.changes }
    mutating func events(limit: Int) -> [EventModel] {
        let events = base.events(limit: limit)
        return count == 1 ? events.dropLast() : events
    }
    func references() -> [ReferenceModel] { base.references() }
}

/// A strategy that stops at a gate, which is never opened: what goes on would only cost time.
private struct Stuck: ReconstructionStrategy, ~Copyable {
    static var name: String { "stuck" }
    static let (arrived, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private var base = IncrementalGraph()

    mutating func apply(_ batch: borrowing FrameBatch) -> ApplyCounts {
        Self.arrived.signal()
        Self.gate.wait()
        return base.apply(batch)
    }
    var changes: ChangeSet { base.changes }
    mutating func events(limit: Int) -> [EventModel] { base.events(limit: limit) }
    func references() -> [ReferenceModel] { base.references() }
}

@Suite struct TrafficVerificationTests {
    private func verify(
        _ strategies: [String], on provider: FeedProvider = .everyMatrix, seconds: UInt64 = 2,
        nanosecondsMax: UInt64 = .max
    ) throws -> TrafficVerification.Outcome {
        var traffic = TrafficConfiguration()
        // The other wire's reference reads slower.
        let rate = provider == .everyMatrix ? 2_000 : 200
        (traffic.events, traffic.markets, traffic.rate) = (5, 5, rate)
        let names = StrategyName.all.filter { strategies.contains($0.text) }
        var verification = TrafficVerification(
            strategies: names, traffic: .generated(traffic, on: provider),
            feed: FeedChannels(generatedOn: provider))
        verification.nanosecondsMax = nanosecondsMax
        return try verification.verify(until: seconds * 1_000_000_000)
    }

    /// The outcome of verifying `stuck` with a signal that comes when it is told.
    private func interrupted(
        _ act: @escaping @Sendable (Interruption) -> Void
    ) async throws -> TrafficVerification.Outcome {
        let interruption = Interruption { _ in }
        var small = TrafficConfiguration()
        (small.events, small.markets) = (5, 5)
        let traffic = small
        return try await Interruption.$current.withValue(interruption) {
            try await Strategies.$added.withValue([Stuck.self]) {
                try await interruption.during({ _ in }) {
                    act(interruption)
                    let verification = TrafficVerification(
                        strategies: [try #require(StrategyName("stuck"))],
                        traffic: .generated(traffic, on: .everyMatrix),
                        feed: FeedChannels(generatedOn: .everyMatrix))
                    return try await verification.run(until: 1_000_000_000)
                }
            }
        }
    }

    @Test("A signal ends the verification at once, wherever it is, and what is missing is said")
    func aSignalEndsTheVerification() async throws {
        let before = try await interrupted { $0.request(SIGINT) }
        let within = try await interrupted { interruption in
            Thread.detachNewThread {
                Stuck.arrived.wait()
                interruption.request(SIGINT)
            }
        }
        for outcome in [before, within] {
            guard case .skipped(let reason) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(
                reason
                    == "not verified: stuck against the reference, as SIGINT ended the command")
        }
    }

    private func verified(_ outcome: TrafficVerification.Outcome) throws -> VerificationFigures {
        guard case .verified(let figures) = outcome else {
            throw ExperimentFailure(.checkFailed, "\(outcome)")
        }
        return figures
    }

    @Test(
        "The strategies agree with the reference, and the result says on what",
        arguments: FeedProvider.allCases)
    func strategiesAreVerified(provider: FeedProvider) throws {
        let figures = try verified(verify(["full", "delta", "graph"], on: provider))
        #expect(figures.frames > 100 && figures.records > figures.frames)
        #expect(figures.stateComparisons > 0)
        #expect(figures.digest.count == 64)
        #expect(figures.text.contains("equal the reference's"))
    }

    @Test("However little time there is, an update and the states around it are compared")
    func anUpdateIsAlwaysVerified() throws {
        let figures = try verified(verify(["graph"], nanosecondsMax: 0))
        #expect(figures.frames == 2 && figures.stateComparisons == 2)
    }

    @Test("The frames that are compared are counted, not timed")
    func theCutIsACount() throws {
        let figures = try verified(verify(["graph"], seconds: 60))
        #expect(figures.frames == 1 + TrafficVerification.framesMax)
        #expect(figures.stateComparisons == 1 + TrafficVerification.statesMax)
    }

    @Test("Traffic without updates verifies nothing, and that is said")
    func nothingIsVerifiedWithoutUpdates() throws {
        guard case .skipped(let reason) = try verify(["graph"], seconds: 0) else {
            Issue.record("verified without an update")
            return
        }
        #expect(reason.contains("no frame after the initial state"))
    }

    @Test("The initial state is compared before anything changes it")
    func theInitialStateIsVerified() throws {
        try Strategies.$added.withValue([LateRiser.self]) {
            let failure = #expect(throws: ExperimentFailure.self) { _ = try verify(["late"]) }
            let message = try #require(failure?.message)
            #expect(message.contains("after frame 1 of the traffic"))
        }
    }

    @Test("A strategy that is wrong in between is caught, although it ends right")
    func mutantsAreCaught() throws {
        Strategies.$added.withValue([Forgetful.self, Nearsighted.self]) {
            let forgetful = #expect(throws: ExperimentFailure.self) { try verify(["forgetful"]) }
            #expect(forgetful?.status == .checkFailed)
            #expect(forgetful?.message.contains("forgetful differs from the reference") == true)
            let nearsighted = #expect(throws: ExperimentFailure.self) {
                try verify(["graph", "nearsighted"])
            }
            #expect(nearsighted?.message.contains("4 events instead of 5") == true)
        }
    }
}
