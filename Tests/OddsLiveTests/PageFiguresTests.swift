import Foundation
import OddsResults
import Testing

@testable import OddsLive

/// What the page's own measurement gives, and what is not taken for that.
@Suite struct PageFiguresTests {
    static let histogram = #"{"unit":"us","digits":3,"counts":[[900,3],[16992,1]]}"#

    static func json(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> Data {
        let text = """
            {"schema":1,"render":"frame","rate":2000,"matches":100,"seconds":10.002,
             "viewport":{"width":390,"height":844,"scale":3},
             "clock":{"offsetMs":-0.01,"errorMs":0.2,"roundTripMs":0.4},
             "paint":\(histogram),
             "stages":{"network":\(histogram),"worker":\(histogram),"frame":\(histogram)},
             "frames":{"count":600,"late":2,"longestMs":33.4,"medianMs":16.67,
                       "interval":\(histogram)},
             "mainThread":\(histogram),"longTasks":{"count":1,"longestMs":51.5},
             "longAnimationFrames":[{"startMs":4000.5,"durationMs":60,"blockingMs":10}],
             "updates":{"received":20000,"applied":19990,"coalesced":7000,"superseded":12,
                        "stale":10,"unknown":0,"sampled":1800,"unseen":4}}
            """
        var object = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        change(&object)
        return try JSONSerialization.data(withJSONObject: object)
    }

    static func figures(
        _ change: (inout [String: Any]) -> Void = { _ in }
    ) throws -> PageFigures {
        try JSONDecoder().decode(PageFigures.self, from: json(change))
    }

    /// The reason why something is refused.
    private func refusal(_ change: (inout [String: Any]) -> Void) throws -> String? {
        let data = try Self.json(change)
        do {
            _ = try JSONDecoder().decode(PageFigures.self, from: data)
            return nil
        } catch {
            return DecodingReason.text(error)
        }
    }

    @Test func figuresAreReadInNanoseconds() throws {
        let page = try Self.figures()
        #expect(page.clock.figures == GameClock(
            offsetNanoseconds: -10_000, errorNanoseconds: 200_000, roundTripNanoseconds: 400_000))
        #expect(page.paint.latencies.count == 4)
        #expect(page.paint.latencies.max == 17_007_000)
        #expect(page.longTasks.longestMs.nanoseconds == 51_500_000)
        #expect(page.stages.keys.sorted { $0.rawValue < $1.rawValue } == [
            .frame, .network, .worker,
        ])
        let windows = GameWindows(page)
        #expect(windows.nanoseconds == 10_002_000_000)
        #expect(windows.stagesInOrder.map(\.name) == [.network, .worker, .frame])
        #expect(windows.frames.late == 2 && windows.frames.medianNanoseconds == 16_670_000)
        #expect(windows.updates.sampled == 1_800)
        #expect(windows.updates.unseen == 4)
        #expect(windows.trends == nil)
    }

    @Test(arguments: [
        "schema", "render", "seconds", "viewport", "clock", "paint", "stages", "frames",
        "mainThread", "longTasks", "longAnimationFrames", "updates",
    ])
    func whatIsMissingIsNamed(field: String) throws {
        #expect(try refusal { $0[field] = nil } == "\(field) is missing")
    }

    @Test func wrongValuesAreNamed() throws {
        #expect(try refusal { $0["schema"] = 2 } == "schema: is not 1")
        #expect(try refusal { $0["seconds"] = 0 } == "seconds: is not above 0")
        #expect(try refusal { $0["render"] = "none" }?.hasPrefix("render: ") == true)
        #expect(
            try refusal { $0["clock"] = ["offsetMs": 0, "errorMs": -1, "roundTripMs": 0] }
                == "clock.errorMs: -1.0 is no time in milliseconds")
        #expect(
            try refusal { $0["longTasks"] = ["count": "1", "longestMs": 0] }
                == "longTasks.count is not a Int")
        #expect(
            try refusal { $0["stages"] = ["socket": Self.object()] }
                == "stages: there is no stage 'socket'")
    }

    private static func object(
        _ counts: [[Int]] = [[900, 3]], unit: String = "us", digits: Int = 3
    ) -> [String: Any] {
        ["unit": unit, "digits": digits, "counts": counts]
    }

    @Test(arguments: [
        ([[900, 3], [900, 1]], "paint.counts: [1]: its value is not above the one before"),
        ([[2_049, 3]], "paint.counts: [0]: 2049 is not the lowest value of a step of three digits"),
        ([[900, 0]], "paint.counts: [0]: its count is 0, or all are too many"),
        ([[1, 2], [900]], "paint.counts: [1] is no pair of a value and a count"),
        ([[-1, 2]], "the document"),
    ])
    func wrongHistogramsAreNamed(counts: [[Int]], reason: String) throws {
        let refusal = try refusal { $0["paint"] = Self.object(counts) }
        #expect(refusal?.hasPrefix(reason) == true, "\(refusal ?? "taken")")
    }

    @Test func otherUnitsAreRefused() throws {
        #expect(
            try refusal { $0["mainThread"] = Self.object(unit: "ns") }
                == "mainThread.unit: 'ns' is not 'us'")
        #expect(
            try refusal { $0["mainThread"] = Self.object(digits: 2) }
                == "mainThread.digits: 2 is not 3")
    }

    /// Windows of a soak are added up, and each is a sample.
    @Test func windowsAddUp() throws {
        var windows = GameWindows()
        for number in 1...8 {
            let page = try Self.figures {
                $0["clock"] = [
                    "offsetMs": Double(number), "errorMs": number == 3 ? 0.5 : 0.1,
                    "roundTripMs": 1,
                ]
                $0["longTasks"] = ["count": 1, "longestMs": 50 + number]
                $0["frames"] = [
                    "count": 600, "late": 2, "longestMs": number == 2 ? 80 : 30,
                    "medianMs": number == 5 ? 33 : 16, "interval": Self.object(),
                ]
            }
            windows.add(page)
            windows.note(
                page, at: UInt64(number) * 10_000_000_000, heapBytes: 4_000_000 + number * 400_000)
        }
        #expect(windows.paint.count == 32 && windows.frameCount == 4_800)
        #expect(windows.lateCount == 16)
        #expect(windows.frames.longestNanoseconds == 80_000_000)
        #expect(windows.frames.medianNanoseconds == 16_000_000)
        #expect(windows.mainThread.count == 32 && windows.frames.interval.count == 24)
        #expect(windows.updates.coalesced == 56_000 && windows.updates.superseded == 96)
        #expect(windows.series.allSatisfy { $0.lateFrames == 2 })
        #expect(windows.longTasks == GameLongTasks(count: 8, longestNanoseconds: 58_000_000))
        // The clock is as wrong as it was at its worst.
        #expect(windows.clock.offsetNanoseconds == 3_000_000)
        #expect(windows.series.map(\.heapBytes).first == 4_400_000)
        let trends = try #require(windows.trends)
        let heap = try #require(trends.trends.first { $0.metric == "heapBytes" })
        #expect(heap.isBroken && heap.median == 5_800_000)
    }

    @Test func theLongestFramesAreKept() throws {
        let frames = (1...300).map { number in
            ["startMs": Double(number), "durationMs": Double(50 + number), "blockingMs": 0]
        }
        let windows = GameWindows(try Self.figures { $0["longAnimationFrames"] = frames })
        #expect(windows.longestFrames.count == GameWindows.longFramesMax)
        #expect(windows.longestFrames.first?.startNanoseconds == 201_000_000)
        #expect(windows.longestFrames.last?.durationNanoseconds == 350_000_000)
    }

    @Test func aStateIsLiveWhenItIsLoadedAndConnected() throws {
        func state(_ load: String, _ connection: String) throws -> PageState {
            let json = """
                {"loadState":"\(load)","connection":"\(connection)","digest":"ab","pages":1,
                 "counters":{"received":3,"sockets":1,"loads":1}}
                """
            return try JSONDecoder().decode(PageState.self, from: Data(json.utf8))
        }
        #expect(try state("loaded", "live").isLive)
        #expect(try !state("loaded", "connecting").isLive)
        #expect(try !state("loading", "live").isLive)
        #expect(try state("loaded", "live").counters.received == 3)
    }
}

extension GameWindows {
    /// One window.
    init(_ page: PageFigures) {
        self.init()
        add(page)
    }
}
