import Foundation
import Testing

@testable import OddsLive

/// Servers that an experiment starts, played by a script.
@Suite struct ServerProcessTests {
    private struct Addresses: Decodable, Sendable {
        let ws: String
    }

    /// A terminal signals the group of the command, which decides what ends when.
    @Test func aServerLeadsAGroupOfItsOwnAndIsToldWhoseItIs() async throws {
        let script = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: script) }
        let text = """
            #!/bin/sh
            trap 'exit 0' TERM
            echo "{\\"ws\\":\\"$ODDSBENCH_PARENT\\"}"
            while :; do read -r line || sleep 0.1; done
            """
        try text.write(to: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: script.path)
        let (value, failure) = try await ServerProcess.run(script, called: "it", []) {
            (addresses: Addresses, process) in
            (parent: addresses.ws, process: process, group: getpgid(process))
        }
        #expect(value.group == value.process && value.group != getpgrp())
        #expect(value.parent == "\(getpid())")
        #expect(failure == nil, "\(failure?.message ?? "")")
    }
}
