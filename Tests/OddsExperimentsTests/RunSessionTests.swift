import Foundation
import OddsFixtures
import Testing

@testable import OddsExperiments

/// The two processes of a run, played by scripts.
@Suite struct RunSessionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A script, which goes on once its process identifier has been read.
    private struct Script {
        let process: ChildProcess
        fileprivate let pipe: String

        func identifier() async throws -> pid_t {
            let pipe = URL(filePath: pipe)
            let line = try await BlockingWork.run {
                try FileHandle(forReadingFrom: pipe).readToEnd() ?? Data()
            }
            return try #require(pid_t(String(decoding: line.dropLast(), as: UTF8.self)))
        }
    }

    private func script(_ task: String, _ text: String) throws -> Script {
        let name = UUID().uuidString
        let pipe = folder.path("\(name).pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let path = try folder.file(name, "echo $$ > '\(pipe)'\n\(text)\n".utf8)
        return Script(
            process: try ChildProcess(
                path, task: task, plan: "", mapping: STDIN_FILENO,
                program: URL(filePath: "/bin/sh")),
            pipe: pipe)
    }

    private func run(_ measurer: Script, _ feeder: Script) -> Task<[UInt8]?, any Error> {
        Task { [measurer = measurer.process, feeder = feeder.process] in
            try await RunSession.output(of: measurer, fedBy: feeder)
        }
    }

    private func isAlive(_ identifier: pid_t) -> Bool { kill(identifier, 0) == 0 }

    /// A pipe buffers 64 KiB.
    @Test func longOutputIsReadToItsEnd() async throws {
        let feeder = try script("feeds", "exit 0")
        let measurer = try script("measures", "head -c 300000 /dev/zero")
        let run = run(measurer, feeder)
        _ = try await (feeder.identifier(), measurer.identifier())
        #expect(try await run.value?.count == 300_000)
    }

    @Test func feederThatFailsEndsTheMeasurer() async throws {
        let feeder = try script("feeds", "exit 65")
        let measurer = try script("measures", "exec sleep 1000")
        let run = run(measurer, feeder)
        let identifier = try await measurer.identifier()
        _ = try await feeder.identifier()
        await #expect {
            try await run.value
        } throws: { error in
            let failure = error as? ExperimentFailure
            return failure?.status == .badData
                && failure?.message == "the process that feeds ended with status 65"
        }
        #expect(!isAlive(identifier))
    }

    @Test func measurerThatIsKilledEndsTheFeeder() async throws {
        let feeder = try script("feeds", "exec sleep 1000")
        let measurer = try script("measures", "kill -s KILL $$")
        let run = run(measurer, feeder)
        let identifier = try await feeder.identifier()
        _ = try await measurer.identifier()
        await #expect {
            try await run.value
        } throws: { error in
            let failure = error as? ExperimentFailure
            return failure?.status == .childDied
                && failure?.message == "the process that measures was ended by signal 9"
        }
        #expect(!isAlive(identifier))
    }

    @Test func measurersEndEndsTheFeeder() async throws {
        let feeder = try script("feeds", "exec sleep 1000")
        let measurer = try script("measures", "echo done")
        let run = run(measurer, feeder)
        let identifier = try await feeder.identifier()
        _ = try await measurer.identifier()
        #expect(try await run.value == Array("done\n".utf8))
        #expect(!isAlive(identifier))
    }

    @Test func cancellationEndsBothProcesses() async throws {
        let feeder = try script("feeds", "exec sleep 1000")
        let measurer = try script("measures", "exec sleep 1000")
        let run = run(measurer, feeder)
        let identifiers = try await [feeder.identifier(), measurer.identifier()]
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(!identifiers.contains(where: isAlive))
    }
}
