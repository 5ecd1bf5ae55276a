import Foundation
import OddsExperiments
import OddsMeasurement
import OddsNATS
import OddsResults

/// Measures on this machine what a frame, a connection and a client cost each program of a
/// fleet: with a real NATS server, real sources and edges, and clients in this process.
///
/// Every condition has programs of its own, which rest while the others have their window.
package struct FleetCalibration {
    private let plan: CalibrationPlan
    private let say: @Sendable (String) -> Void
    private let own: ProcessMeter
    private let server: NATSProcess
    private let serverMeter: ProcessMeter
    private let link: NATSConnection

    /// More than a thousand connections, and what each program has open.
    private static let filesMin = 2_048

    /// - Parameters:
    ///   - plan: What is measured.
    ///   - say: Called with how far it is.
    /// - Throws: `ExperimentFailure` if programs are missing or fail, if frames were lost, or
    ///   if the machine is too busy for costs; `NATSError`; `LaunchError`.
    package static func run(
        _ plan: CalibrationPlan = CalibrationPlan(), say: @escaping @Sendable (String) -> Void
    ) async throws -> FleetCosts {
        let files = OpenFiles.raiseLimit()
        guard files >= filesMin else {
            throw ExperimentFailure(
                .unavailable,
                """
                the system allows \(files) open files (ulimit -n), and a calibration takes \
                \(filesMin): raise the limit
                """)
        }
        let server = try await NATSProcess.start()
        let samples: CalibrationSamples
        do {
            let link = try await NATSConnection.connect(
                NATSConfiguration(
                    servers: [server.address], name: "calibration",
                    inboxPrefix: "_INBOX_coordinator"))
            guard
                let own = ProcessMeter(of: ProcessInfo.processInfo.processIdentifier),
                let meter = ProcessMeter(of: server.identifier)
            else {
                throw ExperimentFailure(
                    .unavailable,
                    "the system does not say what a process takes: --calibrate is for Linux")
            }
            let calibration = FleetCalibration(
                plan: plan, say: say, own: own, server: server, serverMeter: meter, link: link)
            samples = try await calibration.samples()
            await link.close()
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
        do throws(CalibrationError) {
            return try samples.costs()
        } catch {
            throw ExperimentFailure(.invalid, "\(error)")
        }
    }

    private func samples() async throws -> CalibrationSamples {
        var cells: [CalibrationCell] = []
        do {
            for kind in CalibrationCell.Kind.all {
                say("starting \(kind.name)")
                cells.append(try await .start(kind, nats: server.address, over: link))
            }
            let samples = try await measure(cells)
            for cell in cells { try await cell.checkEnd() }
            let slow = try await server.variables().slowConsumers
            guard slow == 0 else {
                throw ExperimentFailure(
                    .invalid, "the NATS server closed \(slow) connections that did not keep up")
            }
            for cell in cells { await cell.stop() }
            return samples
        } catch {
            for cell in cells { await cell.stop() }
            throw error
        }
    }

    private func measure(_ cells: [CalibrationCell]) async throws -> CalibrationSamples {
        var (connectionBytes, clientBytes): ([Double], [Double]) = ([], [])
        for cell in cells {
            say("connecting the clients of \(cell.kind.name)")
            let bytes = try await cell.connect(steps: plan.memorySteps)
            if cell.kind == .agent { clientBytes = bytes }
            if cell.kind == .fanOut(CalibrationCell.Kind.fanOuts.last ?? 0) {
                connectionBytes = bytes
            }
        }
        let frameBytes = try await warmUp(cells)
        var samples = CalibrationSamples(frameBytes: frameBytes)
        (samples.connectionBytes, samples.clientBytes) = (connectionBytes, clientBytes)
        let load = try await NATSLoad.start(at: server.address, frameBytes: frameBytes)
        do {
            // The first round only warms up.
            for round in 0...plan.rounds {
                let measured = try await self.round(round, cells, load)
                if round > 0 { samples.rounds.append(measured) }
            }
        } catch {
            await load.stop()
            throw error
        }
        await load.stop()
        return samples
    }

    /// Lets each world run for a moment, and returns the mean size of a frame.
    private func warmUp(_ cells: [CalibrationCell]) async throws -> Int {
        var (frames, bytes) = (0, 0)
        for cell in cells where !cell.topics.isEmpty {
            try await cell.world.resume()
            try await Task.sleep(for: .milliseconds(300))
            try await cell.world.pause()
            let published = try await cell.published()
            frames += published.frames
            bytes += published.bytes
        }
        guard frames > 0 else {
            throw ExperimentFailure(.childDied, "the sources published no frames")
        }
        return bytes / frames
    }

    private func round(
        _ number: Int, _ cells: [CalibrationCell], _ load: NATSLoad
    ) async throws -> CalibrationRound {
        let position = number == 0 ? "warm-up" : "round \(number) of \(plan.rounds)"
        say("\(position), at rest")
        let starts = try cells.map { try $0.read(own) }
        let serverStart = try readServer()
        try await Task.sleep(for: plan.idleWindow)
        let ends = try cells.map { try $0.read(own) }
        let serverRest = ServerRest(from: serverStart, to: try readServer())
        var round = CalibrationRound(cells: [:], servers: [:])
        for kind in plan.cells(inRound: number) {
            guard let index = cells.firstIndex(where: { $0.kind == kind }) else { continue }
            say("\(position), \(kind.name)")
            let rest = CalibrationCell.rest(from: starts[index], to: ends[index])
            round.cells[kind] = try await cells[index].window(
                plan.cellWindow, own: own, rest: rest)
        }
        for condition in plan.servers(inRound: number) {
            say("\(position), NATS")
            round.servers[condition] = try await self.load(load, condition, serverRest)
        }
        return round
    }

    // MARK: The NATS server

    /// What the server takes at rest, per second.
    private struct ServerRest {
        var processor, bytesIn, bytesOut: Double

        init(from before: ProcessMeter.Reading, to after: ProcessMeter.Reading) {
            let seconds = after.seconds(since: before)
            processor = after.processor(since: before) / seconds
            bytesIn = after.read(since: before) / seconds
            bytesOut = after.written(since: before) / seconds
        }
    }

    private func readServer() throws -> ProcessMeter.Reading {
        guard let reading = serverMeter.read() else {
            throw ExperimentFailure(.childDied, "nats-server has ended")
        }
        return reading
    }

    private func load(
        _ load: NATSLoad, _ condition: NATSCondition, _ rest: ServerRest
    ) async throws -> NATSSample {
        let before = try readServer()
        let messages = try await load.run(condition, for: plan.natsWindow)
        let after = try readServer()
        let seconds = after.seconds(since: before)
        return NATSSample(
            messages: messages,
            processor: after.processor(since: before) - rest.processor * seconds,
            bytesIn: after.read(since: before) - rest.bytesIn * seconds,
            bytesOut: after.written(since: before) - rest.bytesOut * seconds)
    }
}
