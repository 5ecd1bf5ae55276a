import CNATS
import Foundation

/// The C library's options of a connection.
final class NATSOptions {
    let pointer: OpaquePointer

    /// - Throws: `NATSError` that names the file that cannot be used.
    init(_ configuration: NATSConfiguration) throws(NATSError) {
        var options: OpaquePointer?
        try check(natsOptions_Create(&options), "NATS options")
        pointer = options!
        try set(configuration)
        try secure(configuration)
        if let file = configuration.credentials { try authenticate(file) }
    }

    deinit { natsOptions_Destroy(pointer) }

    private func set(_ configuration: NATSConfiguration) throws(NATSError) {
        typealias Milliseconds = NATSConfiguration.Milliseconds
        var servers: [UnsafePointer<CChar>?] = configuration.servers.map {
            UnsafePointer(strdup($0))
        }
        defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
        let status = natsOptions_SetServers(pointer, &servers, Int32(servers.count))
        guard status == NATS_OK else {
            throw NATSError(
                .unusable,
                """
                \(configuration.servers.joined(separator: ",")): expected nats://HOST[:PORT] or \
                tls://HOST[:PORT], several with commas
                """)
        }
        for status in [
            natsOptions_SetNoRandomize(pointer, true),
            natsOptions_SetName(pointer, configuration.name),
            natsOptions_SetTimeout(pointer, Milliseconds.connect),
            natsOptions_SetPingInterval(pointer, Milliseconds.ping),
            natsOptions_SetMaxPingsOut(pointer, NATSConfiguration.pingsUnansweredMax),
            natsOptions_SetAllowReconnect(pointer, true),
            natsOptions_SetMaxReconnect(pointer, -1),
            natsOptions_SetReconnectWait(pointer, Milliseconds.reconnectWait),
            natsOptions_SetReconnectJitter(
                pointer, Milliseconds.reconnectJitter, Milliseconds.reconnectJitter),
            natsOptions_SetReconnectBufSize(pointer, NATSConfiguration.reconnectBytes),
            natsOptions_SetWriteDeadline(pointer, Milliseconds.write),
            natsOptions_SetSendAsap(pointer, true),
            natsOptions_SetFailRequestsOnDisconnect(pointer, true),
            // Each subscription would have a thread of its own otherwise.
            natsOptions_UseGlobalMessageDelivery(pointer, true),
            natsOptions_SetCustomInboxPrefix(pointer, configuration.inboxPrefix),
        ] { try check(status, "NATS options") }
    }

    private func secure(_ configuration: NATSConfiguration) throws(NATSError) {
        if let ca = configuration.ca {
            guard natsOptions_LoadCATrustedCertificates(pointer, ca) == NATS_OK else {
                throw NATSError(.unusable, "--nats-ca \(ca): expected certificates in PEM")
            }
        }
        if let certificate = configuration.certificate, let key = configuration.key {
            let status = natsOptions_LoadCertificatesChain(pointer, certificate, key)
            guard status == NATS_OK else {
                throw NATSError(
                    .unusable,
                    """
                    --nats-cert \(certificate), --nats-key \(key): expected a certificate chain \
                    and its private key in PEM
                    """)
            }
        }
        let isEncrypted =
            configuration.ca != nil || configuration.certificate != nil
            || configuration.servers.contains { $0.hasPrefix("tls://") }
        if isEncrypted { try check(natsOptions_SetSecure(pointer, true), "TLS") }
    }

    private func authenticate(_ file: String) throws(NATSError) {
        switch try NATSCredentials(file: file) {
        case .file:
            guard natsOptions_SetUserCredentialsFromFiles(pointer, file, nil) == NATS_OK else {
                throw NATSError(.unusable, "--nats-creds \(file): cannot be read")
            }
        case .password(let user, let password):
            try check(natsOptions_SetUserInfo(pointer, user, password), "--nats-creds \(file)")
        }
    }
}

/// The content of a file of credentials.
enum NATSCredentials: Equatable {
    /// A JWT with a seed, which the C library reads itself at each connection.
    case file
    /// A user with a password.
    case password(user: String, password: String)

    private static let bytesMax = 64 << 10

    /// - Throws: `NATSError` that names the file, and nothing of its content.
    init(file: String) throws(NATSError) {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: Self.bytesMax + 1),
            data.count <= Self.bytesMax, let text = String(data: data, encoding: .utf8)
        else {
            throw NATSError(.unusable, "--nats-creds \(file): no such file, or not readable")
        }
        if text.contains("-----BEGIN NATS USER JWT-----") {
            self = .file
            return
        }
        let lines = text.split(whereSeparator: \.isNewline)
        let parts = lines.first?.split(separator: ":", maxSplits: 1) ?? []
        guard lines.count == 1, parts.count == 2 else {
            throw NATSError(
                .unusable,
                """
                --nats-creds \(file): expected a file as 'nsc' writes it, or one line, \
                user:password
                """)
        }
        self = .password(user: String(parts[0]), password: String(parts[1]))
    }
}
