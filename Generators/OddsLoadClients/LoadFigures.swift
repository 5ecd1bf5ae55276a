import Foundation
import Histogram
import NIOCore

/// What clients have received.
package struct LoadFigures: Sendable {
    /// Nanoseconds from when a frame was due until it was read, up to a minute.
    package var latency = Histogram<UInt64>(
        highestTrackableValue: 60_000_000_000, numberOfSignificantValueDigits: .three)
    package var frameCount = 0
    package var byteCount = 0
    package var recordCount = 0
    package var dumpCount = 0
    /// Connections that were closed.
    package var closedCount = 0

    package init() {}

    /// Adds what other clients have received.
    package mutating func add(_ other: LoadFigures) {
        latency.add(other.latency)
        frameCount += other.frameCount
        byteCount += other.byteCount
        recordCount += other.recordCount
        dumpCount += other.dumpCount
        closedCount += other.closedCount
    }

    /// Counts the change records of a frame by a property name that occurs once
    /// in each record and nowhere else in the simulator's frames. Parsing the
    /// frames would load the client more than the server.
    mutating func countRecords(of frame: UnsafeRawBufferPointer) {
        let name: StaticString = #""changeType""#
        let letterOffset = 7
        guard let start = frame.baseAddress else { return }
        var position = letterOffset
        let last = frame.count - (name.utf8CodeUnitCount - letterOffset)
        while position <= last,
            let letter = memchr(start + position, CInt(UInt8(ascii: "T")), last - position + 1)
        {
            let found = UnsafeRawPointer(letter) - letterOffset
            if memcmp(found, name.utf8Start, name.utf8CodeUnitCount) == 0 { recordCount += 1 }
            position = letter - UnsafeMutableRawPointer(mutating: start) + 1
        }
    }

    /// The figures as one line of JSON.
    package func json(connections: Int, seconds: Double) -> String {
        var members = [
            #""connections":\#(connections)"#, #""closed":\#(closedCount)"#,
            #""dumps":\#(dumpCount)"#, #""framesPerSecond":\#(Int(Double(frameCount) / seconds))"#,
            #""bytesPerSecond":\#(Int(Double(byteCount) / seconds))"#,
            #""recordsPerSecond":\#(Int(Double(recordCount) / seconds))"#,
        ]
        if latency.totalCount > 0 {
            for (name, percentile) in [("p50", 50.0), ("p99", 99), ("p99.9", 99.9), ("max", 100)] {
                let milliseconds = Double(latency.valueAtPercentile(percentile)) / 1e6
                members.append(#""\#(name)Milliseconds":\#(milliseconds)"#)
            }
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}

/// The figures of all clients of one thread. A histogram per client would take
/// more memory than everything else, and cause page faults during the
/// measurement.
package final class LoadMeter: @unchecked Sendable {
    // Unchecked: all mutable state is only used on `loop`.
    package let loop: any EventLoop
    var seen = LoadFigures()
    private(set) var isMeasuring = false

    package init(loop: any EventLoop) { self.loop = loop }

    /// Forgets what came so far, and notes latencies from now on.
    package func begin() -> EventLoopFuture<Void> {
        loop.submit { [self] in
            seen = LoadFigures()
            isMeasuring = true
        }
    }

    /// What has come.
    package func figures() -> EventLoopFuture<LoadFigures> { loop.submit { [self] in seen } }
}
