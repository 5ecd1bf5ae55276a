/// Live odds in a browser: what the page shows, when, and at what cost; and what a thousand
/// pages cost their server.
package struct GameResult: ResultContent {
    package static var kind: String { "game" }

    /// Matches of each page.
    package var matches: Int
    /// Who moves the odds behind the server, such as `everymatrix`; `nil` for the server's own
    /// worlds.
    package var provider: String?
    /// What the browser calls itself; `nil` without one.
    package var browser: String?
    /// What the page saw of a screen; `nil` without a browser.
    package var viewport: GameViewport?
    /// The measurements of one page each, in order of execution.
    package var runs: [GameRun]
    /// The goals that `--gate` judged; `nil` without it.
    package var goals: [GameJudgement]?
    /// The measurements of many pages without a browser; `nil` if there are none.
    package var loads: [GameLoad]?

    package init(matches: Int, provider: String? = nil, runs: [GameRun] = []) {
        self.matches = matches
        self.provider = provider
        self.runs = runs
    }

    /// The runs that differ in their repetition alone, in the order of the first of them.
    package var groups: [(render: GameRender, rate: Int, runs: [GameRun])] {
        var groups: [(render: GameRender, rate: Int, runs: [GameRun])] = []
        for run in runs {
            let known = groups.firstIndex { $0.render == run.render && $0.rate == run.rate }
            guard let known else {
                groups.append((run.render, run.rate, [run]))
                continue
            }
            groups[known].runs.append(run)
        }
        return groups
    }

    /// The ways to draw, in the order of their first runs.
    package var renders: [GameRender] {
        runs.map(\.render.rawValue).uniqued().compactMap(GameRender.init)
    }

    /// The rates, ascending.
    package var rates: [Int] { Set(runs.map(\.rate)).sorted() }
}

/// When and how the page draws what it receives.
package enum GameRender: String, CaseIterable, Codable, Sendable {
    /// Once a frame, the cells that changed: the page as it is.
    case frame
    /// The cells of each message at once.
    case message
    /// The whole visible list anew at each message.
    case all
}

/// The part of the page that is on the screen, in CSS pixels.
package struct GameViewport: Codable, Equatable, Sendable {
    package var width: Int
    package var height: Int
    /// Device pixels of a CSS pixel.
    package var scale: Double

    package init(width: Int, height: Int, scale: Double) {
        self.width = width
        self.height = height
        self.scale = scale
    }
}
