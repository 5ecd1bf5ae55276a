import Foundation
import OddsExperiments
import OddsMeasurement
import OddsResults

/// The page of live odds in a browser, driven by its own interface `game`.
struct GamePage: Sendable {
    let page: BrowserPage

    /// Waits until a condition on the page's state holds.
    ///
    /// - Returns: The state, or `nil` if it did not hold in time.
    func wait(
        within limit: Duration, until isMet: (PageState) async throws -> Bool
    ) async throws -> PageState? {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            // There is no interface before the page's script has run.
            if try await page.value(of: "typeof window.game", as: String.self) == "object" {
                let state = try await state()
                if try await isMet(state) { return state }
            }
            try await Task.sleep(for: GamePlan.pollInterval)
        }
        return nil
    }

    /// Waits until the page shows odds and gets new ones.
    ///
    /// - Throws: `ExperimentFailure` if it does not, and after a signal.
    func waitUntilLive() async throws {
        var last: PageState?
        let live = try await wait(within: GamePlan.liveLimit) {
            try Interruption.current.check()
            last = $0
            return $0.isLive
        }
        guard live == nil else { return }
        let problems = await page.takeProblems().first.map { ": \($0)" } ?? ""
        let state = last.map { "'\($0.loadState)', '\($0.connection)'" } ?? "without a script"
        throw ExperimentFailure(
            .childDied, "the page is \(state) after \(GamePlan.liveLimit)\(problems)")
    }

    func state() async throws -> PageState {
        try await page.value(of: "game.inspect()", as: PageState.self)
    }

    func measure(_ duration: Duration) async throws -> PageFigures {
        try await value("measure", duration)
    }

    func measureIdle(_ duration: Duration) async throws -> PageFrames {
        struct Idle: Decodable {
            let frames: PageFrames
        }
        return try await (value("measureIdle", duration) as Idle).frames
    }

    /// A value that takes as long as it measures, unless a signal comes before.
    private func value<Value: Decodable & Sendable>(
        _ function: String, _ duration: Duration
    ) async throws -> Value {
        let limit = duration + GamePlan.answerLimit
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await page.value(
                    of: "game.\(function)(\(duration / .seconds(1)))", within: limit,
                    as: Value.self)
            }
            group.addTask {
                try await Interruption.current.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let value = first else {
                try Interruption.current.check()
                throw DevToolsError.tooLate(method: "game.\(function)", limit: limit)
            }
            return value
        }
    }

    /// What page and worker keep, in bytes; `nil` where the browser does not say.
    func heapBytes() async throws -> Int? {
        try await page.value(
            of: "game.heap()", within: GamePlan.answerLimit, as: PageHeap?.self)?.bytes
    }

    /// The odds of all rows as the document shows them, once each was on the screen: what is
    /// further away than a screen need not be drawn.
    func rows() async throws -> [GameRow] {
        try await page.value(
            of: Self.walk, called: "rows", within: GamePlan.equalLimit, as: [GameRow].self)
    }

    /// Scrolls from the first row to the last, half a screen at a time, and back.
    private static let walk = """
        (async () => {
            const seen = new Map();
            const frame = () => new Promise((done) => {
                requestAnimationFrame(() => setTimeout(done, 0));
            });
            const note = async () => {
                for (let n = 0; n < 3; n += 1) await frame();
                for (const row of game.shown()) seen.set(row[0], row);
            };
            const place = document.scrollingElement;
            place.scrollTo({ top: 0, behavior: "instant" });
            await note();
            // A list that grows at its end is at its end twice.
            for (let ends = 0; ends < 2;) {
                const before = place.scrollTop;
                place.scrollBy({ top: innerHeight / 2, behavior: "instant" });
                await note();
                ends = place.scrollTop > before ? 0 : ends + 1;
            }
            place.scrollTo({ top: 0, behavior: "instant" });
            await note();
            return [...seen.values()];
        })()
        """
}

/// A row of the page: a match, and the texts of its odds.
struct GameRow: Decodable, Equatable {
    let matchID: Int
    let teamA: String
    let teamB: String

    init(matchID: Int, teamA: String, teamB: String) {
        self.matchID = matchID
        self.teamA = teamA
        self.teamB = teamB
    }

    /// `[1001,"1.85","2.10"]`, or `[1001,"–","–"]` for a match without odds, which digests have
    /// as 0.
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        matchID = try container.decode(Int.self)
        let texts = try (container.decode(String.self), container.decode(String.self))
        teamA = texts.0 == "–" ? "0.00" : texts.0
        teamB = texts.1 == "–" ? "0.00" : texts.1
    }

    /// The digest of rows as the server has it of its odds: one line each, by match.
    static func digest(_ rows: [GameRow]) -> String {
        let lines = rows.sorted { $0.matchID < $1.matchID }
            .map { "\($0.matchID) \($0.teamA) \($0.teamB)\n" }
        return SHA256Digest(of: lines.joined().utf8).hexadecimal
    }
}
