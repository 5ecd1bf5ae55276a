import PlatformFixture
import Testing

@testable import OddsPlatformServer

/// The document has the routes that the service has; `Tests/Interop` holds the answers to it.
@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    @Test func documentHasEveryRouteAndNoOther() async throws {
        try await withPlatform { running in
            let document = try await running.ask("GET", "/openapi.yaml")
            var path = ""
            var described: Set<String> = []
            for line in document.text.split(separator: "\n") {
                if let found = line.wholeMatch(of: #/  (/.*):/#) { path = String(found.1) }
                if let found = line.wholeMatch(of: #/    (get|post|put|delete):/#) {
                    described.insert("\(found.1.uppercased()) \(path)")
                }
            }
            #expect(described == Set(running.server.table.known.all))
        }
    }
}
