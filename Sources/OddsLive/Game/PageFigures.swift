import OddsMeasurement
import OddsResults

/// What `game.measure()` of the page gives, checked.
struct PageFigures: Decodable {
    let render: GameRender
    let seconds: Double
    let viewport: GameViewport
    let clock: PageClock
    let paint: PageHistogram
    let stages: [GameStage.Name: PageHistogram]
    let frames: PageFrames
    let mainThread: PageHistogram
    let longTasks: LongTasks
    let longAnimationFrames: [LongFrame]
    let updates: Updates

    struct LongTasks: Decodable {
        let count: Int
        let longestMs: PageTime
    }

    struct LongFrame: Decodable {
        let startMs: PageTime
        let durationMs: PageTime
        let blockingMs: PageTime
    }

    struct Updates: Decodable {
        let received: Int
        let applied: Int
        let coalesced: Int
        let superseded: Int
        let stale: Int
        let unknown: Int
        let sampled: Int
        let unseen: Int
    }

    private enum CodingKeys: String, CodingKey {
        case schema, render, seconds, viewport, clock, paint, stages, frames, mainThread, longTasks
        case longAnimationFrames, updates
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard try container.decode(Int.self, forKey: .schema) == 1 else {
            throw DecodingError.dataCorruptedError(
                forKey: .schema, in: container, debugDescription: "is not 1")
        }
        render = try container.decode(GameRender.self, forKey: .render)
        seconds = try container.decode(Double.self, forKey: .seconds)
        viewport = try container.decode(GameViewport.self, forKey: .viewport)
        clock = try container.decode(PageClock.self, forKey: .clock)
        paint = try container.decode(PageHistogram.self, forKey: .paint)
        let stages = try container.decode([String: PageHistogram].self, forKey: .stages)
        frames = try container.decode(PageFrames.self, forKey: .frames)
        mainThread = try container.decode(PageHistogram.self, forKey: .mainThread)
        longTasks = try container.decode(LongTasks.self, forKey: .longTasks)
        longAnimationFrames = try container.decode([LongFrame].self, forKey: .longAnimationFrames)
        updates = try container.decode(Updates.self, forKey: .updates)
        self.stages = try Dictionary(
            uniqueKeysWithValues: stages.map { name, histogram in
                guard let name = GameStage.Name(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .stages, in: container,
                        debugDescription: "there is no stage '\(name)'")
                }
                return (name, histogram)
            })
        guard seconds.isFinite, seconds > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .seconds, in: container, debugDescription: "is not above 0")
        }
    }
}

/// The page's clock against the server's.
struct PageClock: Decodable {
    let offsetMs: Double
    let errorMs: PageTime
    let roundTripMs: PageTime

    var figures: GameClock {
        // Beyond a century the clocks are not of one world.
        let offset = (offsetMs * 1e6).rounded()
        return GameClock(
            offsetNanoseconds: Int(max(min(offset, 3e18), -3e18)),
            errorNanoseconds: errorMs.nanoseconds,
            roundTripNanoseconds: roundTripMs.nanoseconds)
    }
}

/// The frames of a page for a while.
struct PageFrames: Decodable {
    let count: Int
    let late: Int
    let longestMs: PageTime
    let medianMs: PageTime
    let interval: PageHistogram
}

/// A time of the page, in its milliseconds.
struct PageTime: Decodable, Equatable {
    let nanoseconds: UInt64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let milliseconds = try container.decode(Double.self)
        guard milliseconds.isFinite, (0...1e12).contains(milliseconds) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(milliseconds) is no time in milliseconds")
        }
        nanoseconds = UInt64((milliseconds * 1e6).rounded())
    }
}

/// A histogram of the page, of whole microseconds with three significant digits:
/// `{"unit":"us","digits":3,"counts":[[value,count],…]}`.
struct PageHistogram: Decodable {
    var latencies: LatencyHistogram

    private enum CodingKeys: String, CodingKey { case unit, digits, counts }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func wrong(_ key: CodingKeys, _ what: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: what)
        }
        let unit = try container.decode(String.self, forKey: .unit)
        guard unit == "us" else { throw wrong(.unit, "'\(unit)' is not 'us'") }
        let digits = try container.decode(Int.self, forKey: .digits)
        guard digits == 3 else { throw wrong(.digits, "\(digits) is not 3") }
        let pairs = try container.decode([[UInt64]].self, forKey: .counts)
        if let position = pairs.firstIndex(where: { $0.count != 2 }) {
            throw wrong(.counts, "[\(position)] is no pair of a value and a count")
        }
        do throws(SparseHistogramError) {
            latencies = try LatencyHistogram(
                microseconds: pairs.map { (value: $0[0], count: $0[1]) })
        } catch {
            throw wrong(.counts, error.description)
        }
    }
}

/// What `game.inspect()` of the page gives, as far as it is read here.
struct PageState: Decodable {
    struct Counters: Decodable {
        /// Updates, since the page was opened.
        let received: Int
        /// Sockets opened.
        let sockets: Int
    }

    let loadState: String
    let connection: String
    /// Of all odds that the page has, as that of the server.
    let digest: String
    let counters: Counters

    /// Whether it shows odds, and gets new ones.
    var isLive: Bool { loadState == "loaded" && connection == "live" }
}

/// What `game.heap()` gives.
struct PageHeap: Decodable {
    let bytes: Int
}
