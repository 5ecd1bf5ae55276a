import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import OddsWebSocket

/// Errors of the libraries, as a user can act on them.
extension ClientError {
    /// Of a TCP connection that was not made.
    init(connecting error: any Error) {
        guard let error = error as? NIOConnectionError else {
            self = .unreachable(Self.text(of: error))
            return
        }
        // A name without addresses of one family is found by those of the other.
        if error.connectionErrors.isEmpty, error.dnsAError ?? error.dnsAAAAError != nil {
            self = .unreachable("unknown host \(error.host)")
            return
        }
        let failures = error.connectionErrors.map { failure in
            let address = failure.target.ipAddress ?? "\(failure.target)"
            return "\(Self.text(of: failure.error)) (\(address), port \(error.port))"
        }
        self = .unreachable(
            failures.isEmpty
                ? "no address of \(error.host) answers" : failures.joined(separator: ", "))
    }

    /// Of a handshake that failed; `certificate` is the server's, as far as it
    /// was received.
    init(_ error: WebSocketHandshakeError, certificate: NIOSSLCertificate?, host: String) {
        switch error {
        case .refused(let status, let reason):
            self = .handshakeRefused(status: status, reason: reason)
        case .illegalAnswer(let what):
            self = .protocolViolation("its answer to the handshake is illegal: \(what)")
        case .failed(let error):
            switch error {
            case let error as NIOSSLExtraError where error == .failedToValidateHostname:
                self = .insecure("the certificate is not for \(host)" + Self.text(of: certificate))
            case is NIOSSLExtraError:
                self = .insecure("\(error)" + Self.text(of: certificate))
            // The second where the server refuses what the client holds for agreed.
            case NIOSSLError.handshakeFailed(.sslError(let stack)),
                BoringSSLError.sslError(let stack):
                self = .insecure(Self.text(of: "\(stack)", certificate, host))
            case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate,
                NIOSSLError.cannotMatchULabel:
                self = .insecure("the certificate is not for \(host)" + Self.text(of: certificate))
            default:
                self = .unreachable(
                    "the connection broke in the handshake: \(Self.text(of: error))")
            }
        }
    }

    /// The system's own words, without the library's.
    static func text(of error: any Error) -> String {
        switch error {
        case let error as IOError: String(cString: strerror(error.errnoCode)).lowercasedStart
        case ChannelError.connectTimeout(let limit):
            "no answer within \(Double(limit.nanoseconds) / 1e9) seconds"
        case ChannelError.eof, ChannelError.inputClosed, NIOSSLError.uncleanShutdown:
            "the server closed it"
        default: "\(error)"
        }
    }

    /// - Parameter stack: BoringSSL's errors, each with a name in capitals.
    private static func text(
        of stack: String, _ certificate: NIOSSLCertificate?, _ host: String
    ) -> String {
        switch stack.matches(of: /:([A-Z][A-Z0-9_]+)\b/).last?.1 {
        case "CERTIFICATE_VERIFY_FAILED":
            return distrust(of: certificate, host) + text(of: certificate)
        case "WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNEXPECTED_MESSAGE":
            return "the port of \(host) does not speak TLS; does it need ws:// in place of wss://?"
        case "TLSV1_ALERT_CERTIFICATE_REQUIRED":
            return "the server wants a client certificate"
        // Before TLS 1.3 nothing says so.
        case "SSLV3_ALERT_HANDSHAKE_FAILURE", "SSLV3_ALERT_BAD_CERTIFICATE":
            return "the server refused the handshake; it may want a client certificate"
        case "TLSV1_ALERT_PROTOCOL_VERSION", "UNSUPPORTED_PROTOCOL":
            return "the server has no version of TLS from 1.2 on"
        case let name?:
            return name.lowercased().replacing("_", with: " ")
        case nil: return stack
        }
    }

    /// Why a certificate was refused. The library says only that it was.
    private static func distrust(of certificate: NIOSSLCertificate?, _ host: String) -> String {
        guard let certificate else { return "the server's certificate is not trusted" }
        let now = time(nil)
        if certificate.notValidAfter < now {
            return "the server's certificate expired on \(date(certificate.notValidAfter))"
        }
        if certificate.notValidBefore > now {
            return "the server's certificate is valid from \(date(certificate.notValidBefore))"
        }
        if let purpose = certificate.foreignPurpose {
            return "the server's certificate is \(purpose)"
        }
        if !names(of: certificate).contains(where: { matches(host, $0) }) {
            return "the certificate is not for \(host)"
        }
        return "the server's certificate is not signed by an authority that is trusted here"
    }

    private static func names(of certificate: NIOSSLCertificate) -> [Substring] {
        let list = "\(certificate)".firstMatch(of: /alternative_names=([^;>]*)/)?.1 ?? ""
        return list.split(separator: ",")
    }

    /// A name may have an asterisk in place of its first label.
    private static func matches(_ host: String, _ name: Substring) -> Bool {
        let labels = host.lowercased().split(separator: ".")
        let pattern = name.lowercased().split(separator: ".")
        return labels == pattern
            || pattern.first == "*" && labels.dropFirst() == pattern.dropFirst()
    }

    /// Names a certificate, as an addition to a sentence.
    private static func text(of certificate: NIOSSLCertificate?) -> String {
        guard let certificate else { return "" }
        let parts = "\(certificate)".dropFirst().dropLast().split(separator: ";").dropFirst()
            .map { $0.replacing("_", with: " ").replacing("=", with: " ", maxReplacements: 1) }
        return " (\(parts.joined(separator: "; ")))"
    }

    private static func date(_ seconds: time_t) -> String {
        Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601.year().month().day())
    }
}

extension String {
    fileprivate var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
