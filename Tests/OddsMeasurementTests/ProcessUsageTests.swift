import Foundation
import Testing

@testable import OddsMeasurement

@Suite struct ProcessUsageTests {
    /// The name of a process may have spaces and parentheses.
    @Test(arguments: ["emsim", "a (b) c", ") 1 2"])
    func processorTimeIsTheSumOfUserAndSystem(name: String) {
        let fields = ["S"] + (4...13).map(String.init) + ["250", "50"] + (16...52).map(String.init)
        let stat = "17 (\(name)) " + fields.joined(separator: " ")
        #expect(ProcessUsage.processorTicks(stat) == 300)
    }

    @Test func whatIsNoStatisticHasNoTime() {
        #expect(ProcessUsage.processorTicks("") == nil)
        #expect(ProcessUsage.processorTicks("17 (emsim) S 4") == nil)
    }

    #if os(Linux)
        @Test func thisProcessHasMemoryAndThatOfNobodyHasNone() throws {
            let usage = try #require(ProcessUsage.current())
            #expect(usage.residentBytes > 0)
            #expect(usage.residentBytesPeak >= usage.residentBytes)
            #expect(ProcessUsage.of(process: -1) == nil)
        }
    #endif
}
