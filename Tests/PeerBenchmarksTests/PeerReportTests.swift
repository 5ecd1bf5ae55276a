import Foundation
import Testing

@testable import PeerBenchmarks

@Suite struct PeerReportTests {
    private func series(
        _ task: String, _ workload: String, _ implementation: String, _ role: Role,
        _ costs: [Double]
    ) -> Series {
        Series(
            task: task, workload: workload, implementation: implementation, omissions: "",
            role: role, nanosecondsPerRecord: costs, frames: 2, records: 10, bytes: 1_000)
    }

    /// Eight processes, each as much slower than the one before as it may be.
    private func processes(
        _ count: Int, _ task: String = "decode", _ workload: String = "odds",
        theirs: (Int) -> Double
    ) -> [[Series]] {
        (0..<count).map { index in
            let ours = 10 + Double(index)
            return [
                series(task, workload, "ours", .ours, [ours, 3 * ours, ours]),
                series(task, workload, "ours (again)", .again, [ours]),
                series(task, workload, "theirs", .rival, [theirs(index) * ours]),
                series(task, workload, "slow", .rival, [100 * ours]),
                series(task, workload, "theirs (walk)", .part, [ours / 2]),
            ]
        }
    }

    private func report(
        _ tasks: [[Series]], captured: CapturedTraffic? = nil, commit: String? = "c0ffee",
        failure: String? = nil
    ) async throws -> PeerReport {
        var measured = Measured()
        measured.tasks = tasks
        return PeerReport(
            words: ["peers"], captured: captured, commit: commit, failure: failure,
            machine: try await PeerEnvironment(program: URL(fileURLWithPath: "/nowhere/peers")),
            measured: measured)
    }

    @Test("JSON has each process's median, and the ratio with its interval")
    func json() async throws {
        let report = try await report(processes(8) { 3 + Double($0 % 2) })
        let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
        #expect(object?["schema"] as? String == "oddsbench.peers/2")
        #expect(object?["commit"] as? String == "c0ffee")
        #expect((object?["objections"] as? [String])?.isEmpty == true)
        let tasks = try #require(object?["tasks"] as? [[String: Any]])
        let names = ["ours", "ours (again)", "theirs", "slow", "theirs (walk)"]
        #expect(tasks.map { $0["implementation"] as? String } == names)
        #expect(tasks[0]["processMedians"] as? [Double] == (0..<8).map { 10 + Double($0) })
        // Drift over processes, which both share, does not widen the interval.
        let ratio = try #require(tasks[2]["ratioToOurs"] as? Double)
        #expect(abs(ratio - 12.0.squareRoot()) < 1e-9)
        let low = try #require(tasks[2]["ratioToOursLow"] as? Double)
        #expect(low > 3 && low < ratio)
    }

    @Test("An earlier program's own is compared with the same of today, in a table of its own")
    func earlier() async throws {
        let measured = processes(6) { _ in 2 }.map { process in
            process + [
                series("decode", "odds", "ours (delta)", .variant, [100]),
                series("decode", "odds", "ours (delta)", .before, [400]),
            ]
        }
        let report = try await report(measured)
        let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
        let rows = try #require(object?["earlier"] as? [[String: Any]])
        #expect(rows.count == 1)
        #expect(rows.first?["implementation"] as? String == "ours (delta)")
        #expect(rows.first?["ratio"] as? Double == 4)
        let tasks = try #require(object?["tasks"] as? [[String: Any]])
        #expect(tasks.count == 6, "what is of today alone")
        #expect(report.text.contains("Before: ours of an earlier program"))
    }

    @Test("Only what is ours is taken from an earlier program")
    func ofEarlier() {
        let roles = [Role.ours, .again, .variant, .rival, .part].map {
            series("apply", "odds", "x", $0, [1]).asBefore?.role
        }
        #expect(roles == [.before, nil, .before, nil, nil])
    }

