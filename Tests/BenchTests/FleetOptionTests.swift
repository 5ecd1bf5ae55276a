import ArgumentParser
import OddsOptions
import OddsSimulatorProgram
import Testing

@testable import emsim

/// Where the NATS servers of a fleet are, and what the simulator is in it.
@Suite struct FleetOptionTests {
    private func addresses(_ text: String) throws -> [String] {
        try NATSAddress.list(text, option: "--nats").map(\.url)
    }

    @Test("Addresses are nats:// or tls://, HOST[:PORT], several with commas")
    func addresses() throws {
        #expect(try addresses("nats://a") == ["nats://a:4222"])
        #expect(
            try addresses("tls://a-b.example:1,nats://10.0.0.1:65535,nats://[::1]:5")
                == ["tls://a-b.example:1", "nats://10.0.0.1:65535", "nats://[::1]:5"])
    }

    @Test("What is no address is refused with the option and what is expected",
        arguments: [
            "", "a", "nats://", "nats://a:", "nats://a:0", "nats://a:65536", "nats://a:1:2",
            "nats://a/b", "nats://a b", "nats://a,", ",nats://a", "nats://[::1", "nats://[x]",
            "nats://[]", "NATS://a", "nats://a?b", "nats://a:+1", "nats://ä",
            "nats://\(String(repeating: "a", count: 254))",
            String(repeating: "nats://a,", count: 64) + "nats://a",
        ])
    func noAddress(text: String) throws {
        let error = #expect(throws: ValidationError.self) { try addresses(text) }
        #expect(error?.message.hasPrefix("--nats") == true)
        #expect((error?.message.count ?? 0) < 200)
    }

    @Test("A password in an address is refused and never repeated",
        arguments: ["nats://u:secret@a", "nats://secret@a", "x//u:secret@a,nats://b"])
    func password(text: String) throws {
        let error = #expect(throws: ValidationError.self) { try addresses(text) }
        let message = try #require(error?.message)
        #expect(!message.contains("secret") && message.contains("--nats-creds"))
        // Nor by the program.
        let parsed = #expect(throws: (any Error).self) {
            try EMSim.parseAsRoot(["--publish", text])
        }
        let thrown = try #require(parsed)
        let end = try #require(EMSim.end(of: thrown, ["--publish", text]))
        #expect(!end.message.contains("secret"))
    }

    @Test("A world's name is of 1 to 32 letters, digits, _ and -")
    func names() throws {
        for name in ["a", "main", "A-b_9", String(repeating: "x", count: 32)] {
            try FleetName.check(name, option: "--world")
        }
        for name in ["", "a.b", "ä", "a b", "*", String(repeating: "x", count: 33)] {
            #expect(throws: ValidationError.self) {
                try FleetName.check(name, option: "--world")
            }
        }
    }

    @Test("A source and an edge know where to connect, and to which world")
    func roles() throws {
        let source = try #require(
            try EMSim.parseAsRoot(["--publish", "nats://a,nats://b", "--rate", "5"]) as? EMSim)
        #expect(source.options.fleet.isUsed && source.options.fleet.world.value == "main")
        #expect(try source.options.fleet.addresses.map(\.host) == ["a", "b"])
        let edge = try #require(
            try EMSim.parseAsRoot([
                "--subscribe", "tls://a:1", "--world", "w", "--nats-wait", "5s", "--stamp",
                "--faults", "flaky",
            ]) as? EMSim)
        #expect(edge.options.fleet.subscribe != nil && edge.options.fleet.world.value == "w")
        #expect(edge.options.fleet.nats.wait?.nanoseconds == 5_000_000_000)
        let alone = try #require(try EMSim.parseAsRoot([]) as? EMSim)
        #expect(try !alone.options.fleet.isUsed && alone.options.fleet.addresses.isEmpty)
    }
}
