import ArgumentParser

/// The address of a NATS server, without a user or a password.
package struct NATSAddress: Equatable, Sendable {
    /// Whether the connection must be encrypted.
    package let usesTLS: Bool
    /// A name or an address; one of IPv6 in brackets.
    package let host: String
    package let port: Int

    /// The port of addresses without one.
    package static let defaultPort = 4_222
    /// The number of addresses that an option can have.
    package static let countMax = 64

    /// The address as a URL.
    package var url: String { "\(usesTLS ? "tls" : "nats")://\(host):\(port)" }

    /// The addresses of an option's value, which has several with commas.
    ///
    /// - Parameter option: The option's name, for errors.
    /// - Throws: `ValidationError`, which never repeats what may be a password.
    package static func list(_ text: String, option: String) throws -> [NATSAddress] {
        guard !text.contains("@") else {
            throw ValidationError(
                "\(option): an address with a user or a password would be in the list of "
                    + "processes: give these in a file, with --nats-creds")
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= countMax else {
            throw ValidationError("\(option): at most \(countMax) addresses")
        }
        return try parts.map { part in
            guard let address = NATSAddress(part) else {
                let shown = part.count <= 60 ? part : part.prefix(60) + "…"
                throw ValidationError(
                    "\(option) \(shown): expected nats://HOST[:PORT] or tls://HOST[:PORT], "
                        + "several with commas")
            }
            return address
        }
    }

    private init?(_ text: Substring) {
        if text.hasPrefix("nats://") {
            usesTLS = false
        } else if text.hasPrefix("tls://") {
            usesTLS = true
        } else {
            return nil
        }
        var rest = text[text.firstRange(of: "://")!.upperBound...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[...end])
            guard rest[..<end].dropFirst().allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }),
                host.contains(":")
            else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            guard (1...253).contains(name.utf8.count),
                name.utf8.allSatisfy(FleetName.isByteOfHost)
            else { return nil }
            host = String(name)
            rest = rest[name.endIndex...]
        }
        guard !rest.isEmpty else {
            port = Self.defaultPort
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int(digits), (1...65_535).contains(number)
        else { return nil }
        port = number
    }
}

/// The names in a fleet: of worlds, runs and agents.
package enum FleetName {
    /// - Parameter option: The option with the name, for the error.
    /// - Throws: `ValidationError` unless it has 1 to 32 letters, digits, `_` and `-`.
    package static func check(_ name: String, option: String) throws {
        guard (1...32).contains(name.utf8.count), name.utf8.allSatisfy(isByte) else {
            throw ValidationError(
                "\(option) \(name.prefix(60)): a name is of 1 to 32 of A-Z, a-z, 0-9, _ and -")
        }
    }

    private static func isByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    fileprivate static func isByteOfHost(_ byte: UInt8) -> Bool {
        isByte(byte) || byte == UInt8(ascii: ".")
    }
}
