import Foundation

/// A real `nats-server` of a test, on loopback, which ends with this object.
package final class NATSServer: @unchecked Sendable {
    // Unchecked, because a test starts and kills it in order.

    /// Where it listens.
    package let port: Int
    private let folder: URL
    private let arguments: [String]
    private var process: Process?

    /// Starts one with JetStream, unless the configuration or the arguments say otherwise.
    ///
    /// - Parameters:
    ///   - configuration: The text of a configuration file.
    ///   - arguments: More options.
    ///   - hasJetStream: Whether streams are on.
    package init(
        configuration: String = "", arguments: [String] = [], hasJetStream: Bool = true
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "nats-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        port = try Self.freePort()
        let file = folder.appending(path: "server.conf")
        try Data(configuration.utf8).write(to: file)
        self.arguments =
            ["-c", file.path, "-a", "127.0.0.1", "-p", "\(port)"]
            + (hasJetStream ? ["-js", "-sd", folder.appending(path: "store").path] : [])
            + arguments
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The address for clients.
    package var address: String { "nats://127.0.0.1:\(port)" }

    /// Starts it, again after `kill`, on the same port and with what its disk has.
    package func start() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nats-server"] + arguments
        // Debian has it where only root looks.
        var environment = ProcessInfo.processInfo.environment
        environment["PATH", default: ""] += ":/usr/sbin:/usr/local/sbin"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
    }

    /// Sends SIGKILL, and waits until it is gone.
    package func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// Stops and continues it, as a machine that hangs.
    package func signal(_ signal: Int32) {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, signal)
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &address) {
            try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                guard bind(descriptor, $0, length) == 0, getsockname(descriptor, $0, &length) == 0
                else { throw CocoaError(.fileReadUnknown) }
                return $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    Int(UInt16(bigEndian: $0.pointee.sin_port))
                }
            }
        }
    }
}
