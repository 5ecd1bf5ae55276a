import OddsClient
import OddsSimulator
import PlatformFixture
import ServicesProvider
import Testing

/// Streams that were closed, and are not to be opened again within the test: platform
/// contract, sections 2 and 8.2.
@Suite(.timeLimit(.minutes(5))) struct StreamPauseTests {
    enum End: CaseIterable {
        case connection
        case session
    }

    /// Runs with a client whose streams the server closes at once, and who waits a year.
    private func withPause(
        _ body: (ServicesProviderClient) async throws -> Void
    ) async throws {
        try await withPlatform(world: ScriptedWorld(events: 1)) { running in
            let year = Duration.seconds(365 * 86_400)
            try await running.withLogin(
                { $0.backoff = Backoff(initial: year, cap: year) },
                { client, _ in
                    running.faults.set(
                        FaultPlan(rules: [FaultRule(.sseClose, everySeconds: 0.02)]))
                    try await body(client)
                })
        }
    }

    /// Ends the connection or the session once the content is stale.
    private func expectEnd<Content>(
        of contents: Subscription<Content>, with end: End, _ client: ServicesProviderClient
    ) async throws {
        var changes = contents.makeAsyncIterator()
        while let change = try await changes.next() {
            if case .disconnected = change { break }
        }
        switch end {
        case .connection: client.disconnect()
        case .session: try await client.logout()
        }
        let error = try await failure {
            while try await changes.next() != nil { Issue.record("not the end") }
        }
        #expect(error == (end == .connection ? .cancelled : nil))
        #expect(!Task.isCancelled)
    }

    @Test(arguments: End.allCases)
    func cashoutStreamEndsInThePause(_ end: End) async throws {
        try await withPause { client in
            let bet = try await client.place(.single())
            let values = try client.subscribeToCashoutValue(betId: bet.betID)
            try await expectEnd(of: values, with: end, client)
        }
    }

    @Test(arguments: End.allCases)
    func walletStreamEndsInThePause(_ end: End) async throws {
        try await withPause { client in
            try await expectEnd(of: client.subscribeUserWallet(), with: end, client)
        }
    }
}
