import Foundation
import OddsMeasurement
import SimdjsonPeer

/// The machine and the tools that the figures come from.
public struct PeerEnvironment: Encodable, Sendable {
    /// The processor's name.
    public let processor: String
    /// The number of cores.
    public let cores: Int
    public let memoryBytes: UInt64
    public let system: String
    /// The one-minute load average at the start: other work on the machine.
    public let load: Double
    /// The Swift compiler that built the benchmarks.
    public let compiler: String
    /// The kernels that simdjson chose for this processor.
    public let simdjson: String

    /// The environment of this process.
    public init() {
        let machine = Machine.current()
        processor = machine.processor ?? "unknown"
        cores = machine.coreCount
        memoryBytes = machine.memoryBytes
        system = machine.operatingSystem
        var loads = [0.0]
        load = getloadavg(&loads, 1) == 1 ? loads[0] : .nan
        compiler = Self.compilerName
        simdjson = String(cString: simdjsonImplementationName())
    }

    private static var compilerName: String {
        #if compiler(>=6.4)
            "Swift 6.4 or newer"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.1 or 6.2"
        #endif
    }
}
