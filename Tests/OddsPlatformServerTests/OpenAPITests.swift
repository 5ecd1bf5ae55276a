import PlatformFixture
import Testing

@testable import OddsPlatformServer

/// The document has the routes that the service has; `Tests/Interop` holds the answers to it.
@Suite(.timeLimit(.minutes(5))) struct OpenAPITests {
    /// Those of bets, which have a port of their own, are marked.
    @Test func documentHasEveryRouteAndNoOther() async throws {
        try await withPlatform { running in
            let document = try await running.ask("GET", "/openapi.yaml")
            let ofBets = routes(document, tag: "bets")
            #expect(ofBets == Set(running.server.oddsTable.known.all))
            #expect(
                routes(document).subtracting(ofBets) == Set(running.server.table.known.all))
        }
    }

    /// The second provider has a port, and a document, of its own.
    @Test func documentOfTheSecondProviderHasEveryRouteAndNoOther() async throws {
        try await withSportRadar { running in
            let url = running.sportRadarURL
            let document = try await RunningPlatform.ask(
                "GET", url + "/openapi.yaml", nil, headers: [])
            let known = Set(running.server.sportRadarTable.known.all)
            #expect(routes(document) == known)
            #expect(routes(document, tag: "accounts") == known.filter { $0.contains(" /ps/ips/") })
            #expect(routes(document, tag: "bets") == known.filter { $0.contains(" /api/") })
            let schemas = try await RunningPlatform.ask(
                "GET", url + "/openapi-schemas.yaml", nil, headers: [])
            #expect(schemas.headers["content-type"] == "text/yaml")
            // Each schema is there once, and is used.
            let names = schemas.text.split(separator: "\n")
                .compactMap { $0.prefixMatch(of: #/([A-Za-z]+):/#)?.1 }
            #expect(Set(names).count == names.count)
            for name in names {
                let isUsed = [document, schemas].contains { $0.text.contains("#/\(name)\"") }
                #expect(isUsed, "\(name)")
            }
            let referred = document.text.matches(of: #/openapi-schemas.yaml#/([A-Za-z]+)/#)
            #expect(referred.allSatisfy { names.contains($0.1) })
        }
    }

    /// The routes of a document; with that tag, if one is given.
    private func routes(_ document: TestAnswer, tag: String? = nil) -> Set<String> {
        var (path, method) = ("", "")
        var (all, tagged): (Set<String>, Set<String>) = ([], [])
        for line in document.text.split(separator: "\n") {
            if let found = line.wholeMatch(of: #/  (/.*):/#) { path = String(found.1) }
            if let found = line.wholeMatch(of: #/    (get|post|put|delete):/#) {
                method = found.1.uppercased()
                all.insert("\(method) \(path)")
            }
            if let tag, line == "      tags: [\(tag)]" { tagged.insert("\(method) \(path)") }
        }
        return tag == nil ? all : tagged
    }
}
