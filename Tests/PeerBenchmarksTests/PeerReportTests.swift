import Foundation
import Testing

@testable import PeerBenchmarks

@Suite struct PeerReportTests {
    private var report: PeerReport {
        let ours = measurement("ours", samples: [10, 12, 11], ours: 11)
        var theirs = measurement("theirs", samples: [33], ours: 11)
        theirs.residentBytesAtRest = 2_000_000
        return PeerReport(
            command: "peers", commit: "c0ffee", machine: PeerEnvironment(), tasks: [ours, theirs])
    }

    private func measurement(
        _ implementation: String, samples: [Double], ours: Double
    ) -> PeerResult {
        PeerResult(
            task: "decode", workload: "odds", implementation: implementation, omissions: "",
            samples: samples, ours: ours, frames: 2, records: 10, bytes: 1_000)
    }

    @Test func jsonFollowsItsSchema() throws {
        let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
        #expect(object?["schema"] as? String == "oddsbench.peers/1")
        #expect(object?["commit"] as? String == "c0ffee")
        let tasks = try #require(object?["tasks"] as? [[String: Any]])
        #expect(tasks.map { $0["implementation"] as? String } == ["ours", "theirs"])
        #expect(tasks[0]["nanosecondsPerRecord"] as? Double == 11)
        #expect(tasks[1]["ratioToOurs"] as? Double == 3)
        #expect(tasks[1]["bytesPerSecond"] as? Double == 100 / 33 * 1e9)
    }

    @Test func columnsAreAligned() {
        let table = report.text.split(separator: "\n").dropFirst()
        #expect(Set(table.map(\.count)).count == 1)
        #expect(report.markdown.contains("| theirs         |"))
    }

    @Test func medianOfAnEvenNumberIsTheMeanOfTheMiddle() {
        #expect(Spread([4, 1, 3, 2]).median == 2.5)
    }
}