    @Test("An earlier program measures ours, whatever else is wanted, and no other")
    func namesOfEarlier() {
        #expect(PeerJob.namesOfEarlier(among: [SimdjsonApply.name]) == ["ours"])
        #expect(
            PeerJob.namesOfEarlier(among: ["ours (delta)", "naive"]) == ["ours", "ours (delta)"])
        #expect(PeerJob.namesOfEarlier(among: []) == ["ours", "ours (delta)", "ours (full)"])
    }

    @Test("A task with some of its implementations still has ours, first")
    func someImplementations() {
        let some = PeerTask.apply.of([SimdjsonApply.name]).contestants.map(\.name)
        #expect(some == ["ours", SimdjsonApply.name])
        #expect(PeerTask.apply.of([]).contestants.count == PeerTask.apply.contestants.count)
    }

    @Test("Versions are those that the libraries name")
    func versions() async throws {
        let report = try await report(processes(6) { _ in 2 })
        let object = try JSONSerialization.jsonObject(with: report.json) as? [String: Any]
        let machine = try #require(object?["machine"] as? [String: Any])
        for key in ["simdjsonVersion", "sqliteVersion"] {
            let version = try #require(machine[key] as? String)
            #expect(version.split(separator: ".").count >= 3, "\(key): \(version)")
        }
        #expect(machine["simdjson"] != nil && machine["simdjsonOnDemand"] != nil)
    }

    @Test("The fastest rival of each task stands in the comparison, the worst for ours first")
    func worstFirst() async throws {
        let report = try await report(
            processes(6, "apply", "odds") { 3 + Double($0) / 100 }
                + processes(6, "tree", "odds") { 0.5 + Double($0) / 1000 }
                + processes(6, "decode", "odds") { $0 % 2 == 0 ? 0.8 : 1.4 })
        let rows = report.comparisons
        #expect(rows.map(\.task) == ["tree", "decode", "apply"])
        #expect(rows.map(\.implementation) == ["theirs", "theirs", "theirs"])
        #expect(rows.map(\.ours) == ["slower", "not told apart", "faster"])
        let decoding = Goal.ratioMin(
            task: "decode", workload: "odds", simdjson: report.machine.simdjson)
        #expect(rows.map(\.goal) == [1, decoding, 2.2])
        #expect(rows.map(\.outcome) == [.missed, .missed, .met])
    }

    @Test("Ours again is no rival, but shows what cannot be told apart")
    func identical() async throws {
        let identical = try await report(processes(6) { _ in 2 }).identical
        #expect(identical.map(\.implementation) == ["ours (again)"])
        #expect(identical.map(\.ours) == ["not told apart"])
    }

    @Test("Fewer than six processes give no interval, and tell nothing apart")
    func fewProcesses() async throws {
        let few = try await report(processes(5) { _ in 2 })
        #expect(few.comparisons[0].ratioLow == nil)
        #expect(few.comparisons[0].ours == "not told apart")
        #expect(few.comparisons[0].outcome == .open)
        #expect(few.objections == ["5 of at least 6 processes"])
    }

    @Test("What must not be published says why")
    func objections() async throws {
        let tasks = processes(6) { _ in 2 }
        #expect(try await report(tasks).objections.isEmpty)
        #expect(try await report(tasks, commit: nil).objections.count == 1)
        let dirty = try await report(tasks, commit: "c0ffee-dirty", failure: "tree: broke")
        #expect(dirty.objections == ["partial: tree: broke", "the sources were modified"])
        #expect(dirty.markdown.contains("**Not to be published: partial: tree: broke.**"))
        #expect(dirty.text.hasPrefix("NOT TO BE PUBLISHED: partial: tree: broke\n"))
    }

    @Test func columnsAreAligned() async throws {
        let report = try await report(processes(6) { _ in 2 })
        let table = report.text.components(separatedBy: "decode, odds frames\n\n")[1]
            .components(separatedBy: "\n\n")[0].split(separator: "\n")
        #expect(Set(table.map(\.count)).count == 1)
        #expect(report.markdown.contains("| theirs         |"))
    }

    @Test func medianOfAnEvenNumberIsTheMeanOfTheMiddle() {
        #expect(Spread([4, 1, 3, 2]).median == 2.5)
    }
}
