import Testing

@testable import OddsFleetRun

@Suite struct AllowedTargetsTests {
    private struct Unknown: Error {}

    private static func refusal(
        _ allowed: [String], _ target: String, at address: String,
        resolve: (String) throws -> [IPAddress] = { _ in throw Unknown() }
    ) throws -> String? {
        try AllowedTargets(allowed, resolve: resolve).refusal(
            of: Target(target), at: #require(IPAddress(address)))
    }

    @Test(
        "Unless told otherwise an agent connects to its own machine alone",
        arguments: [
            ("127.0.0.1", true), ("127.9.8.7", true), ("::1", true), ("::ffff:127.0.0.1", true),
            ("128.0.0.1", false), ("10.0.0.1", false), ("0.0.0.0", false), ("::", false),
            ("::2", false), ("::ffff:10.0.0.1", false), ("fe80::1", false),
        ])
    func loopback(address: String, isAllowed: Bool) throws {
        #expect((try Self.refusal([], "ws://localhost/", at: address) == nil) == isAllowed)
    }

    @Test("The address that is connected to counts, whatever its name says")
    func resolvedAddress() throws {
        let refusal = try #require(
            try Self.refusal(["127.0.0.1"], "ws://localhost:80/", at: "10.1.2.3"))
        #expect(
            refusal == """
                localhost:80 is 10.1.2.3, which this agent may not connect to: it was started for \
                127.0.0.1 (--allow-target)
                """)
    }

    @Test(
        "A network allows its addresses, and a port that one alone",
        arguments: [
            ("10.0.0.0/8", "ws://e/", "10.255.1.1", true),
            ("10.0.0.0/8", "ws://e/", "11.0.0.1", false),
            ("10.1.2.128/25", "ws://e/", "10.1.2.128", true),
            ("10.1.2.128/25", "ws://e/", "10.1.2.127", false),
            ("0.0.0.0/0", "ws://e/", "8.8.8.8", true),
            ("0.0.0.0/0", "ws://e/", "2001:db8::1", false),
            ("2001:db8::/32", "ws://e/", "2001:db8:1::1", true),
            ("2001:db8::/32", "ws://e/", "2001:db9::1", false),
            ("10.0.0.1:8080", "ws://e:8080/", "10.0.0.1", true),
            ("10.0.0.1:8080", "ws://e:8081/", "10.0.0.1", false),
            ("[2001:db8::1]:8080", "ws://e:8080/", "2001:db8::1", true),
            ("[2001:db8::1]:8080", "ws://e/", "2001:db8::1", false),
            ("2001:db8::1", "wss://e/", "2001:db8::1", true),
        ])
    func networks(allowed: String, target: String, address: String, isAllowed: Bool) throws {
        #expect((try Self.refusal([allowed], target, at: address) == nil) == isAllowed)
    }

    @Test("A name allows the addresses that it had when the agent started")
    func names() throws {
        let resolve = { (name: String) -> [IPAddress] in
            name == "edge" ? [try #require(IPAddress("10.0.0.7"))] : []
        }
        let at = { (address: String) in
            try Self.refusal(["edge:8080"], "ws://edge:8080/", at: address, resolve: resolve)
        }
        #expect(try at("10.0.0.7") == nil)
        #expect(try at("10.0.0.8") != nil)
    }

    @Test(
        "What is no target is refused by name",
        arguments: ["", "10.0.0.0/33", "10.0.0/8", "edge/8", "edge:0", "edge:x", "10.0.0.0/8:80"])
    func errors(text: String) throws {
        let error = try #require(throws: FleetDocumentError.self) {
            try AllowedTargets([text]) { _ in [] }
        }
        #expect(error.problem.hasPrefix("'\(text)' is no target: write HOST, HOST:PORT, or"))
    }
}
