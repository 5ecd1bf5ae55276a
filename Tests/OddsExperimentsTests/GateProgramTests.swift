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

    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private let runs = GatedRuns(
        strategies: [.graph], arguments: [], seed: 42, frameMappingBytes: 1 << 20, words: [])

    @Test func unknownOptionsMakeTheGateInvalid() throws {
        try withFolder { folder in
            let old = try program("echo \"bench: Unknown option '--x'\" >&2; exit 64", in: folder)
            var session = GateSession(
                baseline: .program(old), candidate: old, runs: runs, title: "test")
            do {
                try session.run(untilPairCount: 1)
                Issue.record("ran")
            } catch let invalidity as GateSession.Invalidity {
                #expect(invalidity.reason.contains("v1 does not accept these options"))
                #expect(invalidity.reason.hasSuffix("bench: Unknown option '--x'"))
            }
        }
    }

    @Test func otherEndsAreTheProgramsOwn() throws {
        try withFolder { folder in
            let dead = try program("echo 'bench: died' >&2; exit 70", in: folder)
            #expect {
                try dead.run(.graph, runs)
            } throws: { error in
                let failure = error as? ExperimentFailure
                return failure?.status == .childDied
                    && failure?.message.hasSuffix("status 70: bench: died") == true
            }
            let mute = try program("echo '{}'", in: folder)
            #expect(throws: GateProgram.Refusal.self) { try mute.run(.graph, runs) }
            #expect {
                try GateProgram.prebuilt("\(folder.path)/none", option: "--baseline-program")
            } throws: { ($0 as? ExperimentFailure)?.status == .noSuchFile }
        }
    }

    /// A pipe buffers 64 KiB: what a program says must be read while it runs.
    @Test func talkativeProgramsAreHeardToTheEnd() throws {
        try withFolder { folder in
            let line = "yes 0123456789abcdef0123456789abcdef | head -n 9000"
            let loud = try program("\(line) >&2; echo end >&2; exit 70", in: folder)
            #expect {
                try loud.run(.graph, runs)
            } throws: { error in
                (error as? ExperimentFailure)?.message.hasSuffix("status 70: end") == true
            }
        }
    }

    @Test func filesThatAreNoBaselinesAreRefused() throws {
        try withFolder { folder in
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
}
