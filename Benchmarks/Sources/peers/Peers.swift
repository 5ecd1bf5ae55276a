import ArgumentParser
import PeerBenchmarks

@main
struct Peers: ParsableCommand {
    @Option var rounds = 7
    @Option var frames = 160_000
    mutating func run() throws {
        let set = try FrameSet.odds(updateCount: frames)
        print(set.count, "frames", set.recordCount(of: set.updates), set.byteCount(of: set.updates), set.byteCount(of: 0..<1))
        for task in PeerTask.all {
            for line in try task.compare(on: set, rounds: rounds) {
                print(line.task, line.implementation, line.nanosecondsPerRecord, line.bytesPerSecond / 1e9, line.ratioToOurs)
            }
        }
    }
}
