import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Shows what this machine and this build can measure.",
        discussion: "Takes about a second, during which it measures steal time.\n\n"
            + "Example: bench doctor")

    @Flag(
        help: """
            Install the Debian packages that are missing, as root or by sudo without a password.
            """)
    var install = false

    @OptionGroup
    var output: OutputFileOption

    func run() async throws {
        let output = try ResultOutput(path: output.path)
        let before = ProcessorTime.current()
        let quality = TickClock.shared.quality()
        try await Task.sleep(for: .seconds(1))
        let environment = await EnvironmentDescription.current(
            since: Date(), processorTime: before)
        let missing = await MissingPackages(chartPaths: PlottingLibrary.paths)
        if install, !missing.packages.isEmpty {
            StandardError.print("bench: \(missing.command.joined(separator: " "))")
            try await missing.install()
        }
        let lacking = install
            ? await MissingPackages(chartPaths: PlottingLibrary.paths) : missing
        try output.write(
            lines: await machineLines(environment, quality) + [""]
                + featureLines(environment, lacking))
    }

    private func machineLines(
        _ environment: EnvironmentDescription, _ quality: ClockQuality
    ) -> [String] {
        let machine = environment.machine
        let stolen = environment.stolenShare.map { String(format: "%.1f%%", $0 * 100) }
        let rows: [(String, String)] = [
            ("cores", "\(machine.coreCount)\(machine.coreCount < 2 ? " (runs need 2)" : "")"),
            ("processor", machine.processor ?? FigureFormat.missing),
            ("memory", FigureFormat.bytes(Double(machine.memoryBytes))),
            ("system", "\(machine.operatingSystem), kernel \(machine.kernel)"),
            ("steal time", "\(stolen ?? FigureFormat.missing) in the last second"),
            ("timer", TickClock.shared.countsTicks ? "time-stamp counter" : "the system's"),
            ("timer resolution", "\(quality.stepNanosecondsMin) ns"),
            ("timer cost", "\(FigureFormat.number(quality.readingNanoseconds)) ns per reading"),
            ("allocator", environment.allocator),
            ("build", environment.buildMode),
            ("toolchain", environment.toolchain ?? FigureFormat.missing),
            ("commit", environment.commit?.description ?? FigureFormat.missing),
        ]
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 }
    }

    private func featureLines(
        _ environment: EnvironmentDescription, _ missing: MissingPackages
    ) async -> [String] {
        var lines = environment.missing + missing.packages.map(\.line)
        if !missing.packages.isEmpty { lines.append("'bench doctor --install' installs them") }
        if environment.toolchain == nil {
            lines.append("the toolchain is missing in results: put `swift` on the PATH")
        }
        if ProcessMemory.current() == nil {
            lines.append("resident set sizes are missing: they need Linux")
        }
        if environment.stolenShare == nil {
            lines.append("steal time is missing: it needs Linux")
        }
        if CoreAssignment(allowed: CoreAffinity.allowedCores()).measured == nil {
            lines.append(
                "a dedicated core for the measured thread and jitter figures are missing: they"
                    + " need Linux and two cores")
        }
        let isListed = missing.packages.contains { $0.name == "libjemalloc-dev" }
        if !isListed, let reason = await HeapProfileReport.missingReason { lines.append(reason) }
        return lines.isEmpty ? ["nothing is missing"] : lines
    }
}
