import Foundation
import OddsExperiments
import OddsLive

/// A `nats-server` of its own for a calibration, with JetStream in memory, on loopback.
struct NATSProcess: Sendable {
    /// Where its clients connect.
    let address: String
    /// The number of its process.
    let identifier: Int32
    private let monitoring: ControlRequests
    private let child: CalibrationChild
    private let folder: URL

    /// Where Debian has it: a folder that only root's path has.
    private static let otherFolders = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"]
    private static let startLimit = Duration.seconds(20)

    /// The program.
    ///
    /// - Parameter path: The folders to look in first, as `PATH` has them.
    /// - Throws: `ExperimentFailure` that says what to install.
    static func program(
        path: String = ProcessInfo.processInfo.environment["PATH"] ?? "",
        others: [String] = otherFolders
    ) throws -> String {
        let folders = path.split(separator: ":").map(String.init) + others
        let found = folders.lazy.map { "\($0)/nats-server" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else {
            throw ExperimentFailure(
                .noSuchFile,
                """
                there is no nats-server on the PATH, which --calibrate measures: install the \
                package nats-server ('apt-get install nats-server')
                """)
        }
        return found
    }

    /// Starts one on free ports.
    ///
    /// - Throws: `ExperimentFailure`.
    static func start() async throws -> NATSProcess {
        let program = try program()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "bench-nats-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let child = try CalibrationChild(
            [
                "/bin/sh", "-c", script, "bench-nats", program, "-a", "127.0.0.1", "-p", "-1",
                "-m", "-1", "-js", "-sd", folder.appending(path: "store").path,
                "--ports_file_dir", folder.path, "-l", folder.appending(path: "log").path,
            ], called: "nats-server")
        do {
            let line = try await child.firstLine()
            guard let identifier = Int32(line) else {
                throw ExperimentFailure(.childDied, "nats-server failed to start: \(line)")
            }
            let ports = try await ports(of: identifier, in: folder)
            return NATSProcess(
                address: ports.nats, identifier: identifier,
                monitoring: try ControlRequests(ports.monitoring, of: "nats-server"),
                child: child, folder: folder)
        } catch {
            await child.stop()
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private struct Ports: Decodable {
        var nats: [String]
        var monitoring: [String]
    }

    /// What it writes into a file once it listens.
    private static func ports(
        of identifier: Int32, in folder: URL
    ) async throws -> (nats: String, monitoring: String) {
        let file = folder.appending(path: "nats-server_\(identifier).ports").path
        let deadline = ContinuousClock.now + startLimit
        while ContinuousClock.now < deadline {
            if let text = FileManager.default.contents(atPath: file),
                let ports = try? JSONDecoder().decode(Ports.self, from: text),
                let nats = ports.nats.first, let monitoring = ports.monitoring.first
            {
                return (nats, monitoring)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        let log = FileManager.default.contents(atPath: folder.appending(path: "log").path)
        let last = log.map { String(decoding: $0.suffix(300), as: UTF8.self) } ?? ""
        throw ExperimentFailure(
            .childDied, "nats-server did not listen within \(startLimit): \(last)")
    }

    /// What the server counts.
    ///
    /// - Throws: `ExperimentFailure` if it does not answer, or with what cannot be read.
    func variables() async throws -> NATSVariables {
        try NATSVariables(json: try await monitoring.get("varz"))
    }

    /// Ends it, and removes its files.
    func stop() async {
        // It has nothing to keep; the script may have inherited that SIGTERM is ignored.
        for process in [identifier, child.identifier] { kill(process, SIGKILL) }
        await child.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Says the number of the server's process, and ends it with the standard input of this
    /// script, which is when its parent ends, whatever ended that.
    private static let script = """
        "$@" < /dev/null > /dev/null &
        server=$!
        echo "$server"
        while read -r _; do :; done
        kill "$server" 2> /dev/null
        """
}

/// What `/varz` of a NATS server says, as far as a calibration needs it.
struct NATSVariables: Equatable, Sendable {
    var version: String
    /// Messages that came and went.
    var messagesIn, messagesOut: Int
    /// Connections that it closed, as they did not read what it sent them.
    var slowConsumers: Int

    /// - Throws: `ExperimentFailure` for another document, with what is wrong with it.
    init(json: Data) throws {
        struct Document: Decodable {
            var version: String
            var in_msgs: Int
            var out_msgs: Int
            var slow_consumers: Int
        }
        do {
            let document = try JSONDecoder().decode(Document.self, from: json)
            version = document.version
            (messagesIn, messagesOut) = (document.in_msgs, document.out_msgs)
            slowConsumers = document.slow_consumers
        } catch {
            throw ExperimentFailure(
                .childDied, "nats-server answers /varz with what cannot be read: \(error)")
        }
    }
}
