import OddsMeasurement
import Testing

@testable import GameServer

/// What a page shows that follows the stream by the contract: the greater `seq` stays.
struct ProviderScreen {
    private let page: ProviderPage
    /// The matches in the server's order.
    private(set) var ids: [Int] = []
    private var matches: [(teams: [String], start: Int?)] = []
    private(set) var odds: [Int: ProviderPage.Odds] = [:]
    /// How many lists it has asked for.
    private(set) var listCount = 0
    private var listChanges = 0

    init(_ page: ProviderPage) async throws {
        self.page = page
        try await load()
    }

    private mutating func load() async throws {
        listChanges = page.listChanges
        listCount += 1
        let (status, body) = try await page.get("matches")
        #expect(status == 200)
        ids = try body.elements.map { try #require($0["matchID"]?.integer) }
        matches = body.elements.map {
            (
                ["teamA", "teamB"].map { [match = $0] in match[$0]?.text ?? "" },
                $0["startTime"]?.text.flatMap { WireTime.seconds($0) }.map { Int($0) }
            )
        }
        let known = odds
        odds = try await page.odds().filter { ids.contains($0.key) }
        odds.merge(known.filter { ids.contains($0.key) }) { $0.seq >= $1.seq ? $0 : $1 }
    }

    /// Takes updates over, and asks for the list if there is another one.
    mutating func take(_ updates: [ProviderPage.Update]) async throws {
        for update in updates {
            guard let old = odds[update.id], update.odds.seq > old.seq else { continue }
            odds[update.id] = update.odds
        }
        if page.listChanges > listChanges { try await load() }
    }

    /// Pauses the feed, and waits until the page and the server's answers are the feed's truth.
    mutating func expectTruth(
        _ servers: ProviderServers, count: Int = .max,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await servers.feed.setFaults(.init())
        _ = try await servers.feed.pause()
        let truth = try await servers.truth()
        let rows = Array(truth.rows.prefix(count))
        #expect(!rows.isEmpty)
        try await eventually(sourceLocation: sourceLocation) {
            try await take(page.takeUpdates())
            return shows(rows)
        }
        #expect(try await page.odds() == odds, sourceLocation: sourceLocation)
        let world = page.query.split(separator: "&")[0].split(separator: "=")[1]
        let (_, control) = try await ask("\(servers.urls.control)/control/\(world)?messages=0")
        #expect(control["digest"]?.text == digest, sourceLocation: sourceLocation)
    }

    private func shows(_ rows: [ProviderTruth.Row]) -> Bool {
        guard rows.count == ids.count else { return false }
        return zip(rows, zip(ids, matches)).allSatisfy { row, match in
            guard let odds = odds[match.0], row.teams == match.1.teams,
                row.start == match.1.start, odds.isSuspended == !row.isOpen
            else { return false }
            // What the feed has no more stays as it was.
            return zip(row.odds, [odds.a, odds.b]).allSatisfy { wanted, shown in
                wanted.map { $0 == Int((shown * 100).rounded()) } ?? !row.isOpen
            }
        }
    }

    private var digest: String {
        let lines = ids.sorted().map { id in
            let texts = [odds[id]?.a, odds[id]?.b].map { odds in
                let hundredths = Int(((odds ?? 0) * 100).rounded())
                let fraction = String(hundredths % 100 + 100).dropFirst()
                return "\(hundredths / 100).\(fraction)"
            }
            return "\(id) \(texts[0]) \(texts[1])\n"
        }
        return SHA256Digest(of: Array(lines.joined().utf8)).hexadecimal
    }
}
