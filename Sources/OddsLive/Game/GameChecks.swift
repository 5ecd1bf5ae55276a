import OddsResults

/// What page and server must agree on, or no figure of the run counts.
enum GameChecks {
    /// What both had at one moment, with the stream paused.
    typealias Ends = (page: PageState, world: GameControl.World)

    static let received = "received"

    /// All of them.
    ///
    /// - Parameters:
    ///   - before: Both ends before the page was measured; `nil` if it was not, or lost its
    ///     connection meanwhile: what was sent then is not received.
    ///   - after: Both ends afterwards.
    ///   - problems: What the browser noted.
    ///   - rows: What the document shows.
    static func all(
        before: Ends?, after: Ends, problems: [String], rows: [GameRow]
    ) -> [PlatformCheck] {
        [digest(after), self.rows(rows, after.world)]
            + (before.map { [received($0, after)] } ?? []) + [console(problems)]
    }

    /// All odds that the page's worker has, those of rows that were never drawn included.
    private static func digest(_ ends: Ends) -> PlatformCheck {
        let (page, world) = (ends.page.digest, ends.world.digest)
        let count = FigureFormat.count(Double(ends.world.matches.count))
        return PlatformCheck(
            "digest", isOK: page == world,
            page == world
                ? "both have the odds of \(count) matches, digest \(world)"
                : "the page's odds have the digest \(page), the server's \(world)")
    }

    /// What a reader sees.
    private static func rows(_ rows: [GameRow], _ world: GameControl.World) -> PlatformCheck {
        let shown = Dictionary(rows.map { ($0.matchID, $0) }) { $1 }
        let wrong = world.matches.first { shown[$0.matchID] != $0.row }
        let isOK = wrong == nil && shown.count == world.matches.count
        let detail: String
        if isOK {
            detail = "\(FigureFormat.counted(rows.count, "row")) show what the server has"
        } else if let wrong {
            let row = shown[wrong.matchID].map { "\($0.teamA) and \($0.teamB)" } ?? "nothing"
            detail = """
                match \(wrong.matchID) shows \(row), and the server has \(wrong.row.teamA) and \
                \(wrong.row.teamB)
                """
        } else {
            detail = """
                \(FigureFormat.counted(shown.count, "row")), and the server has \
                \(FigureFormat.count(Double(world.matches.count))) matches
                """
        }
        return PlatformCheck("rows", isOK: isOK, detail)
    }

    /// From before the measurement on.
    private static func received(_ before: Ends, _ after: Ends) -> PlatformCheck {
        let sent = after.world.sent - before.world.sent
        let received = after.page.counters.received - before.page.counters.received
        let texts = [sent, received].map { FigureFormat.count(Double($0)) }
        return PlatformCheck(
            self.received, isOK: sent == received,
            sent == received
                ? "\(texts[0]) updates were sent and received"
                : "\(texts[0]) updates were sent, and \(texts[1]) received")
    }

    private static func console(_ problems: [String]) -> PlatformCheck {
        PlatformCheck(
            "console", isOK: problems.isEmpty,
            problems.isEmpty ? "no error and no warning" : problems.joined(separator: "; "))
    }
}

extension GameControl.World.Match {
    /// As the page has to show it, with two places.
    var row: GameRow {
        GameRow(matchID: matchID, teamA: Self.text(teamAOdds), teamB: Self.text(teamBOdds))
    }

    /// `2.10`.
    private static func text(_ odds: Double) -> String {
        let hundredths = Int((odds * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
