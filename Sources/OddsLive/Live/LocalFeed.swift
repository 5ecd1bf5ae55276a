import NIOCore
import NIOPosix
import OddsClient
import OddsLedger
import OddsSimulator
import OddsTraffic
import OddsWAMP

/// The simulator's world without a socket: a client whose frames are generated
/// on the thread that applies them, on the server's schedule. The difference
/// between a run over sockets and one over this is the cost of the sockets and
/// the server.
package actor LocalFeed: WebSocketClient {
    package nonisolated let unownedExecutor: UnownedSerialExecutor
    package nonisolated let clock: any Clock<Duration> = ContinuousClock()
    private let loop: any EventLoop
    private let source: WorldSource
    private var feedClock: FeedClock
    private let wakeAhead = WakeAhead.measuring
    private var timer: Scheduled<Void>?
    private var receivers: [TopicNumber: (FeedRegistration, any FeedReceiver)] = [:]
    private var numbers: [FeedRegistration: TopicNumber] = [:]
    private var ledger: FrameLedger?
    /// The topics' positions in the ledger.
    private var ledgerIndices: [TopicNumber: Int] = [:]
    /// When the receivers would be idle if generating took no time.
    private var idleFrom: UInt64 = 0

    /// - Throws: `TrafficConfigurationError` if the configuration is not valid.
    package init(_ configuration: TrafficConfiguration, on loop: any EventLoop) throws {
        try configuration.validate()
        source = try WorldSource(configuration, versionOffset: 0)
        feedClock = FeedClock(now: Self.now)
        self.loop = loop
        unownedExecutor = loop.executor.asUnownedSerialExecutor()
    }

    private static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }

    // MARK: The client

    package func states() -> AsyncStream<ConnectionState> {
        AsyncStream { continuation in
            continuation.yield(.connected(session: "1"))
            continuation.finish()
        }
    }

    package func connect() async throws(ClientError) {
        feedClock = FeedClock(now: Self.now)
        schedule()
    }

    package func disconnect() async { timer?.cancel() }

    package func register(
        _ topic: String, receiver: any FeedReceiver
    ) async throws(ClientError) -> FeedRegistration {
        let number: TopicNumber
        do throws(FeedError) {
            number = try source.open(topic)
        } catch {
            throw .refused(error: WAMPReason.noSuchProcedure, description: error.description)
        }
        let registration = FeedRegistration(number: number, topic: topic)
        receivers[number] = (registration, receiver)
        numbers[registration] = number
        receiver.receive(.registered(registration))
        return registration
    }

    package func unregister(_ registration: FeedRegistration) {
        guard let number = numbers.removeValue(forKey: registration) else { return }
        receivers[number] = nil
        source.close(number)
    }

    package func requestDump(_ registration: FeedRegistration) {
        guard let number = numbers[registration] else { return }
        // Asynchronous, like the answer of a server.
        Task { sendDump(number) }
    }

    private func sendDump(_ number: TopicNumber) {
        guard let (_, receiver) = receivers[number], let dump = try? source.dump(of: number)
        else { return }
        dump.withUnsafeBytes { receiver.receive(.dump($0)) }
    }

    package func call(
        _ procedure: String, keywords: JSONObjectText
    ) async throws(ClientError) -> JSONObjectText {
        throw .refused(error: WAMPReason.noSuchProcedure, description: procedure)
    }

    // MARK: Time

    private func schedule() {
        timer?.cancel()
        guard let next = source.nextNanoseconds, let deadline = feedClock.deadline(of: next) else {
            return
        }
        timer = loop.assumeIsolated().scheduleTask(
            deadline: .uptimeNanoseconds(wakeAhead.wakeTime(for: deadline))
        ) {
            self.assumeIsolated { $0.turn() }
        }
    }

    /// Sends all frames that are due, for at most two milliseconds.
    private func turn() {
        let end = Self.now + 2_000_000
        while let next = source.nextNanoseconds, let deadline = feedClock.deadline(of: next) {
            let now = Self.now
            guard now < end, wakeAhead.reaches(deadline, now: now, end: end) else { break }
            WakeAhead.wait(until: deadline) { Self.now }
            source.advance { hand($0, $1, $2, deadline) }
        }
        schedule()
    }

    /// Hands a frame to its receiver, which works on this very thread: what a
    /// frame waits for the receivers' work on earlier ones is theirs, and the
    /// rest of its wait is the generator's delay.
    private func hand(
        _ topic: TopicNumber, _ frame: UnsafeRawBufferPointer, _ records: Int, _ intended: UInt64
    ) {
        let start = Self.now
        let ready = min(max(intended, idleFrom), start)
        if let index = ledgerIndices[topic] {
            ledger?.note(
                topic: index, version: FrameVersionReader.version(of: frame), records: records,
                due: intended)
            ledger?.handOver(at: intended + (start - ready))
        }
        receivers[topic]?.1.receive(.update(frame, intendedNanoseconds: intended))
        idleFrom = ready + (Self.now - start)
    }
}

extension LocalFeed: LiveServer {
    package func pause() async throws {
        let now = Self.now
        guard feedClock.pause(now: now) else { return }
        schedule()
        source.writeFence { hand($0, $1, $2, now) }
    }

    package func resume() async throws {
        _ = feedClock.resume(now: Self.now)
        schedule()
    }

    package func endFaults() async throws {}

    package func truth(of topic: String) async throws -> TopicTruth {
        let number = numbers.first { $0.key.topic == topic }?.value
        let dump = try number.map { try source.dump(of: $0) } ?? source.dump(of: topic)
        return TopicTruth(document: FeedTruth.document(topic: topic, dump: dump))
    }

    package func metrics() async throws -> [String: Int] { [:] }

    package func noteFrames(of topics: [String]) async throws {
        ledger = topics.isEmpty ? nil : FrameLedger(topics: topics)
        ledgerIndices = [:]
        for (registration, number) in numbers {
            ledgerIndices[number] = topics.firstIndex(of: registration.topic)
        }
    }

    package func ledgerProgress() async throws -> LedgerProgress {
        let now = Self.now
        let next = source.nextNanoseconds.flatMap { feedClock.deadline(of: $0) }
        return LedgerProgress(
            ledger ?? FrameLedger(topics: []), coversUntil: min(now, next ?? now))
    }

    package func ledgerFrames(of topic: String) async throws -> [LedgerFrame] {
        ledger?.frames(of: topic).map(Array.init) ?? []
    }
}
