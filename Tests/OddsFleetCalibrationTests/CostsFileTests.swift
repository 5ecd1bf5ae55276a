import Foundation
import OddsExperiments
import OddsFixtures
import OddsResults
import Testing

@testable import bench_fleet

@Suite struct CostsFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func result<Content: ResultContent>(_ content: Content) -> ResultEnvelope<Content> {
        ResultEnvelope(command: ["bench"], environment: GateRuns.environment, content)
    }

    @Test("Costs are read as they were written")
    func costs() throws {
        let file = try folder.file("costs.json", result(FleetFixtures.costs).json())
        #expect(try CostsFile.read(file).result == FleetFixtures.costs)
    }

    @Test("A file that is no result is refused by name", arguments: ["", "{}", "[1]", "costs"])
    func noResult(text: String) throws {
        let file = try folder.file("x.json", text.utf8)
        let failure = #expect(throws: ExperimentFailure.self) { try CostsFile.read(file) }
        #expect(failure?.status == .badData)
        #expect(failure?.message.hasPrefix("--costs \(file): not a result of bench") == true)
    }

    @Test("A result of another kind is refused, with the command that makes the right one")
    func otherKind() throws {
        let file = try folder.file("x.json", result(RunResults(runs: [])).json())
        let failure = #expect(throws: ExperimentFailure.self) { try CostsFile.read(file) }
        #expect(failure?.status == .badData)
        #expect(failure?.message.contains("bench fleet plan --calibrate") == true)
    }

    @Test("A file that is not there, and a folder, are told from each other")
    func missing() throws {
        for (path, reason) in [
            (folder.path("none"), "no such file"), (folder.url.path, "is a folder"),
        ] {
            let failure = #expect(throws: ExperimentFailure.self) { try CostsFile.read(path) }
            #expect(failure?.status == .noSuchFile)
            #expect(failure?.message.hasPrefix("--costs \(path): \(reason)") == true)
        }
    }
}
