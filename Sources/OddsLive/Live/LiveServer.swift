/// What a live run asks of the server that it measures against.
package protocol LiveServer: Sendable {
    /// Lets the world stand still, once each topic has a frame of one version.
    func pause() async throws
    func resume() async throws
    /// From now on nothing goes wrong on purpose.
    func endFaults() async throws
    func truth(of topic: String) async throws -> TopicTruth
    /// Counters and gauges by name.
    func metrics() async throws -> [String: Int]
}
