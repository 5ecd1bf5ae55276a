import Foundation

/// A library of the system that programs are built with.
package struct SystemLibrary: Equatable, Sendable {
    /// The target or the package of the manifest that stands for it.
    package let module: String
    let header: String
    /// Debian's package that has the header.
    package let package: String

    static let zlib = SystemLibrary(module: "CZlib", header: "zlib.h", package: "zlib1g-dev")
    static let crypto = SystemLibrary(
        module: "COpenSSL", header: "openssl/evp.h", package: "libssl-dev")
    static let jemalloc = SystemLibrary(
        module: "CJemalloc", header: "jemalloc/jemalloc.h", package: "libjemalloc-dev")
    static let sqlite = SystemLibrary(
        module: "GRDB", header: "sqlite3.h", package: "libsqlite3-dev")
    static let nats = SystemLibrary(
        module: "CNATS", header: "nats/nats.h", package: "libnats-dev")

    package static let all = [zlib, crypto, jemalloc, sqlite, nats]

    /// The libraries whose headers the compiler does not find, which a build would tell at its
    /// end. Empty where there is no `clang` to ask, and on systems without Debian's packages.
    static func missing(of libraries: [SystemLibrary]) -> [SystemLibrary] {
        #if os(Linux)
            return canInclude(libraries) ? [] : libraries.filter { !canInclude([$0]) }
        #else
            return []
        #endif
    }

    private static func canInclude(_ libraries: [SystemLibrary]) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["clang", "-E", "-x", "c", "-o", "/dev/null"]
            + libraries.flatMap { ["-include", $0.header] } + ["/dev/null"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return true }
        process.waitUntilExit()
        // `env` ends with 127 where there is no such program.
        return [0, 127].contains(process.terminationStatus)
    }
}
