import PlatformFixture
import Testing

@testable import OddsPlatformServer

/// The document has the routes that the service has; `Tests/Interop` holds the answers to it.
@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    /// Those of bets, which have a port of their own, are marked.
    @Test func documentHasEveryRouteAndNoOther() async throws {
        try await withPlatform { running in
            let document = try await running.ask("GET", "/openapi.yaml")
            var (path, method) = ("", "")
            var (described, ofBets): (Set<String>, Set<String>) = ([], [])
            for line in document.text.split(separator: "\n") {
                if let found = line.wholeMatch(of: #/  (/.*):/#) { path = String(found.1) }
                if let found = line.wholeMatch(of: #/    (get|post|put|delete):/#) {
                    method = found.1.uppercased()
                    described.insert("\(method) \(path)")
                }
                if line == "      tags: [bets]" { ofBets.insert("\(method) \(path)") }
            }
            #expect(ofBets == Set(running.server.oddsTable.known.all))
            #expect(described.subtracting(ofBets) == Set(running.server.table.known.all))
        }
    }
}
