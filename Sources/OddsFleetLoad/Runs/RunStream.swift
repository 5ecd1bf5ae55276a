import OddsFleetRun
import OddsNATS

/// The stream of runs, in which all that happens stands.
package struct RunStream: Sendable {
    /// Its name.
    static let name = "RUNS"

    private let streams: JetStream

    /// - Throws: `NATSError`.
    package init(_ connection: NATSConnection) throws(NATSError) {
        streams = try JetStream(connection)
    }

    /// In a cluster, so that the end of one server is not the end of all runs.
    private static let replicas = 3

    /// Makes it, unless it is there, as soon as JetStream is there.
    ///
    /// - Throws: `NATSError`.
    package func make(isWaiting: @Sendable (String) -> Void) async throws(NATSError) {
        var stream = StreamConfiguration(
            name: Self.name, subjects: ["runs.*.*"], age: .seconds(86_400), bytesMax: 1 << 30)
        stream.storage = .file
        stream.replicas = Self.replicas
        do {
            return try await streams.makeWhenAvailable(stream, isWaiting: isWaiting)
        } catch where error.kind == .notClustered {
            stream.replicas = 1
        }
        try await streams.makeWhenAvailable(stream, isWaiting: isWaiting)
    }

    /// The subject of what an agent, or the coordinator, writes of a run.
    static func subject(_ run: RunID, _ sender: RunMessage.Sender) -> String {
        "runs.\(run).\(sender.text)"
    }

    /// The subject of all that is written of a run.
    static func subject(_ run: RunID) -> String { "runs.\(run).*" }

    /// Whether the stream has messages of a run.
    ///
    /// - Throws: `NATSError`.
    package func has(_ run: RunID) async throws(NATSError) -> Bool {
        try await next(of: run, from: 1) != nil
    }

    /// The sequence behind the last message that the stream has, of whatever run.
    ///
    /// - Throws: `NATSError`.
    func end() async throws(NATSError) -> UInt64 {
        try await streams.state(of: Self.name)?.sequences.upperBound ?? 1
    }

    /// The first message of a run at a sequence or after it, and the last token of its subject;
    /// `nil` if there is none.
    ///
    /// - Throws: `NATSError`.
    func next(
        of run: RunID, from sequence: UInt64
    ) async throws(NATSError) -> (message: StoredMessage, sender: String)? {
        let next = try await streams.next(
            of: Self.name, subject: Self.subject(run), from: sequence)
        guard let next else { return nil }
        return (next, next.subject.split(separator: ".").last.map(String.init) ?? "")
    }

    /// Reads all messages of a run that the stream has.
    ///
    /// - Throws: `NATSError`.
    /// - Complexity: O(messages of the run), each with a request.
    package func read(_ run: RunID) async throws(NATSError) -> RunLog {
        var log = RunLog()
        // Where no run was ever made, nobody would answer.
        guard try await streams.state(of: Self.name) != nil else { return log }
        var next: UInt64 = 1
        while let (message, sender) = try await self.next(of: run, from: next) {
            log.add(
                message.bytes, from: sender, at: UInt64(max(0, message.storedNanoseconds)))
            next = message.sequence + 1
        }
        return log
    }
}
