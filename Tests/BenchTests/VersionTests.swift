import ArgumentParser
import OddsOptions
import Testing

@testable import bench_core
@testable import bench_live
@testable import bench_metrics
@testable import bench_platform
@testable import bench_presets
@testable import emload
@testable import emsim

/// The answers of programs to `--version`.
@Suite struct VersionTests {
    /// Also where another option is needed to run.
    @Test func eachProgramSaysItsNameAndTheReleaseNumber() throws {
        let programs: [(any ParsableCommand.Type, String)] = [
            (Bench.self, "bench"), (BenchLive.self, "bench"), (BenchPlatform.self, "bench"),
            (BenchPresets.self, "bench"), (BenchMetrics.self, "bench-metrics"),
            (EMSim.self, "emsim"), (EMLoad.self, "emload"),
        ]
        for (program, name) in programs {
            let request = #expect(throws: (any Error).self) {
                try program.parseAsRoot(["--version"])
            }
            let error = try #require(request)
            #expect(program.exitCode(for: error) == .success)
            #expect(program.fullMessage(for: error) == "\(name) \(ReleaseNumber.text)")
        }
    }
}
