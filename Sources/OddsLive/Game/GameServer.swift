import OddsExperiments

/// The server of the page as a child process, or one that runs already.
package struct GameServer: Sendable {
    /// Where it serves.
    package struct Addresses: Decodable, Sendable {
        package let page: String
        package let control: String

        package init(page: String, control: String) {
            self.page = page
            self.control = control
        }
    }

    package let addresses: Addresses
    /// The number of its process; `nil` for one that was not started here.
    package let process: Int32?
    /// What moves the odds behind it; `nil` for its own worlds.
    package let feed: GameFeed?

    package init(addresses: Addresses, process: Int32? = nil, feed: GameFeed? = nil) {
        self.addresses = addresses
        self.process = process
        self.feed = feed
    }

    /// Starts the server with worlds of its own.
    ///
    /// - Parameters:
    ///   - seed: Of its worlds.
    ///   - body: Is passed the server once it serves.
    /// - Returns: What `body` returns, and what is wrong with the server's end, if anything is.
    package static func run<Value: Sendable>(
        seed: UInt64, _ body: (GameServer) async throws -> Value
    ) async throws -> (value: Value, failure: ExperimentFailure?) {
        try await run(["--seed", "\(seed)"], feed: nil, body)
    }

    /// Starts the simulator, and the server with its odds.
    ///
    /// - Parameters:
    ///   - simulatorWords: The options of the simulator.
    ///   - matches: How many matches the server shows.
    ///   - seed: Of what the server makes itself.
    ///   - body: Is passed the server once both serve.
    /// - Returns: What `body` returns, and what is wrong with the end of either, if anything is.
    package static func run<Value: Sendable>(
        everyMatrix simulatorWords: [String], matches: Int, seed: UInt64,
        _ body: (GameServer) async throws -> Value
    ) async throws -> (value: Value, failure: ExperimentFailure?) {
        let words = simulatorWords + Simulator.measuringArguments + ["--log-level", "error"]
        let (inner, failure) = try await Simulator.run(words) { addresses, _ in
            try await run(
                [
                    "--seed", "\(seed)", "--provider", "everymatrix", "--endpoint", addresses.ws,
                    "--matches", "\(matches)",
                ], feed: GameFeed(ServerControl(addresses.control), matches: matches), body)
        }
        return (inner.value, inner.failure ?? failure)
    }

    private static func run<Value: Sendable>(
        _ words: [String], feed: GameFeed?, _ body: (GameServer) async throws -> Value
    ) async throws -> (value: Value, failure: ExperimentFailure?) {
        let words = words + ["--log-level", "error"]
        return try await ServerProcess.run(.game, called: "the game server", words) {
            (addresses: Addresses, process) in
            try await body(GameServer(addresses: addresses, process: process, feed: feed))
        }
    }
}
