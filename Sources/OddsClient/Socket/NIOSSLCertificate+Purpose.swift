import NIOSSL

// The extended key usage (RFC 5280, section 4.2.1.12), which the library does not read.

extension NIOSSLCertificate {
    /// The purpose of a certificate that is not for servers, in words; `nil` if it may be a
    /// server's.
    var foreignPurpose: String? {
        guard let purposes else { return nil }
        let isForServers = [Self.serverPurpose, Self.anyPurpose].contains {
            purposes.firstRange(of: $0) != nil
        }
        guard !isForServers else { return nil }
        return purposes.firstRange(of: Self.clientPurpose) != nil
            ? "for clients only" : "not for servers"
    }

    /// The identifiers in the certificate's extended key usage, in DER; `nil` without one.
    private var purposes: ArraySlice<UInt8>? {
        guard let der = try? toDERBytes(), let usage = der.firstRange(of: Self.usage) else {
            return nil
        }
        var rest = der[usage.upperBound...]
        if rest.starts(with: Self.critical) { rest = rest.dropFirst(Self.critical.count) }
        // An octet string, in the short form: room for twelve purposes.
        guard rest.popFirst() == 0x04, let count = rest.popFirst(), count < 0x80 else { return nil }
        return rest.prefix(Int(count))
    }

    private static let usage: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x25]
    private static let critical: [UInt8] = [0x01, 0x01, 0xFF]
    private static let anyPurpose: [UInt8] = [0x06, 0x04, 0x55, 0x1D, 0x25, 0x00]
    private static let serverPurpose: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 1]
    private static let clientPurpose: [UInt8] = [0x2B, 6, 1, 5, 5, 7, 3, 2]
}
