import OddsLedger
import OddsSimulator

// Control.
extension EMServer {
    /// The state that a topic should show now, as a snapshot document of the
    /// feed contract.
    ///
    /// One is made at a time.
    /// - Throws: `FeedError` if there is no such topic.
    package func truth(of topic: String) async throws -> [UInt8] {
        try await feed.truth(of: topic, on: truthThread)
    }

    /// The world that the server has itself.
    ///
    /// - Parameter what: What is asked of the world, for the error.
    func world(for what: String) throws(ElsewhereError) -> FeedLoop {
        guard let world = feed as? FeedLoop else { throw ElsewhereError(what, feed.sourcePlace) }
        return world
    }

    /// - Throws: `ElsewhereError` for faults that only a world can have.
    func checkFaults(_ plan: FaultPlan) throws(ElsewhereError) {
        guard !(feed is FeedLoop) else { return }
        for rule in plan.rules where [.frame, .server].contains(rule.fault.target) {
            throw ElsewhereError("the fault \(rule.fault.rawValue)", feed.sourcePlace)
        }
    }

    /// Pauses the world. Returns `false` if it was already paused.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func pause() async throws -> Bool { try await world(for: "a pause").pause().get() }

    /// Resumes the world. Returns `false` if it was not paused.
    ///
    /// - Parameter time: When, on the machine's monotonic clock; `nil` is now.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func resume(at time: UInt64? = nil) async throws -> Bool {
        try await world(for: "resuming").resume(at: time).get()
    }

    /// Begins the world anew, with lower versions, and closes all connections. A world that is
    /// paused stands at its beginning then.
    /// - Throws: `ElsewhereError` if the world is not here; what its source throws.
    package func restart() async throws {
        try await world(for: "a restart").restart().get()
    }

    /// Changes the scenario, the rate or both from now on; `nil` keeps the
    /// current value.
    /// - Throws: `FeedError` for invalid values; `ElsewhereError` if the world is not here.
    package func change(scenario: String?, rate: Int?) async throws {
        let world = try world(for: "a change of the scenario")
        try await world.change(scenario: scenario, rate: rate).get()
    }

    /// Notes the schedule of these topics and contents from now on, until the next call; of
    /// none if there are none.
    ///
    /// - Parameter contents: Each as `{type}/{id}`.
    /// - Throws: `FeedError` if there is no such topic, or contents are not served;
    ///   `ContentRefusal` if there is no such content; `ElsewhereError` if the world is not here.
    package func noteFrames(of topics: [String], contents: [String] = []) async throws {
        let names = try contents.map(Self.contentName)
        let world = try names.isEmpty ? world(for: "a ledger") : self.contents
        try await world.noteFrames(of: topics, contents: names).get()
    }

    /// How far the ledger has come; `nil` without a ledger.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func ledgerProgress() async throws -> LedgerProgress? {
        try await world(for: "a ledger").ledgerProgress.get()
    }

    /// The frames of a topic in the ledger; `nil` if it has no such topic.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func ledgerFrames(of topic: String) async throws -> [LedgerFrame]? {
        try await world(for: "a ledger").ledgerFrames(of: topic).get().map(Array.init)
    }
}
