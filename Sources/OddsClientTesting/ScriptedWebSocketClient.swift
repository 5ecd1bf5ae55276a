import OddsClient
import OddsWAMP

/// A client without a network, which does what its script says: states,
/// refusals, silence, and frames in any order and condition. For tests of apps
/// that use stores and providers; nothing happens in it by itself.
public actor ScriptedWebSocketClient: WebSocketClient {
    /// What becomes of a request.
    public enum Answer: Sendable {
        case accept
        case refuse(ClientError)
        /// None, until the time limit.
        case silence
    }

    private struct Entry {
        let registration: FeedRegistration
        let receiver: any FeedReceiver
    }

    public nonisolated let clock: any Clock<Duration>
    private let timeLimit: Duration
    private var connection = Broadcast(ConnectionState.disconnected(nil))
    private var session: WAMPID = 0
    private var entries: [Entry] = []
    private var lastRegistration = 0
    private var registerAnswers: [Answer] = []
    private var dumps: [String: [UInt8]] = [:]

    /// Topics in the order in which they were registered, each connection's
    /// again.
    public private(set) var registeredTopics: [String] = []
    /// Topics in the order in which their dumps were asked for.
    public private(set) var requestedDumps: [String] = []

    /// - Parameter timeLimit: of `register` and `requestDump`.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), timeLimit: Duration = .seconds(10)
    ) {
        self.clock = clock
        self.timeLimit = timeLimit
    }

    private var isConnected: Bool { if case .connected = connection.latest { true } else { false } }

    // MARK: The client

    public func states() -> AsyncStream<ConnectionState> { connection.stream() }

    public func connect() async throws(ClientError) { if !isConnected { open() } }

    public func disconnect() async {
        lose(.closed)
        connection.send(.disconnected(nil))
    }

    public func register(
        _ topic: String, receiver: any FeedReceiver
    ) async throws(ClientError) -> FeedRegistration {
        switch nextAnswer() {
        case .accept: break
        case .refuse(let error): throw error
        case .silence:
            try? await clock.sleep(for: timeLimit)
            throw .timedOut(.register, timeLimit)
        }
        lastRegistration += 1
        let entry = Entry(
            registration: FeedRegistration(number: lastRegistration, topic: topic),
            receiver: receiver)
        entries.append(entry)
        if isConnected { tell(entry) }
        return entry.registration
    }

    private func nextAnswer() -> Answer {
        registerAnswers.isEmpty ? .accept : registerAnswers.removeFirst()
    }

    private func tell(_ entry: Entry) {
        registeredTopics.append(entry.registration.topic)
        entry.receiver.receive(.registered(entry.registration))
    }

    public func unregister(_ registration: FeedRegistration) {
        entries.removeAll { $0.registration == registration }
    }

    public func requestDump(_ registration: FeedRegistration) {
        requestedDumps.append(registration.topic)
        guard let dump = dumps[registration.topic] else { return }
        let session = session
        Task { answer(registration, dump, session) }
    }

    private func answer(_ registration: FeedRegistration, _ dump: [UInt8], _ asked: WAMPID) {
        guard session == asked, isConnected else { return }
        for entry in entries where entry.registration == registration {
            dump.withUnsafeBytes { entry.receiver.receive(.dump($0)) }
        }
    }

    public func call(
        _ procedure: String, keywords: JSONObjectText
    ) async throws(ClientError) -> JSONObjectText {
        throw .refused(error: WAMPReason.noSuchProcedure, description: procedure)
    }

    // MARK: The script

    /// What the next calls of `register`, and restorations, are answered by, in
    /// order; those after them are accepted.
    public func answerRegistrations(_ answers: [Answer]) { registerAnswers = answers }

    /// The dump of a topic from now on; without one, dumps are asked for in
    /// vain until `sendDump`.
    public func setDump(_ dump: String?, of topic: String) {
        dumps[topic] = dump.map { Array($0.utf8) }
    }

    /// An answer to a request for the dump of a topic.
    public func sendDump(_ dump: String, of topic: String) {
        let bytes = Array(dump.utf8)
        for entry in entries where entry.registration.topic == topic && isConnected {
            bytes.withUnsafeBytes { entry.receiver.receive(.dump($0)) }
        }
    }

    /// The same, if there is none.
    public func failDump(_ error: ClientError, of topic: String) {
        for entry in entries where entry.registration.topic == topic {
            entry.receiver.receive(.dumpFailed(error))
        }
    }

    /// A frame on a topic, legal or not, once for each of its registrations.
    public func send(_ frame: String, on topic: String) {
        let bytes = Array(frame.utf8)
        for entry in entries where entry.registration.topic == topic && isConnected {
            bytes.withUnsafeBytes {
                entry.receiver.receive(.update($0, intendedNanoseconds: nil))
            }
        }
    }

    /// The connection is lost, and no new one is made before `open`.
    public func drop(_ error: ClientError = .connectionLost("dropped by the script")) {
        lose(error)
        connection.send(.waiting(.zero, after: error))
    }

    private func lose(_ error: ClientError) {
        guard isConnected else { return }
        for entry in entries { entry.receiver.receive(.connectionLost(error)) }
    }

    /// A new connection, on which what was registered is registered again.
    public func open() {
        session += 1
        connection.send(.connected(session: session))
        for entry in entries {
            switch nextAnswer() {
            case .accept: tell(entry)
            case .refuse(let error):
                entries.removeAll { $0.registration == entry.registration }
                entry.receiver.receive(.registrationFailed(error))
            case .silence: break
            }
        }
    }
}
