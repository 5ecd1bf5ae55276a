import Foundation
import NIOSSL
import OddsClient
import OddsConsole
import OddsExperiments
import OddsOptions

extension ServerAccess {
    /// - Throws: `ExperimentFailure` for certificates that cannot be read.
    func configuration(_ url: String) throws -> ClientConfiguration {
        var configuration = ClientConfiguration(url: url, realm: realm)
        configuration.headers = headers
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

    /// The headers of the handshake.
    var headers: [(name: String, value: String)] {
        header.map { header in
            let parts = header.split(separator: ":", maxSplits: 1)
            return (
                name: String(parts[0]),
                value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            )
        }
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
