import Foundation
import Testing

@testable import OddsMeasurement

@Suite struct ProcessMeterTests {
    @Test("The bytes of a process are those of its calls, not those of its disks")
    func bytes() throws {
        let text = "rchar: 6976\nwchar: 12\nsyscr: 10\nsyscw: 0\nread_bytes: 7\nwrite_bytes: 8\n"
        let (read, written) = try #require(ProcessMeter.bytes(text))
        #expect(read == 6_976)
        #expect(written == 12)
    }

    @Test("Counters that are not there are none", arguments: ["", "rchar: 1", "rchar: x\nwchar: 1"])
    func missing(text: String) { #expect(ProcessMeter.bytes(text) == nil) }

    #if os(Linux)
        @Test("What a process does is counted to the nanosecond, and to the byte")
        func counts() throws {
            let meter = try #require(ProcessMeter(of: ProcessInfo.processInfo.processIdentifier))
            let before = try #require(meter.read())
            let file = try #require(FileHandle(forWritingAtPath: "/dev/null"))
            try file.write(contentsOf: Data(repeating: 1, count: 100_000))
            let after = try #require(meter.read())
            #expect(after.processorNanoseconds > before.processorNanoseconds)
            #expect(after.bytesWritten >= before.bytesWritten + 100_000)
            #expect(after.time > before.time)
        }

        @Test("There is no meter of a process that does not exist")
        func nobody() { #expect(ProcessMeter(of: (1 << 22) + 1) == nil) }
    #endif
}
