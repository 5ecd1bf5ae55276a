/// Why a program was not started or built.
package enum LaunchError: Error, Equatable, CustomStringConvertible {
    /// The sources are no longer in the folder that this was compiled from.
    case noPackage(folder: String)
    /// This is a debug build outside a build folder.
    case noBuildFolder
    case noOwnProgram
    case noCompiler
    case buildFailed(product: String)
    /// The build would fail, as Debian's packages of that name are missing.
    case missingPackages([String], product: String)
    /// The program does not exist, and cannot be built from here.
    case missing(path: String, product: String)
    case notStarted(path: String, reason: String)
    /// A signal ended the build.
    case interrupted(signal: Int32)

    /// The exit status: that of a shell for a signal, or `EX_SOFTWARE` of `sysexits.h`.
    package var status: Int32 {
        if case .interrupted(let signal) = self { 128 + signal } else { 70 }
    }

    package var description: String {
        switch self {
        case .noPackage(let folder):
            """
            this is a debug build, whose timings are meaningless, and its package is no longer \
            in \(folder): run `swift build -c release` there and start that
            """
        case .noBuildFolder:
            """
            this is a debug build, whose timings are meaningless: build with \
            `swift build -c release`
            """
        case .noOwnProgram: "this program's own file cannot be found"
        case .noCompiler: "cannot build the release product: there is no `swift` on the PATH"
        case .buildFailed(let product): "the release build of \(product) failed, see above"
        case .missingPackages(let packages, let product):
            """
            a build of \(product) needs \(packages.joined(separator: " and ")): \
            run `sudo apt-get install \(packages.joined(separator: " "))`\
            \(Self.wayAround(packages))
            """
        case .missing(let path, let product):
            """
            \(path): no such program; build it with `swift build -c release --product \(product)`
            """
        case .notStarted(let path, let reason): "cannot start \(path): \(reason)"
        case .interrupted(let signal):
            "the build was ended by signal \(signal); the next one goes on where it was"
        }
    }

    private static func wayAround(_ packages: [String]) -> String {
        guard packages.contains(SystemLibrary.jemalloc.package) else { return "" }
        return """
             (or, without \(SystemLibrary.jemalloc.package), build on the C library's allocator: \
            set BENCH_NO_JEMALLOC=1)
            """
    }
}
