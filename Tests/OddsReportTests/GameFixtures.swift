import OddsResults

@testable import OddsReport

/// What results of `bench game` are made of.
enum GameFixtures {
    static func frames(late: Int = 3, count: Int = 600) -> GameFrames {
        GameFrames(
            count: count, late: late, longestNanoseconds: 33_400_000,
            medianNanoseconds: 16_670_000,
            interval: LoadFixtures.summary(16_600_000, count: count))
    }

    /// A run with all that one can have.
    static func run(
        _ render: GameRender = .frame, rate: Int = 2_000, _ repetition: Int = 1,
        status: RunResult.Status = .ok, paint: UInt64 = 12_000_000, count: Int = 2_000,
        main: UInt64 = 1_500_000, late: Int = 3, longest: UInt64 = 0
    ) -> GameRun {
        var run = GameRun(
            render: render, rate: rate, repetition: repetition, idle: frames(late: 1))
        run.clock = GameClock(
            offsetNanoseconds: -12_000, errorNanoseconds: 90_000, roundTripNanoseconds: 180_000)
        run.paint = LoadFixtures.summary(paint, count: count)
        run.frames = frames(late: late)
        run.mainThread = LoadFixtures.summary(main)
        run.lateness = LoadFixtures.summary(20_000)
        run.status = status
        run.reason = status == .ok ? nil : "of an idle page 4.20% of the frames were late"
        run.windowNanoseconds = 10_000_000_000
        run.stages = GameStage.Name.allCases.enumerated().map { position, name in
            GameStage(name: name, time: LoadFixtures.summary(UInt64(position + 1) * 500_000))
        }
        run.longTasks = GameLongTasks(count: longest > 0 ? 2 : 0, longestNanoseconds: longest)
        run.longAnimationFrames = [
            GameLongFrame(
                startNanoseconds: 4_000_000_000, durationNanoseconds: 61_000_000,
                blockingNanoseconds: 11_000_000)
        ]
        run.updates.received = 20_000
        run.updates.applied = 19_990
        run.updates.coalesced = 700
        run.updates.superseded = 12
        run.updates.stale = 10
        run.updates.sampled = 1_800
        run.updates.unseen = 4
        run.heapBytesBefore = 3 << 20
        run.heapBytesAfter = 4 << 20
        run.series = (1...8).map { window in
            GameSample(
                atNanoseconds: UInt64(window) * 10_000_000_000,
                paint: LoadFixtures.summary(paint), mainThread: LoadFixtures.summary(main),
                lateFrames: 2, heapBytes: 4 << 20)
        }
        run.trends = SoakTrends(of: [
            ("heapBytes", 0.05, (run.series ?? []).map { (at: $0.atNanoseconds, value: 4e6) })
        ])
        run.checks = [
            PlatformCheck("digest", isOK: true, "100 matches, digest 0123456789abcdef"),
            PlatformCheck("rows", isOK: status != .invalid, "100 rows as the server has them"),
        ]
        run.cutShortNanoseconds = 4_000_000_000
        return run
    }

    static func load(_ repetition: Int = 1, status: RunResult.Status = .ok) -> GameLoad {
        var load = GameLoad(
            pages: 1_000, rate: 10, repetition: repetition,
            delay: LoadFixtures.summary(900_000), lateness: LoadFixtures.summary(300_000),
            opening: LoadFixtures.summary(4_000_000))
        load.status = status
        load.reason = status == .ok ? nil : "the pages were late"
        load.windowNanoseconds = 10_000_000_000
        load.updates = 100_000
        load.messages = 100_000
        load.messageBytes = 9_000_000
        load.server.residentBytesIdle = 20_000_000
        load.server.residentBytesLoaded = 70_000_000
        load.server.residentBytesPeak = 75_000_000
        load.server.processorShareIdle = 0.01
        load.server.processorShare = 0.51
        load.client.residentBytesIdle = 30_000_000
        load.client.processorShare = 0.4
        load.client.processorShareIdle = 0.01
        load.client.residentBytesLoaded = 40_000_000
        load.client.residentBytesPeak = 41_000_000
        load.checks = [PlatformCheck("received", isOK: true, "100,000 sent and received")]
        return load
    }

    static func result(
        _ runs: [GameRun], loads: [GameLoad]? = nil, goals: [GameJudgement]? = nil
    ) -> ResultEnvelope<GameResult> {
        var content = GameResult(matches: 100, provider: "everymatrix", runs: runs)
        content.browser = "Chrome/156.0.8078.108"
        content.viewport = GameViewport(width: 390, height: 844, scale: 3)
        content.loads = loads
        content.goals = goals
        return LoadFixtures.envelope(["bench", "game", "--rates", "10,2000"], content)
    }
}
