import Foundation

/// Starts the program that has a command. Timings of code that is not
/// optimized are meaningless, and `swift run` builds for debugging: the debug
/// build of `bench` therefore makes the release build of that program, and
/// becomes it.
package struct Launcher {
    /// This process's executable.
    private let own: URL

    package init() throws(LaunchError) {
        guard let own = Bundle.main.executableURL else { throw .noOwnProgram }
        self.own = own.resolvingSymlinksInPath()
    }

    /// Replaces this process. Returns never, unless it throws.
    ///
    /// - Parameter words: The command line without its first word.
    package func start(_ words: [String]) throws(LaunchError) -> Never {
        let program = Program.serving(words)
        try execute(try executable(program), words)
    }

    /// The optimized executable of a program, which is built if need be.
    package func executable(_ program: Program) throws(LaunchError) -> URL {
        let folder = own.deletingLastPathComponent()
        // SCRATCH/TRIPLE/debug/bench
        let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
        guard Self.isOptimized else {
            guard folder.lastPathComponent == "debug" else { throw .noBuildFolder }
            StandardError.print(
                "bench: built for debugging; building and starting the release build")
            try ReleaseBuild.build(program.name, of: ReleaseBuild.packageFolder(), in: scratch)
            return scratch.appending(path: "release/\(program.name)")
        }
        let beside = folder.appending(path: program.name)
        let isThere = FileManager.default.isExecutableFile(atPath: beside.path)
        let isBuildFolder = folder.lastPathComponent == "release"
        guard isBuildFolder, let package = try? ReleaseBuild.packageFolder() else {
            guard isThere else { throw .missing(path: beside.path, product: program.name) }
            return beside
        }
        // What is built on demand is kept up to date on demand.
        let isCurrent = isThere
            && (program == .core || !ReleaseBuild.isOlderThanSources(beside, in: package))
        if !isCurrent {
            StandardError.print(
                "bench: building \(program.name), which has \(Self.list(program)), once")
            try ReleaseBuild.build(program.name, of: package, in: scratch)
        }
        return beside
    }

    private static var isOptimized: Bool { !_isDebugAssertConfiguration() }

    private static func list(_ program: Program) -> String {
        let names = program.commands.map { "'bench \($0.name)'" }
        return names.isEmpty ? "the commands" : names.joined(separator: " and ")
    }

    private func execute(_ program: URL, _ words: [String]) throws(LaunchError) -> Never {
        var arguments = ([program.path] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program.path, arguments)
        throw .notStarted(path: program.path, reason: String(cString: strerror(errno)))
    }
}
