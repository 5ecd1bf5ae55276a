import Foundation
import OddsExperiments
import OddsLive
import OddsMeasurement

extension CalibrationCell {
    /// What the processes of a cell have taken, in the order source, edge, this one.
    struct Readings: Sendable {
        var source: ProcessMeter.Reading
        var edge: ProcessMeter.Reading?
        var clients: ProcessMeter.Reading
    }

    /// What they take at rest, in ns of a core per second.
    struct Rest: Sendable {
        var source, edge, clients: Double
        /// Bytes that the edge writes, per second.
        var bytes: Double
    }

    /// - Throws: `ExperimentFailure` if one of them has ended.
    func read(_ own: ProcessMeter) throws -> Readings {
        guard let source = source.meter.read(), let clients = own.read(),
            case let edge = edge?.meter.read(), (edge == nil) == (self.edge == nil)
        else { throw ExperimentFailure(.childDied, "a program of \(kind.name) has ended") }
        return Readings(source: source, edge: edge, clients: clients)
    }

    /// - Parameters:
    ///   - before: The readings at the start of a time without frames.
    ///   - after: Those at its end.
    static func rest(from before: Readings, to after: Readings) -> Rest {
        func rate(_ before: ProcessMeter.Reading?, _ after: ProcessMeter.Reading?) -> Double {
            guard let before, let after else { return 0 }
            return after.processor(since: before) / after.seconds(since: before)
        }
        let bytes = after.edge.flatMap { after in
            before.edge.map { after.written(since: $0) / after.seconds(since: $0) }
        }
        return Rest(
            source: rate(before.source, after.source), edge: rate(before.edge, after.edge),
            clients: rate(before.clients, after.clients), bytes: bytes ?? 0)
    }

    /// Lets the world run for a while, and returns what that took. It is at rest before and
    /// after, so that each frame is counted whole, and each has arrived.
    ///
    /// - Throws: `ExperimentFailure` if frames are missing.
    func window(
        _ duration: Duration, own: ProcessMeter, rest: Rest
    ) async throws -> CellSample {
        let published = try await self.published()
        let received = try await clients?.frameCount() ?? 0
        await clients?.begin()
        let before = try read(own)
        try await world.resume()
        try await Task.sleep(for: duration)
        try await world.pause()
        try await waitForRest()
        let after = try read(own)
        await clients?.end()
        let publishedAfter = try await self.published()
        let frames = publishedAfter.frames - published.frames
        let sends = (try await clients?.frameCount() ?? 0) - received
        try await check(frames: frames, sends: sends)
        let seconds = after.source.seconds(since: before.source)
        func busy(
            _ before: ProcessMeter.Reading?, _ after: ProcessMeter.Reading?, _ rest: Double
        ) -> Double {
            guard let before, let after else { return 0 }
            return after.processor(since: before) - rest * seconds
        }
        let written = after.edge.flatMap { after in before.edge.map { after.written(since: $0) } }
        return CellSample(
            frames: frames, sends: sends,
            source: busy(before.source, after.source, rest.source),
            edge: busy(before.edge, after.edge, rest.edge),
            clients: busy(before.clients, after.clients, rest.clients),
            bytesPublished: Double(publishedAfter.bytes - published.bytes),
            bytesSent: (written ?? 0) - rest.bytes * seconds)
    }

    /// Until no more frames come.
    private func waitForRest() async throws {
        var last = -1
        try await LiveWait.until("rest of \(kind.name)", within: .seconds(20)) {
            let count = try await clients?.frameCount() ?? 0
            defer { last = count }
            if count == last { return true }
            try await Task.sleep(for: .milliseconds(150))
            return false
        }
    }

    /// Frames that the source has published so far, and their bytes.
    func published() async throws -> (frames: Int, bytes: Int) {
        let metrics = try await source.control.metrics()
        return (
            metrics["emsim_source_messages_total"] ?? 0,
            metrics["emsim_source_message_bytes_total"] ?? 0
        )
    }

    private func check(frames: Int, sends: Int) async throws {
        guard kind != .world else { return }
        let due = kind == .waiting ? 0 : frames * kind.clientsPerTopic
        guard frames > 0, sends == due else {
            throw ExperimentFailure(
                .invalid,
                """
                \(kind.name): of \(frames) frames for \(kind.clientsPerTopic) clients each, \
                \(sends) came in place of \(due): the machine is too busy for a calibration
                """)
        }
    }

    /// Whether everything arrived, and the edge has what the source has. The world is paused.
    ///
    /// - Throws: `ExperimentFailure` with what is not so.
    func checkEnd() async throws {
        let metrics = try await source.control.metrics()
        var faults = ["messages_resent", "messages_dropped", "acknowledgements_refused"].map {
            ("source", $0, metrics["emsim_source_\($0)_total"])
        }
        if let edge {
            let metrics = try await edge.control.metrics()
            faults += ["redumps", "dropped", "overflows", "malformed"].map {
                ("edge", $0, metrics["emsim_edge_\($0)_total"])
            }
        }
        for (role, name, count) in faults where count != 0 {
            let text = count.map { "\($0) \(name)" } ?? "no metric \(name)"
            throw ExperimentFailure(
                .invalid, "\(kind.name): the \(role) has \(text): costs cannot be told from them")
        }
        let lost = try await clients?.lostCount() ?? 0
        guard lost == 0 else {
            throw ExperimentFailure(.invalid, "\(kind.name): \(lost) clients or frames were lost")
        }
        for topic in topics {
            let truth = try await world.truth(of: topic)
            let served = try await edge?.control.truth(of: topic)
            guard truth.state == served?.state, truth.version == served?.version else {
                throw ExperimentFailure(
                    .checkFailed, "\(kind.name): the edge has not the source's state of \(topic)")
            }
        }
    }
}

extension ProcessMeter.Reading {
    /// Seconds that have passed.
    func seconds(since other: Self) -> Double { Double(time - other.time) / 1e9 }
    /// Processor time, ns.
    func processor(since other: Self) -> Double {
        Double(processorNanoseconds - other.processorNanoseconds)
    }
    func read(since other: Self) -> Double { Double(bytesRead - other.bytesRead) }
    func written(since other: Self) -> Double { Double(bytesWritten - other.bytesWritten) }
}
