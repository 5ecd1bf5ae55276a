import Foundation

/// The task `dump`, turn by turn: in each, every implementation runs once, in a
/// process of its own.
public final class DumpComparison: Sendable {
    private let worker: WorkerProcess
    private let earlier: WorkerProcess?
    private let events: Int
    private let file: URL
    private let records: Int, bytes: Int

    /// Writes the dump for the processes.
    ///
    /// - Parameters:
    ///   - earlier: runs an earlier program, to be compared with.
    ///   - events: the size of the dump; 77 make about 14.4 MB.
    public init(worker: WorkerProcess, earlier: WorkerProcess? = nil, events: Int = 77) throws {
        self.worker = worker
        self.earlier = earlier
        self.events = events
        let frames = try DumpTask.frames(events: events)
        records = frames.recordCount(of: 0..<1)
        bytes = frames.byteCount(of: 0..<1)
        file = FileManager.default.temporaryDirectory
            .appendingPathComponent("oddsbench-dump-\(UUID().uuidString).json")
        try Data(noCopy: frames[0]).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// Checks that all read the same page, and brings the program into the file
    /// cache.
    ///
    /// - Throws: `PeerError`.
    public func check() async throws {
        var ours: UInt64?
        for contestant in DumpTask.contestants {
            let theirs = try await run(contestant, worker).fold
            guard theirs == ours ?? theirs else {
                throw PeerError.digestsDiffer(
                    task: DumpTask.name, implementation: contestant.name,
                    ours: "\(ours ?? 0)", theirs: "\(theirs)")
            }
            ours = theirs
        }
    }

    /// One run of each, in another order each time.
    ///
    /// - Throws: `PeerError.workerFailed`.
    public func turn() async throws -> [Series] {
        var now: [String: Series] = [:]
        var before: [String: Series] = [:]
        for contestant in DumpTask.contestants.shuffled() {
            now[contestant.name] = try await measure(contestant, worker)
        }
        if let earlier {
            for contestant in DumpTask.contestants.shuffled()
            where contestant.role == .ours || contestant.role == .variant {
                before[contestant.name] = try await measure(contestant, earlier).asBefore
            }
        }
        return DumpTask.contestants.compactMap { now[$0.name] }
            + DumpTask.contestants.compactMap { before[$0.name] }
    }

    private func measure(
        _ contestant: DumpContestant, _ worker: WorkerProcess
    ) async throws -> Series {
        let run = try await run(contestant, worker)
        return Series(
            task: DumpTask.name, workload: DumpTask.name, implementation: contestant.name,
            omissions: contestant.omissions, role: contestant.role,
            nanosecondsPerRecord: [Double(run.nanoseconds) / Double(records)], frames: 1,
            records: records, bytes: bytes, residentBytesAtRest: run.residentBytesAtRest,
            residentBytesPeak: run.residentBytesPeak)
    }

    private func run(
        _ contestant: DumpContestant, _ worker: WorkerProcess
    ) async throws -> DumpRun {
        try await worker.run(
            ["dump-worker", contestant.name, file.path, "\(events)"],
            what: "dump, \(contestant.name)", as: DumpRun.self)
    }
}
