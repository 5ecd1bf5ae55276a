import Foundation
import OddsOptions
import OddsResults
import Testing

@testable import bench_metrics

@Suite struct OpenMetricsTests {
    private func snapshot(
        repetition: Int = 1, interval number: Int?, strategy: String = "graph",
        isComplete: Bool = false
    ) -> LiveSnapshot {
        var interval = number.map {
            LiveInterval(
                number: $0, atNanoseconds: 1_000_000_000, responseP50: 4_500, responseP99: 60_000,
                responseMax: 250_000, serviceP50: 4_000,
                serviceP99: isComplete ? 9_000 : nil, frames: 100, updates: 350, seconds: 0.5,
                residentBytes: 1_048_576, allocatedBytes: isComplete ? 524_288 : nil)
        }
        if isComplete {
            var counts = SocketCounts()
            counts.errorFrames = ["BUSY": 1]
            interval?.socket = counts
        }
        return LiveSnapshot(
            command: "soak", strategy: strategy, repetition: repetition, phase: .measuring,
            elapsedSeconds: 3, totalSeconds: 12, offeredRate: 10_000, interval: interval)
    }

    @Test func pageHasTheLatestInterval() {
        var page = OpenMetricsPage()
        #expect(page.text == "# EOF\n", "nothing has begun")
        page.take(snapshot(interval: 0))
        let lines = page.text.split(separator: "\n").map(String.init)
        let labels = #"command="soak",strategy="graph""#
        for line in [
            "# TYPE oddsbench_response_time_seconds summary",
            "# UNIT oddsbench_response_time_seconds seconds",
            "oddsbench_response_time_seconds{\(labels),quantile=\"0.5\"} 4.5e-06",
            "oddsbench_response_time_seconds{\(labels),quantile=\"0.99\"} 6e-05",
            "oddsbench_response_time_max_seconds{\(labels)} 0.00025",
            "oddsbench_service_time_seconds{\(labels),quantile=\"0.5\"} 4e-06",
            "oddsbench_updates_per_second{\(labels)} 700.0",
            "oddsbench_offered_updates_per_second{\(labels)} 10000.0",
            "oddsbench_resident_memory_bytes{\(labels)} 1048576.0",
            "oddsbench_run_progress_ratio{\(labels)} 0.25",
            "oddsbench_updates_total{\(labels)} 350",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(lines.last == "# EOF")
        #expect(!page.text.contains("heap_allocated"), "what is missing is absent")
        #expect(!lines.contains { $0.contains("service_time_seconds") && $0.contains("0.99") })
    }

    /// SR-N4.
    @Test func pageHasTheCountsOfSockets() {
        var page = OpenMetricsPage()
        page.take(snapshot(interval: 0))
        #expect(!page.text.contains("socket_frames"))
        var last = snapshot(interval: 1)
        var counts = SocketCounts()
        counts.socketFramesRejected = 3
        counts.errorFrames = ["BUSY": 2, "a\"b": 1]
        counts.changesIgnored = 5
        last.interval?.socket = counts
        page.take(last)
        let labels = #"command="soak",strategy="graph""#
        for line in [
            "# TYPE oddsbench_socket_frames_rejected counter",
            "oddsbench_socket_frames_rejected_total{\(labels)} 3",
            #"oddsbench_error_frames_total{\#(labels),error_type="BUSY"} 2"#,
            #"oddsbench_error_frames_total{\#(labels),error_type="a\"b"} 1"#,
            "oddsbench_elements_rejected_total{\(labels)} 0",
            "oddsbench_changes_ignored_total{\(labels)} 5",
            "oddsbench_changes_before_refreshed_total{\(labels)} 0",
        ] {
            #expect(page.text.contains(line + "\n"), "\(line)")
        }
    }

    /// Snapshots come ten times a second, and most of them with an interval that was
    /// there before.
    @Test func eachIntervalCountsOnce() {
        var page = OpenMetricsPage()
        for number in [nil, 0, 0, 1, 1, 1] { page.take(snapshot(interval: number)) }
        for number in [0, 0, 1] { page.take(snapshot(repetition: 2, interval: number)) }
        page.take(snapshot(interval: 0, strategy: "delta"))
        #expect(page.text.contains(#"frames_total{command="soak",strategy="graph"} 400"#))
        #expect(page.text.contains(#"frames_total{command="soak",strategy="delta"} 100"#))
    }

    /// So do the steps of a search, and a run that is made again, which are of the same
    /// repetition, even with a single interval each.
    @Test func eachRunHasItsOwnIntervals() {
        var page = OpenMetricsPage()
        for number in [nil, 0, 1, 2, 2, nil, 0, 0, 1, nil, 0, nil, 0, 0] {
            page.take(snapshot(interval: number))
        }
        #expect(page.text.contains(#"frames_total{command="soak",strategy="graph"} 700"#))
        #expect(page.text.contains(#"updates_total{command="soak",strategy="graph"} 2450"#))
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The names of the metrics in a text.
    private func names(in text: String) -> Set<String> {
        Set(text.matches(of: /oddsbench_[a-z_]+/).map { String($0.output) })
    }

    /// The names of a page that lacks no figure.
    private var served: Set<String> {
        var page = OpenMetricsPage()
        page.take(snapshot(interval: 0, isComplete: true))
        let samples = page.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Set(samples.compactMap { $0.split(separator: "{").first.map(String.init) })
    }

    @Test func articleNamesEveryMetric() throws {
        let article = try String(
            contentsOf: Self.folder.appending(
                path: "Sources/OddsHarness/OddsHarness.docc/LiveMetrics.md"), encoding: .utf8)
        let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `oddsbench_") }
        let documented = rows.compactMap { $0.split(separator: "`").dropFirst().first }
        #expect(documented.map(String.init).sorted() == served.sorted())
        #expect(names(in: article).subtracting(served) == [])
    }

    @Test func dashboardShowsMetricsThatThereAre() throws {
        let dashboard = try String(
            contentsOf: Self.folder.appending(path: "Monitoring/grafana.json"), encoding: .utf8)
        let shown = names(in: dashboard)
        #expect(shown.count > 6 && shown.subtracting(served) == [])
    }

    @Test func pageSaysWhatMeasures() {
        var page = OpenMetricsPage()
        page.take(snapshot(interval: nil))
        let line = "oddsbench_info{command=\"soak\",version=\"\(ReleaseNumber.text)\"} 1"
        #expect(page.text.contains("# TYPE oddsbench info\n"))
        #expect(page.text.split(separator: "\n").contains { $0 == line })
    }

    @Test func labelsAreEscaped() {
        var page = OpenMetricsPage()
        page.take(snapshot(interval: 0, strategy: "a\"b\\c\nd"))
        #expect(page.text.contains(#"strategy="a\"b\\c\nd""#))
    }
}
