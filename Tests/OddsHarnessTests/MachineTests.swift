import OddsMeasurement
import Testing

@testable import OddsHarness

/// What the machine tells of itself: no figures are expected, only that they
/// are there and consistent.
@Suite struct MachineTests {
    @Test func measuredThreadHasTheLastCoreToItself() {
        #expect(CoreAssignment(allowed: [0, 1, 5]).measured == 5)
        #expect(CoreAssignment(allowed: [0, 1, 5]).others == [0, 1])
        #expect(CoreAssignment(allowed: [3]).measured == nil)
        #expect(CoreAssignment(allowed: [3]).others == [3])
        #expect(CoreAssignment(allowed: []).others.isEmpty)
    }

    @Test func threadMovesToItsCores() {
        let allowed = CoreAffinity.allowedCores()
        #expect(!CoreAffinity.pin(to: []))
        #if os(Linux)
            #expect(!allowed.isEmpty)
            #expect(CoreAffinity.pin(to: [allowed[0]]))
            #expect(CoreAffinity.allowedCores() == [allowed[0]])
            #expect(CoreAffinity.pin(to: allowed))
            #expect(CoreAffinity.allowedCores() == allowed)
        #endif
    }

    @Test func usageOnlyGrows() {
        let before = ThreadUsage.current()
        var sum = 0
        for number in 0..<1_000 { sum &+= number }
        let used = ThreadUsage.current().since(before)
        #expect(sum == 499_500)
        #expect(used.minorFaultCount >= 0)
        #expect(before.since(before) == .zero)
    }

    @Test func memoryIsThatOfThisProcess() throws {
        #if os(Linux)
            let memory = try #require(ProcessMemory.current())
            #expect(memory.residentBytes > 1 << 20)
            #expect(memory.residentBytesPeak >= memory.residentBytes)
            if let proportional = memory.proportionalBytes {
                #expect(proportional > 0 && proportional <= memory.residentBytes)
            }
        #else
            #expect(ProcessMemory.current() == nil)
        #endif
    }

    @Test func jitterThreadRecordsOnlyWhenAsked() {
        let silent = JitterMonitor(cores: []).finish()
        #expect(silent.wakeDelay.count == 0)
        #expect(silent.processorShare == 0)
        #expect(silent.cores.isEmpty)
    }
}
