import ArgumentParser
import Foundation

/// How to be let in by NATS servers; the option with their addresses is the command's own.
package struct NATSOptions: ParsableArguments {
    @Option(
        name: .customLong("nats-ca"),
        help: ArgumentHelp(
            "Certificates of NATS servers to trust in place of the system's, PEM.",
            valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    package var ca: String?

    @Option(
        name: .customLong("nats-cert"),
        help: ArgumentHelp("Certificate for NATS servers, PEM.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    package var certificate: String?

    @Option(
        name: .customLong("nats-key"),
        help: ArgumentHelp("Private key of that certificate, PEM.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"]))
    package var key: String?

    @Option(
        name: .customLong("nats-creds"),
        help: ArgumentHelp(
            "Credentials for NATS servers: a file of NATS, or one line USER:PASSWORD.",
            valueName: "file"),
        completion: .file(extensions: ["creds"]))
    package var credentials: String?

    @Option(
        name: .customLong("nats-wait"),
        help: "Time to wait for a NATS server that is not there yet (default: without end).")
    package var wait: DurationOption?

    package init() {}

    package func validate() throws {
        for (option, file) in files {
            var isFolder: ObjCBool = false
            guard let file else { continue }
            guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
                !isFolder.boolValue, FileManager.default.isReadableFile(atPath: file)
            else { throw ValidationError("\(option) \(file): no such file, or not readable") }
        }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--nats-cert and --nats-key belong together")
        }
    }

    private var files: [(option: String, file: String?)] {
        [
            ("--nats-ca", ca), ("--nats-cert", certificate), ("--nats-key", key),
            ("--nats-creds", credentials),
        ]
    }

    /// The options that were given, for commands that may not need them.
    package var givenOptions: [String] {
        files.filter { $0.file != nil }.map(\.option) + (wait == nil ? [] : ["--nats-wait"])
    }
}
