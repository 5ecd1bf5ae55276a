import Foundation
import OddsResults
import Testing

@testable import OddsExperiments

/// Programs of other revisions, as far as a gate sees them from outside.
@Suite struct GateProgramTests {
    /// A program that says and ends as told.
    private func program(
        _ script: String, in folder: URL
    ) throws -> GateProgram {
        let url = folder.appending(path: UUID().uuidString)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
        return GateProgram(side: GateSide(name: "v1", commit: nil), url: url)
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private let runs = GatedRuns(
        strategies: [.graph], arguments: [], provider: "everymatrix", seed: 42,
        arrival: Arrival("constant"), frameMappingBytes: 1 << 20, words: [])

    @Test func unknownOptionsMakeTheGateInvalid() async throws {
        try await withFolder { folder in
            let old = try program("echo \"bench: Unknown option '--x'\" >&2; exit 64", in: folder)
            var session = GateSession(
                baseline: .program(old), candidate: old, runs: runs, title: "test")
            do {
                try await session.run(untilPairCount: 1)
                Issue.record("ran")
            } catch let invalidity as GateInvalidity {
                #expect(invalidity.reason.contains("v1 does not accept these options"))
                #expect(invalidity.reason.hasSuffix("bench: Unknown option '--x'"))
            }
        }
    }

    @Test func otherEndsAreTheProgramsOwn() async throws {
        try await withFolder { folder in
            let dead = try program("echo 'bench: died' >&2; exit 70", in: folder)
            await #expect {
                try await dead.run(.graph, runs)
            } throws: { error in
                let failure = error as? ExperimentFailure
                return failure?.status == .childDied
                    && failure?.message.hasSuffix("status 70: bench: died") == true
            }
            // A signal is not taken for the status with its number.
            let killed = try program("kill -s HUP $$", in: folder)
            await #expect {
                try await killed.run(.graph, runs)
            } throws: { error in
                let failure = error as? ExperimentFailure
                return failure?.status == .childDied
                    && failure?.message == "a run of v1 was ended by signal 1: "
            }
            let mute = try program("echo '{}'", in: folder)
            await #expect(throws: GateProgram.Refusal.self) { try await mute.run(.graph, runs) }
            await #expect {
                try await GateProgram.prebuilt(
                    "\(folder.path)/none", option: "--baseline-program")
            } throws: { ($0 as? ExperimentFailure)?.status == .noSuchFile }
        }
    }

    /// Before a minute of calibration: whatever is no bench.
    @Test(arguments: ["exit 0", "echo something else", "echo --strategy; exit 64"])
    func otherProgramsAreRefusedAtOnce(script: String) async throws {
        try await withFolder { folder in
            let other = try program(script, in: folder)
            await #expect {
                try await GateProgram.prebuilt(other.url.path, option: "--baseline-program")
            } throws: { error in
                let failure = error as? ExperimentFailure
                return failure?.status == .usage
                    && failure?.message.contains("not a bench program") == true
            }
        }
    }

    @Test("the front door stands for the program behind it")
    func frontDoor() async throws {
        try await withFolder { folder in
            for name in ["bench", "bench-core"] {
                let program = try program("echo --strategy", in: folder)
                try FileManager.default.moveItem(
                    at: program.url, to: folder.appending(path: name))
            }
            let path = folder.appending(path: "bench").path
            let program = try await GateProgram.prebuilt(path, option: "--baseline-program")
            #expect(program.url.lastPathComponent == "bench-core")
            #expect(program.side.name == path)
        }
    }

    /// A pipe buffers 64 KiB: what a program says must be read while it runs.
    @Test func talkativeProgramsAreHeardToTheEnd() async throws {
        try await withFolder { folder in
            let lines = "yes 0123456789abcdef0123456789abcdef | head -n 9000 | tee /dev/stderr"
            let loud = try program("\(lines); echo end >&2; exit 70", in: folder)
            await #expect {
                try await loud.run(.graph, runs)
            } throws: { error in
                (error as? ExperimentFailure)?.message.hasSuffix("status 70: end") == true
            }
        }
    }

    @Test func filesThatAreNoBaselinesAreRefused() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "x.json")
            try Data(#"{"schema":"oddsbench.result/1"}"#.utf8).write(to: file)
            #expect {
                try ResultEnvelope<KeptBaseline>(path: file.path)
            } throws: { ($0 as? ExperimentFailure)?.status == .badData }
            #expect {
                try ResultEnvelope<KeptBaseline>(path: file.path + "x")
            } throws: { ($0 as? ExperimentFailure)?.status == .noSuchFile }
        }
    }

    @Test(
        "A program's last message is read with all of its lines",
        arguments: [
            ("bench: a\nbench: --rate x: write\na number.\nSee 'bench run --help'.\n",
                "bench: --rate x: write a number. See 'bench run --help'."),
            ("one\ntwo\n", "two"), ("", ""),
        ])
    func lastMessage(text: String, message: String) {
        #expect(GateProgram.lastMessage(text) == message)
    }
}
