import Foundation

/// Release builds of this package's programs, by the compiler on the PATH. They
/// use Foundation's `Process`, because `bench` has no dependencies: it is built
/// before every start.
package enum ReleaseBuild {
    /// Whether the programs are built with jemalloc.
    #if BENCH_JEMALLOC
        package static let usesJemalloc = true
    #else
        package static let usesJemalloc = false
    #endif

    /// The folder of the package that this was compiled from.
    ///
    /// - Throws: `LaunchError.noPackage` if it is no longer there.
    package static func packageFolder() throws(LaunchError) -> URL {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let manifest = folder.appending(path: "Package.swift").path
        guard FileManager.default.fileExists(atPath: manifest) else {
            throw .noPackage(folder: folder.path)
        }
        return folder
    }

    /// Whether a source file was modified, by hand or by git, after the program
    /// was built. Times of commits do not matter, as a commit modifies no file.
    ///
    /// - Parameters:
    ///   - program: The executable.
    ///   - package: The folder of the package.
    ///   - folders: Those of the sources that count.
    package static func isOlderThanSources(
        _ program: URL, in package: URL, folders: [String] = Program.allSources
    ) -> Bool {
        guard let built = changeTime(program) else { return true }
        var sources = [package.appending(path: "Package.swift")]
        for folder in folders {
            let files = FileManager.default.enumerator(
                at: package.appending(path: folder), includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                if file.pathExtension == "swift" { sources.append(file) }
            }
        }
        return sources.compactMap(changeTime).contains { $0 > built }
    }

    private static func changeTime(_ file: URL) -> Date? {
        let file = file.resolvingSymlinksInPath()
        return try? file.resourceValues(forKeys: [.contentModificationDateKey])
            .contentModificationDate
    }

    /// Builds a program of `package` in `scratch`, if the system has what it needs.
    static func build(_ program: Program, of package: URL, in scratch: URL) throws(LaunchError) {
        let missing = SystemLibrary.missing(of: program.neededLibraries)
        guard missing.isEmpty else {
            throw .missingPackages(missing.map(\.package), product: program.name)
        }
        try build(program.name, of: package, in: scratch)
    }

    /// Builds a release product of `package` in `scratch`, with the allocator
    /// of this program, and shows the progress on standard error.
    ///
    /// - Throws: `LaunchError`, `interrupted` after a signal, which ends the build.
    package static func build(
        _ product: String, of package: URL, in scratch: URL
    ) throws(LaunchError) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "build", "--configuration", "release", "--product", product,
            "--package-path", package.path, "--scratch-path", scratch.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        var environment = ProcessInfo.processInfo.environment
        environment["BENCH_NO_JEMALLOC"] = usesJemalloc ? nil : "1"
        process.environment = environment
        let build = RunningBuild()
        try build.watched { () throws(LaunchError) in
            do { try process.run() } catch { throw .noCompiler }
            build.begin(process.processIdentifier)
            var progress = BuildProgress(product: product)
            while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                progress.read(data)
            }
            progress.end()
            process.waitUntilExit()
        }
        if let signal = build.signal { throw .interrupted(signal: signal) }
        switch process.terminationStatus {
        case 0: return
        case 127: throw .noCompiler
        default: throw .buildFailed(product: product)
        }
    }
}
