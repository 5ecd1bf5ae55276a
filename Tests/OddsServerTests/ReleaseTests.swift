import OddsSimulator
import Testing

@testable import OddsServer

extension ServerTests {
    /// What has ended is given back: a server sees connections come and go for
    /// as long as it lives.
    @Suite struct ReleaseTests {
        @Test("Nothing of a connection stays once it has ended, however it ends",
            arguments: [nil, .drop, .stall] as [FaultKind?])
        func connections(fault: FaultKind?) async throws {
            var configuration = ServerConfiguration()
            if let fault {
                configuration.faults = FaultPlan(rules: [
                    FaultRule(fault, everySeconds: 0.02, milliseconds: 50)
                ])
            }
            weak var feed: (any Feed)?
            try await withServer(configuration) { server in
                feed = server.feed
                for _ in 0..<3 {
                    let socket = try await TestSocket.session(port: server.port)
                    _ = try? await socket.register(liveTopic)
                    for _ in 0..<20 { _ = try? await socket.readFrame() }
                }
            }
            // Each connection holds it.
            while feed != nil { await Task.yield() }
        }
    }
}
