import Foundation
import OddsConsole

/// Starts the program that implements a command. Debug timings are meaningless,
/// and `swift run` builds for debugging, so a debug build of `bench` builds the
/// release product of that program and re-executes it.
package struct Launcher {
    /// This process's executable.
    private let own: URL
    private let name: String

    /// - Parameter name: The command that messages are of.
    package init(name: String = "bench") throws(LaunchError) {
        guard let own = Bundle.main.executableURL else { throw .noOwnProgram }
        self.own = own.resolvingSymlinksInPath()
        self.name = name
    }

    /// Replaces this process with the program of a command.
    ///
    /// - Parameters:
    ///   - words: The command line without its first word.
    ///   - first: A program that is started in its place and starts it in turn.
    /// - Throws: `LaunchError` if a program cannot be built or started.
    package func start(
        _ words: [String], through first: Program? = nil
    ) throws(LaunchError) -> Never {
        let served = try executable(Program.serving(words))
        try execute(try first.map(executable) ?? served, words)
    }

    /// Replaces this process with a program.
    ///
    /// - Parameter words: The command line without its first word.
    /// - Throws: `LaunchError` if the program cannot be built or started.
    package func replace(with program: Program, _ words: [String]) throws(LaunchError) -> Never {
        try execute(try executable(program), words)
    }

    /// The optimized executable of a program, which is built if necessary.
    package func executable(_ program: Program) throws(LaunchError) -> URL {
        let folder = own.deletingLastPathComponent()
        // SCRATCH/TRIPLE/debug/bench
        let scratch = folder.deletingLastPathComponent().deletingLastPathComponent()
        guard Self.isOptimized else {
            guard folder.lastPathComponent == "debug" else { throw .noBuildFolder }
            StandardError.print(
                "\(name): this is a debug build; building the release build of \(program.name)")
            try ReleaseBuild.build(program, of: ReleaseBuild.packageFolder(), in: scratch)
            return scratch.appending(path: "release/\(program.name)")
        }
        let sibling = folder.appending(path: program.name)
        let isThere = FileManager.default.isExecutableFile(atPath: sibling.path)
        let isBuildFolder = folder.lastPathComponent == "release"
        guard isBuildFolder, let package = try? ReleaseBuild.packageFolder() else {
            guard isThere else { throw .missing(path: sibling.path, product: program.name) }
            return sibling
        }
        // Programs that are built on demand are also rebuilt on demand.
        let isCurrent = isThere
            && (program == .core
                || !ReleaseBuild.isOlderThanSources(
                    sibling, in: package, folders: program.sources))
        if !isCurrent {
            StandardError.print("\(name): building \(program.name)\(Self.provision(program)), once")
            try ReleaseBuild.build(program, of: package, in: scratch)
            // What needed no linking is current as well, and is not to be built again.
            try? FileManager.default.setAttributes(
                [.modificationDate: Date()], ofItemAtPath: sibling.path)
        }
        return sibling
    }

    /// Whether this program was built with optimization.
    package static var isOptimized: Bool { !_isDebugAssertConfiguration() }

    private static func provision(_ program: Program) -> String {
        let names = program.commands.map { "'bench \($0)'" }
        return names.isEmpty ? "" : ", which provides \(names.joined(separator: " and "))"
    }

    private func execute(_ program: URL, _ words: [String]) throws(LaunchError) -> Never {
        var arguments = ([program.path] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program.path, arguments)
        throw .notStarted(path: program.path, reason: String(cString: strerror(errno)))
    }
}
