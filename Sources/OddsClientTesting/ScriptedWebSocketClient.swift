import OddsClient
import OddsWAMP

/// A client without a network for tests of apps that use stores and providers.
///
/// A script decides about connection states, refusals, silence, and frames in
/// any order and condition; nothing happens without it. The script's calls
/// return when all receivers have been called.
public actor ScriptedWebSocketClient: WebSocketClient {
    /// What becomes of a registration.
    public enum Answer: Sendable {
        /// The topic is registered.
        case accept
        /// The server answers with an error.
        case refuse(ClientError)
        /// There is no answer within the time limit.
        case silence
    }

    private struct Entry {
        let registration: FeedRegistration
        let receiver: any FeedReceiver
    }

    /// The clock of the time limit, and of the stores' pauses.
    public nonisolated let clock: any Clock<Duration>
    private let timeLimit: Duration
    private var connection = Broadcast(ConnectionState.disconnected(nil))
    private var session: WAMPID = 0
    private var entries: [Entry] = []
    private var lastRegistration = 0
    private var registerAnswers: [Answer] = []
    private var dumps: [String: [UInt8]] = [:]

    /// Topics in the order in which they were registered; each connection adds
    /// its own.
    public private(set) var registeredTopics: [String] = []
    /// Topics in the order in which their dumps were requested.
    public private(set) var requestedDumps: [String] = []

    /// Makes a client that is not connected.
    ///
    /// - Parameters:
    ///   - clock: usually a `ManualClock`.
    ///   - timeLimit: after which `register` gives a silent server up.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), timeLimit: Duration = .seconds(10)
    ) {
        self.clock = clock
        self.timeLimit = timeLimit
    }

    private var isConnected: Bool { if case .connected = connection.latest { true } else { false } }

    // MARK: The client

    /// See `WebSocketClient`.
    public func states() -> AsyncStream<ConnectionState> { connection.stream() }

    /// Connects at once, unless it is connected.
    public func connect() async throws(ClientError) { if !isConnected { open() } }

    /// Disconnects; receivers are told that the connection was lost.
    public func disconnect() async {
        lose(.closed)
        connection.send(.disconnected(nil))
    }

    /// Registers a topic as the script says; see `answerRegistrations(_:)`.
    ///
    /// - Throws: the script's refusal, or `timedOut(.register, …)` for its
    ///   silence.
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

    /// Forgets a registration.
    public func unregister(_ registration: FeedRegistration) {
        entries.removeAll { $0.registration == registration }
    }

    /// Answers with the topic's dump; see `setDump(_:of:)`.
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

    /// Refuses: there are no procedures.
    ///
    /// - Throws: `refused`.
    public func call(
        _ procedure: String, keywords: JSONObjectText
    ) async throws(ClientError) -> JSONObjectText {
        throw .refused(error: WAMPReason.noSuchProcedure, description: procedure)
    }

    // MARK: The script

    /// Sets the answers to the next registrations, restored ones included, in
    /// order. Later ones are accepted.
    public func answerRegistrations(_ answers: [Answer]) { registerAnswers = answers }

    /// Sets the dump that answers requests from now on. With `nil`, requests
    /// stay open until `sendDump` or `failDump`.
    public func setDump(_ dump: String?, of topic: String) {
        dumps[topic] = dump.map { Array($0.utf8) }
    }

    /// Answers a request for the dump of a topic.
    public func sendDump(_ dump: String, of topic: String) {
        let bytes = Array(dump.utf8)
        for entry in entries where entry.registration.topic == topic && isConnected {
            bytes.withUnsafeBytes { entry.receiver.receive(.dump($0)) }
        }
    }

    /// Fails a request for the dump of a topic.
    public func failDump(_ error: ClientError, of topic: String) {
        for entry in entries where entry.registration.topic == topic {
            entry.receiver.receive(.dumpFailed(error))
        }
    }

    /// Sends a frame, legal or not, to each registration of a topic.
    public func send(_ frame: String, on topic: String) {
        let bytes = Array(frame.utf8)
        for entry in entries where entry.registration.topic == topic && isConnected {
            bytes.withUnsafeBytes {
                entry.receiver.receive(.update($0, intendedNanoseconds: nil))
            }
        }
    }

    /// Loses the connection. There is no new one before `open`.
    public func drop(_ error: ClientError = .connectionLost("dropped by the script")) {
        lose(error)
        connection.send(.waiting(.zero, after: error))
    }

    private func lose(_ error: ClientError) {
        guard isConnected else { return }
        for entry in entries { entry.receiver.receive(.connectionLost(error)) }
    }

    /// Makes a new connection, and restores registrations on it.
    public func open() {
        session += 1
        connection.send(.connected(session: "\(session)"))
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

/// Another name of the scripted client, under which apps of this family know it.
public typealias MockWebSocketClient = ScriptedWebSocketClient
