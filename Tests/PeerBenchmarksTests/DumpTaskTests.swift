import Foundation
import Testing

@testable import PeerBenchmarks

@Suite struct DumpTaskTests {
    @Test func everyImplementationReadsTheSamePage() throws {
        let events = 3
        let frames = try DumpTask.frames(events: events)
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("oddsbench-test-\(UUID().uuidString).json")
        try Data(frames[0]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let folds = try DumpTask.contestants.map {
            try DumpTask.readPage($0.name, path: file.path, events: events).fold
        }
        #expect(folds[0] != 0)
        #expect(Set(folds).count == 1)
    }

    @Test func anUnknownImplementationIsRefused() {
        #expect(throws: PeerError.self) {
            try DumpTask.readPage("nobody", path: "", events: 1)
        }
    }
}
