import Foundation
import OddsMeasurement
import OddsReconstruction
import OddsTraffic
import SimdjsonPeer

/// The task `dump`: from the bytes of an INITIAL_DUMP in memory until the state
/// can be read, and the first page of events has been. Each run in a process
/// of its own, so that none inherits warm caches or memory.
public enum DumpTask {
    public static let name = "dump"

    static let contestants = [
        DumpContestant(OursApply<IncrementalGraph>.self),
        DumpContestant(OursApply<IncrementalGraph>.self, name: "ours (again)", role: .again),
        DumpContestant(
            OursApply<IncrementalGraph>.self, name: "ours (whole tree)", role: .variant,
            readsAll: true),
        DumpContestant(SimdjsonApply.self),
        DumpContestant(FoundationApply.self),
        DumpContestant(NaiveApply.self),
        DumpContestant(GRDBApply.self, name: "GRDB (decoded by ours)"),
    ]

    /// A dump of about 14.4 MB for 77 events.
    static func frames(events: Int) throws -> FrameSet {
        try FrameSet(
            name: "dump", traffic: .odds(events: events, markets: 50), updateCount: 0)
    }

    /// Does one run in this process.
    ///
    /// - Parameters:
    ///   - path: a file that holds the dump and nothing else.
    ///   - events: how many events are in it.
    /// - Throws: `PeerError`, `.unoptimized` in a debug build.
    public static func run(
        _ implementation: String, path: String, events: Int
    ) throws -> DumpRun {
        try Optimization.require()
        return try readPage(implementation, path: path, events: events)
    }

    /// The same in any build, whose figures then mean nothing.
    static func readPage(
        _ implementation: String, path: String, events: Int
    ) throws -> DumpRun {
        guard let contestant = contestants.first(where: { $0.name == implementation }) else {
            throw PeerError.unknown(name: implementation, known: contestants.map(\.name))
        }
        return try contestant.run(try FrameSet(name: name, framePath: path), events)
    }
}

/// What a run took. Memory is the growth of the resident set, the dump's own
/// bytes not counted; none where it cannot be read.
public struct DumpRun: Codable, Sendable {
    var nanoseconds: UInt64
    var residentBytesAtRest: Int?
    var residentBytesPeak: Int?
    /// What was read of the first events.
    var fold: UInt64
}

/// One implementation of the task.
struct DumpContestant: Sendable {
    /// The events that an app shows first.
    static let pageEvents = 20

    let name: String
    let omissions: String
    let role: Role
    let run: @Sendable (FrameSet, _ events: Int) throws -> DumpRun

    init<Store: TreePeer & ~Copyable>(
        _: Store.Type, name: String = Store.name, role: Role = Store.role, readsAll: Bool = false
    ) {
        self.name = name
        self.role = role
        omissions = Store.treeOmissions
        run = { frames, events in
            let page = min(Self.pageEvents, events)
            ProcessMemory.resetPeak()
            let before = ProcessMemory.current()
            var store = try Store()
            var fold: UInt64 = 0
            let nanoseconds = try measuredNanoseconds {
                try store.prepare(frames, 0..<1)
                try store.apply(0..<1, of: frames)
                fold = try store.readEvents(at: 0..<page)
                if readsAll { peerKeep(try store.readEvents(at: page..<events)) }
            }
            let after = ProcessMemory.current()
            // Keeps the state alive until its memory has been measured.
            peerKeep(try store.readEvents(at: 0..<1))
            let start = before?.residentBytes
            return DumpRun(
                nanoseconds: nanoseconds,
                residentBytesAtRest: Self.growth(from: start, to: after?.residentBytes),
                residentBytesPeak: Self.growth(from: start, to: after?.residentBytesPeak),
                fold: fold)
        }
    }

    private static func growth(from before: Int?, to after: Int?) -> Int? {
        guard let before, let after else { return nil }
        return after - before
    }
}
