import Testing

@testable import GameServer

extension ProviderTests {
    /// What control and pages' requests do to worlds that show a platform.
    @Suite struct ProviderControlTests {
        @Test("Before the platform's matches have come, requests are told so, and then pages")
        func notThere() async throws {
            var platform = PlatformConfiguration(endpoint: "ws://127.0.0.1:9/v2")
            platform.backoff = .init(initial: .milliseconds(10), cap: .milliseconds(10))
            try await ProviderServers.withPlatform(platform) { urls in
                let world = ProviderServers.world
                for path in ["matches", "odds"] {
                    let (status, body) = try await ask("\(urls.page)\(path)?world=\(world)")
                    #expect(status == 503)
                    #expect(body["error"]?.text == "the platform is not connected yet: try again")
                }
                let (status, body) = try await ask("\(urls.control)/control/\(world)")
                #expect(status == 200 && body["matches"] == .array([]))
                #expect(body["requests"]?["matches"]?.integer == 1)
            }
        }

        @Test("Pages that are there first are told when the matches have come")
        func tells() async throws {
            // A port on which nobody listens any more.
            var (url, port) = ("", 0)
            try await ProviderServers.withFeed(.small) { (url, port) = ($0.url, $0.port) }
            var platform = PlatformConfiguration(endpoint: url)
            platform.matchesMax = 3
            platform.backoff = .init(initial: .milliseconds(10), cap: .milliseconds(50))
            try await ProviderServers.withPlatform(platform) { [port] urls in
                let page = try await ProviderPage(urls.page, world: ProviderServers.world)
                try await eventually { page.seq != nil }
                #expect(try await page.get("matches").status == 503)
                try await ProviderServers.withFeed(.small, port: port) { _ in
                    // The first list may be followed by another one before anybody looks.
                    try await eventually { page.listChanges >= 1 }
                    try await eventually {
                        let answer = try await page.get("matches")
                        return answer.status == 200 && answer.body.elements.count == 3
                    }
                }
            }
        }

        @Test("Seeds and resets are taken, and change nothing")
        func seeds() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                let page = try await servers.page()
                var screen = try await ProviderScreen(page)
                try await screen.expectTruth(servers)
                let before = try await page.get("matches").body
                for (path, body) in [("seed", "[]"), ("seed", "[1,2]"), ("reset", "")] {
                    let (status, _) = try await ask(
                        "\(servers.urls.page)worlds/\(ProviderServers.world)/\(path)", body)
                    #expect(status == 204)
                }
                #expect(try await page.get("matches").body == before)
                let world = String(repeating: "a", count: 32)
                let (status, _) = try await ask("\(servers.urls.page)worlds/\(world)/seed", "[]")
                #expect(status == 204)
                #expect(try await servers.page(world: world).get("matches").body == before)
            }
        }

        @Test("The platform's odds and its clock are not control's")
        func conflicts() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                let (status, body) = try await servers.control(
                    #"{"advanceSeconds":5,"refuseSockets":true}"#)
                #expect(status == 409)
                #expect(
                    body["error"]?.text
                        == "this world shows a platform's matches: its clock cannot be moved")
                let (updateStatus, updateBody) = try await ask(
                    "\(servers.urls.control)/control/\(ProviderServers.world)/update",
                    #"{"matchID":1,"teamAOdds":2,"teamBOdds":3}"#)
                #expect(updateStatus == 409)
                #expect(
                    updateBody["error"]?.text
                        == "this world shows a platform's matches: its odds cannot be set")
                // Nothing of what was refused is in force.
                _ = try await servers.page()
            }
        }

        @Test("Faults are those of the world")
        func faults() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                let page = try await servers.page()
                let other = try await servers.page(world: String(repeating: "b", count: 32))
                #expect(try await servers.control(#"{"fail":{"odds":1,"status":502}}"#).0 == 204)
                #expect(try await other.get("odds").status == 200)
                #expect(try await page.get("odds").status == 502)
                #expect(try await page.get("odds").status == 200)
                #expect(try await servers.control(#"{"dropSockets":true}"#).0 == 204)
                try await eventually { page.isClosed }
                #expect(!other.isClosed)
            }
        }

        @Test("What a pause holds back comes after it, no younger than it is")
        func pause() async throws {
            try await ProviderServers.run { servers in
                try await servers.ready()
                let page = try await servers.page()
                let otherWorld = String(repeating: "b", count: 32)
                let other = try await servers.page(world: otherWorld)
                var witness = try await ProviderScreen(
                    servers.page(world: String(repeating: "c", count: 32)))
                var screen = try await ProviderScreen(page)
                try await eventually { page.updateCount > 0 }
                #expect(try await servers.control(#"{"stream":"pause"}"#).0 == 204)
                let shown = other.updateCount
                try await eventually { other.updateCount > shown + 100 }
                // What was sent before the pause has come.
                let sent = page.takeUpdates()
                let last = try #require(sent.map(\.odds.seq).max())
                try await screen.take(sent)
                try await witness.expectTruth(servers)
                var theirs: [ProviderPage.Update] = []
                try await eventually {
                    theirs += other.takeUpdates()
                    let (_, state) = try await ask(
                        "\(servers.urls.control)/control/\(otherWorld)?messages=0")
                    return state["sent"]?.integer == theirs.count
                }
                #expect(page.updateCount == 0)
                #expect(try await servers.control(#"{"stream":"run"}"#).0 == 204)
                try await eventually { page.updateCount > 0 }
                let updates = page.takeUpdates()
                // One message, of each match one update, which has waited since its first change.
                #expect(Set(updates.map(\.sent)).count == 1)
                #expect(Set(updates.map(\.id)).count == updates.count)
                var firsts: [Int: Double] = [:]
                for update in theirs {
                    guard update.odds.seq > last else { continue }
                    firsts[update.id] = firsts[update.id] ?? update.at
                }
                for update in updates { #expect(update.at == firsts[update.id]) }
                try await screen.take(updates)
                try await screen.expectTruth(servers)
            }
        }
    }
}
