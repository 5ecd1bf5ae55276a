import Foundation
import OddsExperiments
import OddsFleetFeed
import OddsLive
import OddsMeasurement
import OddsNATS
import Synchronization

/// Loads a NATS server as a source does, with as many subscribers as edges would be.
final class NATSLoad: Sendable {
    private let publisher: NATSConnection
    private let subscribers: [NATSConnection]
    private let payload: [UInt8]
    private let acknowledgements: NATSSubscription
    private let inbox: String
    private let counts = Counts()

    private final class Counts: Sendable {
        let received = Atomic<Int>(0)
        let acknowledged = Atomic<Int>(0)
        let published = Atomic<UInt64>(0)
    }

    private static let topic = "/sports/1/en/10000001/match-odds"

    /// Connects.
    ///
    /// - Parameter frameBytes: The size of the messages, without headers.
    /// - Throws: `NATSError`.
    static func start(at address: String, frameBytes: Int) async throws -> NATSLoad {
        func connect(_ name: String) async throws -> NATSConnection {
            try await .connect(
                NATSConfiguration(
                    servers: [address], name: "calibration \(name)", inboxPrefix: "_INBOX_source"))
        }
        let publisher = try await connect("source")
        var subscribers: [NATSConnection] = []
        for number in 0..<NATSCondition.copiesMax {
            subscribers.append(try await connect("edge \(number + 1)"))
        }
        var stream = StreamConfiguration(
            name: "ODDS_stored", subjects: [try subject(hasStream: true)], age: .seconds(60),
            bytesMax: 64 << 20)
        stream.storage = .memory
        try await JetStream(publisher).makeWhenAvailable(stream) { _ in }
        return try NATSLoad(publisher, subscribers, frameBytes: frameBytes)
    }

    private init(
        _ publisher: NATSConnection, _ subscribers: [NATSConnection], frameBytes: Int
    ) throws {
        self.publisher = publisher
        self.subscribers = subscribers
        payload = Array(repeating: UInt8(ascii: "x"), count: frameBytes)
        inbox = publisher.makeInbox()
        acknowledgements = try publisher.subscribe(inbox + ".*") { [counts] message in
            guard !message.saysNoResponders, message.withBytes({ StreamAnswer.isPositive($0) })
            else { return }
            counts.acknowledged.add(1, ordering: .relaxed)
        }
    }

    /// Subjects of the same length, of which one is stored.
    private static func subject(hasStream: Bool) throws -> String {
        FeedSubjects(try WorldName(hasStream ? "stored" : "passed"))
            .frames(try TopicToken(topic: topic))
    }

    /// Loads the server for a while, and returns the number of messages once all have arrived.
    ///
    /// - Throws: `ExperimentFailure` if some have not, with how many.
    func run(_ condition: NATSCondition, for duration: Duration) async throws -> Int {
        let subject = try Self.subject(hasStream: condition.hasStream)
        let subscriptions = try subscribers.prefix(condition.copies).map {
            try $0.subscribe(subject) { [counts] _ in counts.received.add(1, ordering: .relaxed) }
        }
        for subscriber in subscribers.prefix(condition.copies) { try await subscriber.flush() }
        counts.received.store(0, ordering: .relaxed)
        counts.acknowledged.store(0, ordering: .relaxed)
        let messages = try await BlockingWork.run { [self] in
            try publish(to: subject, condition, for: duration)
        }
        let acknowledged = condition.hasStream ? messages : 0
        let isWhole = try await LiveWait.isReached(until: .now + .seconds(10)) { [counts] in
            counts.received.load(ordering: .relaxed) >= messages * condition.copies
                && counts.acknowledged.load(ordering: .relaxed) >= acknowledged
        }
        let received = counts.received.load(ordering: .relaxed)
        guard isWhole, received == messages * condition.copies else {
            throw ExperimentFailure(
                .invalid,
                """
                of \(messages) messages for \(condition.copies) subscribers \(received) arrived, \
                and \(counts.acknowledged.load(ordering: .relaxed)) were acknowledged
                """)
        }
        for subscription in subscriptions { subscription.cancel() }
        return messages
    }

    /// Publishes each message at its time. Blocks.
    private func publish(
        to subject: String, _ condition: NATSCondition, for duration: Duration
    ) throws -> Int {
        let interval = 1_000_000_000 / UInt64(CalibrationPlan.natsMessagesPerSecond)
        let messages = UInt64(duration / .nanoseconds(1)) / interval
        let clock = MonotonicClock()
        let start = clock.now
        for message in 0..<messages {
            let (due, now) = (start + message * interval, clock.now)
            if due > now { Thread.sleep(forTimeInterval: Double(due - now) / 1e9) }
            let number = counts.published.wrappingAdd(1, ordering: .relaxed).newValue
            let frame = FleetFrame(
                epoch: start, number: number, version: number, recordCount: 4,
                dueNanoseconds: due, bytes: [])
            try publisher.publish(
                subject, reply: condition.hasStream ? "\(inbox).\(number)" : nil,
                headers: FrameHeader(frame).headers, payload)
        }
        return Int(messages)
    }

    /// Closes all connections.
    func stop() async {
        acknowledgements.cancel()
        for connection in subscribers + [publisher] { await connection.close() }
    }
}
