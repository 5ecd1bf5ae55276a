import ArgumentParser
import Foundation
import NIOSSL
import OddsClient
import OddsExperiments
import OddsLauncher

/// How to be let in by a server that this program did not start.
struct ServerAccess: ParsableArguments {
    @Option(help: "WAMP realm.")
    var realm = Self.defaultRealm

    @Option(
        help: ArgumentHelp(
            "Header of the handshake, as NAME:VALUE; can be given several times.",
            valueName: "header"))
    var header: [String] = []

    @Option(help: "Ticket that answers the server's CHALLENGE. Results do not keep it.")
    var ticket: String?

    @Option(
        name: .customLong("auth-id"),
        help: ArgumentHelp("Name that the ticket belongs to.", valueName: "name"))
    var authenticationID = "bench"

    @Option(
        help: ArgumentHelp(
            "Certificates to trust in place of the system's, PEM.", valueName: "file"))
    var ca: String?

    @Flag(help: "Trust any certificate.")
    var insecure = false

    private static let defaultRealm = "realm1"

    func validate() throws {
        for header in header where !header.contains(":") {
            throw ValidationError("--header \(header): expected NAME:VALUE")
        }
        guard ca == nil || !insecure else {
            throw ValidationError("--ca and --insecure exclude each other")
        }
    }

    /// The options that were given, for commands that may not need them.
    var givenOptions: [String] {
        [
            ("--realm", realm != Self.defaultRealm), ("--header", !header.isEmpty),
            ("--ticket", ticket != nil), ("--ca", ca != nil), ("--insecure", insecure),
        ].filter(\.1).map(\.0)
    }

    /// - Throws: `ExperimentFailure` for certificates that cannot be read.
    func configuration(_ url: String) throws -> ClientConfiguration {
        var configuration = ClientConfiguration(url: url, realm: realm)
        configuration.headers = header.map { header in
            let parts = header.split(separator: ":", maxSplits: 1)
            return (
                name: String(parts[0]),
                value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            )
        }
        if let ticket {
            configuration.authenticationID = authenticationID
            configuration.authenticator = { challenge in
                guard challenge.method == "ticket" else {
                    throw ExperimentFailure(
                        .unavailable, "the server asks for \(challenge.method), not for a ticket")
                }
                return ticket
            }
        }
        if let ca { configuration.tls.trustRoots = .certificates(try Self.certificates(ca)) }
        if insecure {
            StandardError.print("bench: warning: --insecure leaves the certificate unchecked")
            configuration.tls.certificateVerification = .none
        }
        return configuration
    }

    private static func certificates(_ file: String) throws -> [NIOSSLCertificate] {
        guard FileManager.default.isReadableFile(atPath: file) else {
            throw ExperimentFailure(.noSuchFile, "--ca \(file): no such file, or not readable")
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(file), !certificates.isEmpty
        else {
            throw ExperimentFailure(.badData, "--ca \(file): expected certificates in PEM")
        }
        return certificates
    }
}
