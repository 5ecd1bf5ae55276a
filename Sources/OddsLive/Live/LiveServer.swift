import OddsLedger

/// The control of the server in a live run.
package protocol LiveServer: Sendable {
    /// Pauses the world, after a frame of the same version on each topic.
    func pause() async throws
    func resume() async throws
    /// Stops injecting faults.
    func endFaults() async throws
    /// The state of a topic by the server's own account.
    func truth(of topic: String) async throws -> TopicTruth
    /// Counters and gauges by name.
    func metrics() async throws -> [String: Int]
    /// Notes the schedule of these topics from now on, in place of what was
    /// noted so far; of none if there are no topics.
    func noteFrames(of topics: [String]) async throws
    /// How far the ledger has come.
    func ledgerProgress() async throws -> LedgerProgress
    /// The frames of a topic in the ledger.
    func ledgerFrames(of topic: String) async throws -> [LedgerFrame]
}
