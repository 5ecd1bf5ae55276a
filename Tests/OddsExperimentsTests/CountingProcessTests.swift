import Foundation
import OddsHarness
import Testing

@testable import OddsExperiments

@Suite struct CountingProcessTests {
    @Test("A debug build counts no instructions")
    func debugBuildsGiveNoFigures() {
        guard !Harness.isOptimized else { return }
        #expect(throws: HarnessError.unoptimized) {
            _ = try CountingProcess.count(Data())
        }
    }
}
