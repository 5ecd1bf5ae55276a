import Foundation
import OddsHarness

/// Sees to it that figures are always those of optimized code: `swift run`
/// builds for debugging, and such a program replaces itself with its release
/// build, which it makes first. See the README on what this means for users.
enum ReleaseBuild {
    /// Returns at once in a release build, and never in a debug build.
    static func replaceDebugProcess(products: [String]) throws {
        guard !Harness.isOptimized else { return }
        let package = try packageFolder()
        let scratch = try scratchFolder()
        StandardError.print("bench: built for debugging; building and starting the release build")
        for product in products { try build(product, of: package, in: scratch) }
        let program = scratch.appending(path: "release/bench").path
        var arguments = ([program] + CommandLine.arguments.dropFirst()).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        let reason = String(cString: strerror(errno))
        throw BenchFailure(.childDied, "cannot start \(program): \(reason)")
    }

    /// Where the sources were when this was compiled.
    static func packageFolder() throws -> URL {
        let folder = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let manifest = folder.appending(path: "Package.swift").path
        guard FileManager.default.fileExists(atPath: manifest) else {
            throw BenchFailure(
                .childDied,
                """
                this is a debug build, whose figures would mean nothing, and its package is no \
                longer in \(folder.path): run `swift build -c release` there and start that
                """)
        }
        return folder
    }

    /// Whether a source was changed, by hand or by git, since the program was
    /// built. When it was committed does not matter: that changes no source.
    static func isOlderThanSources(in package: URL) -> Bool {
        guard let program = try? ChildProcess.ownProgram(), let built = changeTime(program)
        else { return true }
        var sources = [package.appending(path: "Package.swift")]
        for folder in ["Sources", "Generators"] {
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

    /// The folder that holds the build, two above that of the program:
    /// SCRATCH/TRIPLE/debug/bench.
    private static func scratchFolder() throws -> URL {
        let program = try ChildProcess.ownProgram()
        let debug = program.resolvingSymlinksInPath().deletingLastPathComponent()
        guard debug.lastPathComponent == "debug" else {
            throw BenchFailure(
                .childDied,
                """
                this is a debug build, whose figures would mean nothing: build with \
                `swift build -c release`
                """)
        }
        return debug.deletingLastPathComponent().deletingLastPathComponent()
    }

    /// Builds the release product of `package` into `scratch`; with the same
    /// allocator as this program.
    static func build(_ product: String, of package: URL, in scratch: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "swift", "build", "--configuration", "release", "--product", product,
            "--package-path", package.path, "--scratch-path", scratch.path, "--quiet",
        ]
        process.standardOutput = FileHandle.standardError
        var environment = ProcessInfo.processInfo.environment
        environment["BENCH_NO_JEMALLOC"] = Allocator.isJemalloc ? nil : "1"
        process.environment = environment
        try process.run()
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: return
        case 127:
            throw BenchFailure(
                .childDied, "cannot make the release build: there is no `swift` on the PATH")
        default:
            throw BenchFailure(.childDied, "the release build failed, see above")
        }
    }
}
