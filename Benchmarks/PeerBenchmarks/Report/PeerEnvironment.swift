import Foundation
import GRDB
import OddsMeasurement
import SimdjsonPeer
import Subprocess

/// The machine and the tools that the figures come from. Versions are what the
/// libraries say of themselves.
public struct PeerEnvironment: Encodable, Sendable {
    /// The processor's name.
    public let processor: String
    /// The number of cores.
    public let cores: Int
    public let memoryBytes: UInt64
    public let system: String
    /// The one-minute load average at the start: other work on the machine.
    public let load: Double
    /// The Swift compiler's version line; without a compiler on the path, the
    /// language version that built the benchmarks.
    public let compiler: String
    /// The compiler of the C++.
    public let cxxCompiler: String
    /// The kernels that simdjson chose for this processor at run time.
    public let simdjson: String
    /// The kernels that its On-Demand code was compiled for.
    public let simdjsonOnDemand: String
    public let simdjsonVersion: String
    public let sqliteVersion: String
    /// The checked-out version of GRDB, which has no constant for it; `nil` if
    /// the build folder is gone.
    public let grdbVersion: String?

    /// The environment of this process.
    ///
    /// - Parameter program: this program, in its build folder.
    public init(program: URL) async throws {
        let machine = Machine.current()
        processor = machine.processor ?? "unknown"
        cores = machine.coreCount
        memoryBytes = machine.memoryBytes
        system = machine.operatingSystem
        var loads = [0.0]
        load = getloadavg(&loads, 1) == 1 ? loads[0] : .nan
        compiler = await Self.compilerLine() ?? Self.compilerName
        cxxCompiler = String(cString: simdjsonCompiler())
        simdjson = String(cString: simdjsonImplementationName())
        simdjsonOnDemand = String(cString: simdjsonBuiltinName())
        simdjsonVersion = String(cString: SimdjsonPeer.simdjsonVersion())
        sqliteVersion = try Self.sqliteVersion()
        grdbVersion = Self.checkedOutVersion(of: "grdb.swift", program: program)
    }

    private static func sqliteVersion() throws -> String {
        try DatabaseQueue().read {
            try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "unknown"
        }
    }

    private static func compilerLine() async -> String? {
        let process = try? await Subprocess.run(
            .name("swift"), arguments: ["--version"], output: .string(limit: 4096),
            error: .discarded)
        guard let process, process.terminationStatus.isSuccess else { return nil }
        return process.standardOutput.split(whereSeparator: \.isNewline).first.map(String.init)
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

    /// What the package manager says that it built, in the build folder above
    /// the program.
    private static func checkedOutVersion(of package: String, program: URL) -> String? {
        var folder = program.resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let file = folder.appendingPathComponent("workspace-state.json")
            if let data = try? Data(contentsOf: file) {
                let state = try? JSONDecoder().decode(WorkspaceState.self, from: data)
                let found = state?.object.dependencies.first { $0.packageRef.identity == package }
                return found?.state.checkoutState?.version
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private struct WorkspaceState: Decodable {
        struct Object: Decodable { var dependencies: [Dependency] }
        struct Dependency: Decodable {
            var packageRef: Reference
            var state: State
        }
        struct Reference: Decodable { var identity: String }
        struct State: Decodable { var checkoutState: Checkout? }
        struct Checkout: Decodable { var version: String? }

        var object: Object
    }
}
