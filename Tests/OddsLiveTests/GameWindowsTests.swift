import Testing

@testable import OddsLive

/// Windows of one measurement, added up.
@Suite struct GameWindowsTests {
    /// What the page gives for a window of ten seconds with so many samples.
    private static func figures(paints: Int, frames: Int) throws -> PageFigures {
        func histogram(_ count: Int) -> [String: Any] {
            ["unit": "us", "digits": 3, "counts": count == 0 ? [] : [[9_000, count]]]
        }
        return try PageFiguresTests.figures { object in
            object["seconds"] = 10
            object["paint"] = histogram(paints)
            object["mainThread"] = histogram(frames)
        }
    }

    /// How many windows are measured of a page that gives so much in each.
    private static func count(paints: Int, frames: Int = 600) throws -> Int {
        var windows = GameWindows()
        repeat {
            windows.add(try figures(paints: paints, frames: frames))
        } while windows.wantsAnother
        #expect(windows.nanoseconds == UInt64(windows.count) * 10_000_000_000)
        return windows.count
    }

    /// 368 samples of each.
    @Test func windowsFollowUntilPercentilesHaveTheirSamples() throws {
        #expect(try Self.count(paints: 368) == 1)
        #expect(try Self.count(paints: 367) == 2)
        #expect(try Self.count(paints: 80) == 5)
        #expect(try Self.count(paints: 1_000, frames: 180) == 3)
    }

    /// Six in all: at ten updates a second, of which one is on the screen, it would take minutes.
    @Test func windowsThatBringTooFewEnd() throws {
        #expect(try Self.count(paints: 8) == 6)
        #expect(try Self.count(paints: 0) == 6)
    }
}
