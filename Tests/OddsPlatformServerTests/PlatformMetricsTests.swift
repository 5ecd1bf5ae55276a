import PlatformFixture
import Testing

/// The platform's metrics: platform contract, section 10.
@Suite(.timeLimit(.minutes(5))) struct PlatformMetricsTests {
    private static let place = ScriptedWorld.Place(1)
    private static let live = ScriptedWorld.Place(2)

    private func value(_ sample: String, _ running: RunningPlatform) async throws -> Int? {
        try await running.server.openMetrics().split(separator: "\n")
            .first { $0.hasPrefix("emsim_platform_\(sample) ") }
            .flatMap { Int($0.split(separator: " ")[1]) }
    }

    @Test func betsAreCountedByWhatBecomesOfThem() async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        try await withPlatform(world: world) { running in
            let bettor = try await Bettor(running)
            for _ in 0..<3 { _ = try await bettor.place(Self.place) }
            // The second one is the first one's answer.
            for _ in 0..<2 {
                let ticket = Bettor.ticket(Self.place, price: "1.9")
                _ = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            }
            _ = try await bettor.ask("POST", Bettor.placing, "{}")
            for (value, status) in [("9.4", 409), ("9.5", 200)] {
                let answer = try await bettor.ask(
                    "POST", Bettor.cashout,
                    #"{"betId":"b-1","cashoutValue":\#(value),"cashoutType":"FULL"}"#)
                #expect(answer.status == status)
            }
            try await bettor.settle(Self.place, "WON")
            #expect(try await value("bets_total", running) == 3)
            #expect(try await value("cashouts_total", running) == 1)
            #expect(try await value("settlements_total", running) == 2)
            for (family, code) in [("betting", "906"), ("betting", "901"), ("cashout", "139")] {
                let sample = #"refusals_total{family="\#(family)",code="\#(code)"}"#
                #expect(try await value(sample, running) == 1, "\(sample)")
            }
            let commits = try #require(try await value("commits_total", running))
            let transactions = try #require(try await value("transactions_total", running))
            #expect(0 < commits && commits <= transactions)
            #expect(try await value("cashout_streams", running) == 0)
        }
    }

    @Test func heldTicketIsCountedWhileItWaits() async throws {
        let world = ScriptedWorld()
        world.set(Self.live, odds: 185, isLive: true)
        try await withPlatform({ $0.settings.liveDelayMilliseconds = 20_000 }, world: world) {
            running in
            let bettor = try await Bettor(running)
            async let placed = bettor.place(Self.live)
            // Each question waits for its answer.
            while try await value("held_tickets", running) != 1 {}
            #expect(try await bettor.openBets() == [])
            try await bettor.pass(seconds: 20)
            #expect(try await placed == "b-1")
            #expect(try await value("held_tickets", running) == 0)
        }
    }

    @Test func openStreamsAreCounted() async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        try await withPlatform(world: world) { running in
            let bettor = try await Bettor(running)
            let bet = try await bettor.place(Self.place)
            async let ended = bettor.ask("GET", "/cashout/v1/cashout-value/\(bet)")
            while try await value("cashout_streams", running) != 1 {}
            try await bettor.settle(Self.place, "LOST")
            #expect(try await ended.status == 200)
            #expect(try await value("cashout_streams", running) == 0)
        }
    }

    /// Each family has its type, its help and its samples, together and once.
    @Test func pageIsOpenMetrics() async throws {
        try await withPlatform { running in
            _ = try await Bettor(running).ask("POST", Bettor.placing, "{}")
            var families: [String] = []
            var type = ""
            for line in try await running.server.openMetrics().split(separator: "\n") {
                if let found = line.wholeMatch(of: #/# TYPE ([a-z_]+) (counter|gauge)/#) {
                    families.append(String(found.1))
                    type = String(found.2)
                    continue
                }
                let family = try #require(families.last)
                if line.hasPrefix("#") {
                    #expect(line.hasPrefix("# HELP \(family) ") && line.hasSuffix("."))
                } else {
                    let name = line.prefix { $0 != "{" && $0 != " " }
                    #expect(name == (type == "counter" ? family + "_total" : family))
                    #expect(line.split(separator: " ").last.flatMap { Int($0) } != nil)
                }
            }
            #expect(Set(families).count == families.count)
            #expect(families.contains("emsim_platform_bets"))
        }
    }
}
