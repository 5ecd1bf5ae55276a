import Foundation
import SimdjsonPeer

/// Where the figures come from.
public struct Machine: Encodable, Sendable {
    public let processor: String
    public let cores: Int
    public let memoryBytes: UInt64
    public let system: String
    /// The one-minute load average: what else the machine did at the start.
    public let load: Double
    /// Of ours; it is the one that builds the benchmarks.
    public let compiler: String
    /// The kernels that simdjson chose.
    public let simdjson: String

    public init() {
        let process = ProcessInfo.processInfo
        processor = Self.processorName ?? "unknown"
        cores = process.activeProcessorCount
        memoryBytes = process.physicalMemory
        system = process.operatingSystemVersionString
        var loads = [0.0]
        load = getloadavg(&loads, 1) == 1 ? loads[0] : .nan
        compiler = Self.compilerName
        simdjson = String(cString: simdjsonImplementationName())
    }

    private static var processorName: String? {
        let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
        return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
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
