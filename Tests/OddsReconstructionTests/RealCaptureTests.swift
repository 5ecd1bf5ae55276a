import OddsMeasurement
import Foundation
import OddsCapture
import OddsReference
import OddsTestInputs
import Testing

enum RealCaptures {
    /// The folder of recorded traffic; `nil` where there is none.
    static let folder = ProcessInfo.processInfo.environment["ODDSBENCH_CAPTURES"]
}

/// Recorded traffic, from the folder that `ODDSBENCH_CAPTURES` names: each
/// strategy and the reference make the snapshot of it that the contract
/// demands. Counts and digests were made by the reference and checked by a
/// second one, in another language, over the same captures.
@Suite(.enabled(if: RealCaptures.folder != nil, "ODDSBENCH_CAPTURES is not set"))
struct RealCaptureTests {
    struct Expected: Equatable, Sendable {
        var frames: Int
        var recordsApplied: Int
        var orphanUpdates = 0
        var events = 0
        var eventInfos = 0
        var markets = 0
        var outcomes = 0
        var bettingOffers = 0
        /// The number of entities by type.
        var references: [String: Int]
        /// Of the canonical text of the snapshot document.
        var sha256: String
    }

    static let expected: [String: Expected] = [
        "disciplines.ndjson": Expected(
            frames: 4, recordsApplied: 21, orphanUpdates: 2, references: ["SPORT": 9],
            sha256: "41ef237c9d3992293b894457b375cdbdb5d7fad3d75ec66d84137cde087e957b"),
        "event-part-scores.ndjson": Expected(
            frames: 1, recordsApplied: 1, references: ["EVENT_PART_SCORE": 1],
            sha256: "eb82abad4f54a681aafbb15890d481b906589af18f455207fcddff6cfbfa9209"),
        "football-live-dump.ndjson": Expected(
            frames: 1, recordsApplied: 269, events: 8, eventInfos: 44, markets: 23, outcomes: 62,
            bettingOffers: 62, references: ["MAIN_MARKET": 7, "POPULAR_MATCHES_NUMBER": 1],
            sha256: "12a698c05422fd9cfbc310a6f7fd0d8de7242c917f3a4822264b0e2b769a17ee"),
        "live-all-disciplines.ndjson": Expected(
            frames: 21, recordsApplied: 464, events: 10, eventInfos: 47, markets: 32,
            outcomes: 64, bettingOffers: 64,
            references: [
                "SPORT": 16, "LOCATION": 22, "EVENT_CATEGORY": 3, "EVENT_STATISTICS": 1,
                "MAIN_MARKET": 3, "MARKET_INFO": 27, "LIVE_MATCHES_NUMBER": 1,
            ],
            sha256: "c19f1508a5dd6635a51b7d6e6c26277d283cf1f5f48db362d1d4eb831d8508a3"),
        "market-groups.ndjson": Expected(
            frames: 1, recordsApplied: 15, references: ["MARKET_GROUP": 15],
            sha256: "8ab1b11a93657be27ad3487a3224685dd8ab7429142d1ddb5734043b84ed081b"),
    ]

    @Test(arguments: expected.keys.sorted(), Subject.allCases)
    func snapshotIsTheOneThatTheContractDemands(file: String, subject: Subject) throws {
        let capture = try #require(ReferenceCapture(Self.read(file)))
        var channels: [UTF8Text: any ChannelUnderTest] = [:]
        for name in capture.channels { channels[name] = subject.makeChannel(name: name) }
        for frame in capture.frames {
            #expect(channels[frame.channel]!.receive(frame.text).disposition == .applied)
        }
        let snapshots = capture.channels.map { channels[$0]!.snapshot }
        #expect(Self.summary(snapshots) == Self.expected[file])
    }

    @Test func everyCaptureOfTheFolderIsKnown() throws {
        let folder = try #require(RealCaptures.folder)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.filter { $0.hasSuffix(".ndjson") }.sorted() == Self.expected.keys.sorted())
    }

    /// What the project reads captures with finds the same frames.
    @Test(arguments: expected.keys.sorted())
    func captureReaderFindsTheSameFrames(file: String) throws {
        let capture = try #require(ReferenceCapture(Self.read(file)))
        let folder = try #require(RealCaptures.folder)
        var reader = try CaptureReader(path: "\(folder)/\(file)")
        for frame in capture.frames {
            let found = try reader.next()
            #expect(found?.channel == frame.channel.description)
            #expect(found?.bytes == frame.text)
        }
        #expect(try reader.next() == nil)
    }

    private static func read(_ file: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: try #require(RealCaptures.folder))
        return Array(try Data(contentsOf: folder.appendingPathComponent(file)))
    }

    // MARK: Counting

    private static func summary(_ channels: [SnapshotValue]) -> Expected {
        let document = SnapshotValue.object(["channels": .array(channels)])
        let digest = SHA256Digest(of: document.canonicalText.utf8)
        let events = channels.flatMap { $0["events"].elements }
        let markets = events.flatMap { $0["markets"].elements }
        let outcomes = markets.flatMap { $0["outcomes"].elements }
        var references: [String: Int] = [:]
        for channel in channels {
            guard case .object(let types) = channel["references"] else { continue }
            for (type, entities) in types {
                references[type.description, default: 0] += entities.elements.count
            }
        }
        func counter(_ name: UTF8Text) -> Int {
            channels.reduce(0) { $0 + (Int($1["counters"][name].canonicalText) ?? 0) }
        }
        return Expected(
            frames: counter("framesApplied"), recordsApplied: counter("recordsApplied"),
            orphanUpdates: counter("orphanUpdates"), events: events.count,
            eventInfos: events.reduce(0) { $0 + $1["eventInfos"].elements.count },
            markets: markets.count, outcomes: outcomes.count,
            bettingOffers: outcomes.reduce(0) { $0 + $1["bettingOffers"].elements.count },
            references: references,
            sha256: digest.hexadecimal)
    }
}

extension SnapshotValue {
    fileprivate var elements: [SnapshotValue] {
        if case .array(let elements) = self { elements } else { [] }
    }
}
