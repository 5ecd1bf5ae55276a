import Foundation
import Subprocess

extension DumpTask {
    /// Runs each implementation `runs` times, in turns, in new processes.
    ///
    /// - Parameters:
    ///   - worker: this program, whose command `dump-worker` does one run.
    ///   - events: the size of the dump; 77 make about 14.4 MB.
    public static func compare(
        worker: URL, events: Int = 77, runs: Int
    ) async throws -> [PeerResult] {
        let frames = try frames(events: events)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("oddsbench-dump-\(UUID().uuidString).json")
        try Data(noCopy: frames[0]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // The first turn checks, and brings the program into the file cache.
        let ours = try await spawn(worker, contestants[0].name, file, events)
        for contestant in contestants.dropFirst() {
            let theirs = try await spawn(worker, contestant.name, file, events)
            guard theirs.fold == ours.fold else {
                throw PeerError.digestsDiffer(
                    task: name, implementation: contestant.name, ours: "\(ours.fold)",
                    theirs: "\(theirs.fold)")
            }
        }
        var results = [[DumpRun]](repeating: [], count: contestants.count)
        for _ in 0..<runs {
            for (index, contestant) in contestants.enumerated() {
                results[index].append(try await spawn(worker, contestant.name, file, events))
            }
        }
        return measurements(of: results, frames)
    }

    private static func spawn(
        _ worker: URL, _ implementation: String, _ file: URL, _ events: Int
    ) async throws -> DumpRun {
        let process = try await Subprocess.run(
            .path(.init(worker.path)),
            arguments: ["dump-worker", implementation, file.path, "\(events)"],
            output: .bytes(limit: .max), error: .currentStandardError)
        guard process.terminationStatus.isSuccess else {
            throw PeerError.workerFailed(implementation: implementation)
        }
        return try JSONDecoder().decode(DumpRun.self, from: Data(process.standardOutput))
    }

    private static func measurements(
        of results: [[DumpRun]], _ frames: FrameSet
    ) -> [PeerResult] {
        let records = frames.recordCount(of: 0..<1)
        let samples = results.map { $0.map { Double($0.nanoseconds) / Double(records) } }
        let ours = Spread(samples[0]).median
        return contestants.indices.map { index in
            var line = PeerResult(
                task: name, workload: frames.name, implementation: contestants[index].name,
                omissions: contestants[index].omissions, samples: samples[index], ours: ours,
                frames: 1, records: records, bytes: frames.byteCount(of: 0..<1))
            line.residentBytesAtRest = median(results[index].compactMap(\.residentBytesAtRest))
            line.residentBytesPeak = median(results[index].compactMap(\.residentBytesPeak))
            return line
        }
    }

    private static func median(_ values: [Int]) -> Int? {
        values.isEmpty ? nil : Int(Spread(values.map(Double.init)).median)
    }
}
