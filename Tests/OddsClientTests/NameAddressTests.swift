import NIOCore
import NIOPosix
import OddsClient
import OddsClientTesting
import Testing

/// A name with several addresses, as RFC 8305 has it, at real sockets. The pause before the
/// next address is tried is the system's; no test depends on its length.
@Suite(.serialized, .hangLimit) struct NameAddressTests {
    private let clock = ManualClock()
    typealias Server = ScriptedServer

    private static let name = "two.example"
    private static let script = Server.Script.webSocket([
        Server.frame("[2,1,{}]"), Server.frame("[65,1,7]"),
    ])

    /// Ports of one number at several addresses.
    private struct Ports {
        var listeners: [any Channel] = []
        /// Fill the queues of those that are silent.
        var fillers: [any Channel] = []

        var number: Int { listeners[0].localAddress?.port ?? 0 }

        /// - Parameter silent: addresses at which nobody accepts.
        static func open(accepting: [String], silent: [String] = []) async throws -> Ports {
            var ports = Ports()
            do {
                for host in accepting + silent {
                    let listener = try await Server.listen(
                        script, at: host, port: ports.listeners.first?.localAddress?.port ?? 0,
                        accepts: accepting.contains(host))
                    ports.listeners.append(listener)
                    guard silent.contains(host), let address = listener.localAddress else {
                        continue
                    }
                    ports.fillers.append(
                        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                            .connect(to: address).get())
                }
            } catch {
                await ports.close()
                throw error
            }
            return ports
        }

        func close() async {
            for channel in fillers + listeners { try? await channel.close() }
        }
    }

    private func configuration(_ ports: Ports, _ addresses: [String]) -> ClientConfiguration {
        var configuration = ClientConfiguration.patient(
            "ws://\(Self.name):\(ports.number)/v2", clock)
        configuration.resolvedHosts = [Self.name: addresses]
        // The script has no answer to GOODBYE.
        configuration.goodbyeTimeLimit = .seconds(1)
        return configuration
    }

    /// Runs a client, with what may be said of the ports once it is connected.
    private func connects(
        _ addresses: [String], accepting: [String], silent: [String] = [],
        _ body: (Ports) async throws -> Void = { _ in }
    ) async throws {
        let ports = try await Ports.open(accepting: accepting, silent: silent)
        do {
            let client = try EMWebSocketClient(configuration(ports, addresses))
            try await client.connect()
            try await body(ports)
            // The link stands: a request goes there and back on it.
            _ = try await client.register("/a", receiver: Silent())
            var states = await client.states().makeAsyncIterator()
            #expect(await states.next() == .connected(session: "1"))
            await withTimePassing(clock) { await client.disconnect() }
        } catch {
            await ports.close()
            throw error
        }
        await ports.close()
    }

    private final class Silent: FeedReceiver {
        func receive(_ event: FeedEvent) {}
    }

    @Test("Connects where one address refuses, wherever the good one stands", arguments: [
        ["::1", "127.0.0.1"], ["127.0.0.1", "::1"], ["::1", "127.0.0.2", "127.0.0.1"],
        ["127.0.0.2", "127.0.0.3", "127.0.0.1"],
    ])
    func refused(addresses: [String]) async throws {
        try await connects(addresses, accepting: ["127.0.0.1"])
    }

    @Test("Connects where one address is silent, wherever the good one stands", arguments: [
        (["::1", "127.0.0.1"], ["::1"]),
        (["::1", "127.0.0.2", "127.0.0.1"], ["::1", "127.0.0.2"]),
    ])
    func silent(addresses: [String], silent: [String]) async throws {
        try await connects(addresses, accepting: ["127.0.0.1"], silent: silent)
    }

    @Test("Connects where all addresses are good")
    func allGood() async throws {
        try await connects(["::1", "127.0.0.1"], accepting: ["127.0.0.1", "::1"])
    }

    @Test("An address that answers when another one has won changes nothing")
    func lostRace() async throws {
        try await connects(["::1", "127.0.0.1"], accepting: ["127.0.0.1"], silent: ["::1"]) {
            try await $0.listeners[1].setOption(.autoRead, value: true).get()
        }
    }

    @Test("Where all are silent, the limit says so; once they accept, the client is there")
    func allSilent() async throws {
        let addresses = ["::1", "127.0.0.1"]
        let ports = try await Ports.open(accepting: [], silent: addresses)
        let client = try EMWebSocketClient(configuration(ports, addresses))
        var states = await client.states().makeAsyncIterator()
        await client.startConnecting()
        var error: ClientError?
        await withTimePassing(clock, step: forever / 10) {
            while error == nil, let state = await states.next() {
                if case .waiting(_, let cause) = state { error = cause }
            }
        }
        #expect(error == .timedOut(.connect, forever))
        for listener in ports.listeners {
            try await listener.setOption(.autoRead, value: true).get()
        }
        // The pause ends. The attempt after it has all the time that it needs.
        await withTimePassing(clock) {
            while let state = await states.next() { if case .connecting = state { break } }
        }
        while let state = await states.next() {
            if case .connected = state { break }
            if case .waiting = state { await withTimePassing(clock) { _ = await states.next() } }
        }
        await withTimePassing(clock) { await client.disconnect() }
        await ports.close()
    }

    @Test("Where all refuse, each is named")
    func allRefused() async throws {
        let ports = try await Ports.open(accepting: ["127.0.0.1"])
        let configuration = configuration(ports, ["::1", "127.0.0.1"])
        await ports.close()
        let client = try EMWebSocketClient(configuration)
        var states = await client.states().makeAsyncIterator()
        await client.startConnecting()
        var text = ""
        while text.isEmpty, let state = await states.next() {
            if case .waiting(_, let cause) = state { text = "\(cause)" }
        }
        #expect(text.contains("(::1, port ") && text.contains("(127.0.0.1, port "), "\(text)")
        await client.disconnect()
    }

    @Test("The client of the other wire connects so, too")
    func contents() async throws {
        let edit = { (configuration: inout SportRadarConfiguration) in
            configuration.url = configuration.url.replacing("127.0.0.1", with: Self.name)
            configuration.resolvedHosts = [Self.name: ["::1", "127.0.0.1"]]
        }
        try await SportRadarScene.run(configuration: edit) { scene in
            try await scene.client.connect()
            let store = await scene.subscribe(.liveEvents(sport: "FBL"))
            try await scene.active(store)
        }
    }
}
