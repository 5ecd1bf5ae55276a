import Foundation
import OddsExperiments
import OddsFleetFeed
import OddsLedger
import OddsLive
import OddsNATS
import Synchronization

/// Asks the source of a world over NATS: for control, and for its time.
package struct SourceControl: Sendable {
    private let connection: NATSConnection
    private let subjects: FeedSubjects

    /// From a request until its last part, at the latest.
    private static let timeLimit = Duration.seconds(15)

    /// - Parameter world: The world's name.
    package init(_ connection: NATSConnection, world: WorldName) {
        self.connection = connection
        subjects = FeedSubjects(world)
    }

    /// Asks for something, and returns the body of the answer.
    ///
    /// - Throws: `ExperimentFailure` with what the source refuses, or that it does not answer.
    func ask(_ name: String, _ body: [UInt8] = []) async throws -> [UInt8] {
        let answer: FleetAnswer
        do {
            answer = try await self.answer(to: name, body)
        } catch let error as NATSError {
            throw ExperimentFailure(.unavailable, "\(place) does not answer \(name): \(error)")
        }
        guard answer.status == 200 else {
            let text = String(decoding: answer.bytes, as: UTF8.self)
            throw ExperimentFailure(.childDied, "\(place) refuses \(name): \(text)")
        }
        return answer.bytes
    }

    private var place: String { "the source of the world \(subjects.world)" }

    private func answer(to name: String, _ body: [UInt8]) async throws -> FleetAnswer {
        let (answers, continuation) = AsyncThrowingStream<FleetAnswer, any Error>.makeStream()
        let assembler = Mutex(AnswerAssembler())
        let inbox = connection.makeInbox()
        let subscription = try connection.subscribe(inbox) { message in
            guard !message.saysNoResponders else {
                continuation.finish(throwing: NATSError(.noResponders, "nobody answers"))
                return
            }
            let (headers, bytes) = (message.headers, message.bytes)
            let whole = assembler.withLock { $0.receive(headers, bytes) }
            if let whole { continuation.yield(whole) }
        }
        defer { subscription.cancel() }
        try connection.publish(subjects.control(name), reply: inbox, body)
        let timer = Task {
            try await Task.sleep(for: Self.timeLimit)
            continuation.finish(
                throwing: NATSError(.timedOut, "no answer within \(Self.timeLimit)"))
        }
        defer { timer.cancel() }
        for try await answer in answers { return answer }
        throw CancellationError()
    }

    /// One question for the source's time.
    ///
    /// - Throws: `NATSError`; `FleetFormatError` for an answer that is none.
    func time(_ number: UInt64) async throws -> TimeAnswer {
        let request = TimeRequest(number: number)
        let answer = try await connection.request(
            subjects.time, request.json, within: .seconds(2))
        let time = try TimeAnswer(json: answer.bytes)
        guard time.number == number else { throw FleetFormatError("an answer to another question") }
        return time
    }
}

extension SourceControl: LiveServer {
    package func pause() async throws { _ = try await ask("pause") }

    package func resume() async throws { _ = try await ask("resume") }

    /// Resumes the world at a time of the source's monotonic clock.
    func resume(at nanoseconds: UInt64) async throws {
        _ = try await ask("resume", try Self.body(["at": nanoseconds]))
    }

    /// Begins the world anew; paused, it stands at its beginning then.
    func restart() async throws { _ = try await ask("restart") }

    /// The faults of the source are its own.
    package func endFaults() async throws {}

    package func truth(of topic: String) async throws -> TopicTruth {
        TopicTruth(document: try await ask("truth", try Self.body(["topic": topic])))
    }

    package func metrics() async throws -> [String: Int] { [:] }

    package func noteFrames(of topics: [String]) async throws {
        _ = try await ask("ledger-begin", try Self.body(["topics": topics]))
    }

    package func ledgerProgress() async throws -> LedgerProgress {
        let body = try await ask("ledger")
        do {
            return try JSONDecoder().decode(LedgerProgress.self, from: Data(body))
        } catch {
            throw ExperimentFailure(.childDied, "\(place) answers ledger with what cannot be read")
        }
    }

    package func ledgerFrames(of topic: String) async throws -> [LedgerFrame] {
        let body = try await ask("ledger", try Self.body(["topic": topic]))
        do throws(LedgerTextError) {
            return try LedgerText.decode(body)
        } catch {
            throw ExperimentFailure(.childDied, error.description)
        }
    }

    private static func body(_ value: some Encodable) throws -> [UInt8] {
        Array(try JSONEncoder().encode(value))
    }
}
