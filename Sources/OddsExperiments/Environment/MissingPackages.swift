import Foundation
import OddsMeasurement

/// Debian packages that provide what this machine lacks.
package struct MissingPackages: Sendable {
    package struct Package: Equatable, Sendable {
        package let name: String
        /// What is missing without it.
        package let purpose: String

        /// The line of a list.
        package var line: String { "\(purpose): install \(name)" }
    }

    package let packages: [Package]

    /// Looks for each of them: a file or a program that is really there.
    ///
    /// - Parameter chartPaths: Where Chart.js may be.
    package init(chartPaths: [String]) async {
        var packages: [Package] = []
        if !chartPaths.contains(where: FileManager.default.fileExists(atPath:)) {
            packages.append(
                Package(name: "node-chart.js", purpose: "reports have no plots without Chart.js"))
        }
        let hasValgrind = await Tool.firstLine(of: ["valgrind", "--version"]) != nil
        if !InstructionCounter.isAvailable, !hasValgrind {
            packages.append(
                Package(
                    name: "valgrind",
                    purpose: "instructions cannot be counted, as the processor's counter is not"
                        + " available"))
        } else if !hasValgrind {
            packages.append(
                Package(name: "valgrind", purpose: "count-records has no callgrind"))
        }
        if Allocator.isJemalloc, await Tool.output(of: ["jeprof", "--version"]) == nil {
            packages.append(
                Package(name: "libjemalloc-dev", purpose: "heap profiles have no jeprof"))
        }
        self.packages = packages
    }

    /// The command that installs all of them.
    package var command: [String] {
        ["apt-get", "install", "--yes", "--no-install-recommends"] + packages.map(\.name)
    }

    /// Installs all of them, as root or by sudo without a password.
    ///
    /// - Throws: `ExperimentFailure` with the command, where this is not permitted or
    ///   fails.
    package func install() async throws {
        let isRoot = geteuid() == 0
        let prefix = isRoot ? [] : ["sudo", "-n"]
        let text = "sudo " + command.joined(separator: " ")
        guard await Tool.output(of: prefix + ["apt-get", "--version"]) != nil else {
            throw ExperimentFailure(
                .unavailable, "packages cannot be installed from here; run '\(text)'")
        }
        // Lists may be old; where they cannot be had anew, the old ones may do.
        _ = await Tool.output(of: prefix + ["apt-get", "update", "-qq"])
        guard await Tool.output(of: prefix + command) != nil else {
            throw ExperimentFailure(
                .unavailable, "apt-get failed; run '\(text)' to see what it says")
        }
    }
}
