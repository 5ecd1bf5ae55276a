/// Whom an agent may connect to, whatever a plan says: the agent's own `--allow-target`.
package struct AllowedTargets: Sendable {
    /// Addresses, and the port if only one is allowed.
    private struct Rule {
        var address: IPAddress
        var bits: Int
        var port: Int?
    }

    private var rules: [Rule] = []
    /// As they were written.
    package let texts: [String]

    /// This machine alone.
    package static let loopback = ["127.0.0.0/8", "::1/128"]

    /// - Parameters:
    ///   - texts: Each `HOST[:PORT]` or a network in CIDR notation; loopback if there are none.
    ///   - resolve: The addresses of a name. They count as they are now: whatever the name means
    ///     later, no other address is allowed.
    /// - Throws: `FleetDocumentError` for what is neither, and errors of `resolve`.
    package init(
        _ texts: [String], resolve: (String) throws -> [IPAddress]
    ) throws {
        self.texts = texts.isEmpty ? Self.loopback : texts
        for text in self.texts {
            let (host, port) = try Self.split(text)
            if host.contains("/") {
                rules.append(try Self.network(host, text))
            } else if let address = IPAddress(host) {
                rules.append(Rule(address: address, bits: address.bytes.count * 8, port: port))
            } else {
                rules += try resolve(host).map {
                    Rule(address: $0, bits: $0.bytes.count * 8, port: port)
                }
            }
        }
    }

    /// Why a target is refused; `nil` if its address is allowed.
    ///
    /// - Parameters:
    ///   - target: As the plan names it.
    ///   - address: What the agent is about to connect to, after the name was resolved.
    package func refusal(of target: Target, at address: IPAddress) -> String? {
        let isAllowed = rules.contains { rule in
            address.shares(bits: rule.bits, with: rule.address)
                && (rule.port == nil || rule.port == target.port)
        }
        guard !isAllowed else { return nil }
        return """
            \(target.label) is \(address), which this agent may not connect to: it was started for \
            \(texts.joined(separator: ", ")) (--allow-target)
            """
    }

    private static func split(
        _ text: String
    ) throws(FleetDocumentError) -> (host: String, port: Int?) {
        guard text.utf8.count <= 512, !text.isEmpty else { throw problem(text) }
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        // A bare IPv6 address or network has colons of its own.
        let hasPort = text.hasPrefix("[") ? text.contains("]:") : colons == 1
        guard hasPort else {
            let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
            return (isBracketed ? String(text.dropFirst().dropLast()) : text, nil)
        }
        let colon = text.lastIndex(of: ":") ?? text.endIndex
        guard let port = Int(text[colon...].dropFirst()), (1...65_535).contains(port) else {
            throw problem(text)
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.contains("/") else { throw problem(text) }
        return (String(host), port)
    }

    private static func network(
        _ host: String, _ text: String
    ) throws(FleetDocumentError) -> Rule {
        let parts = host.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(String(parts[0])),
            let bits = Int(parts[1]), (0...address.bytes.count * 8).contains(bits)
        else { throw problem(text) }
        return Rule(address: address, bits: bits, port: nil)
    }

    private static func problem(_ text: String) -> FleetDocumentError {
        FleetDocumentError(
            "",
            """
            '\(FleetDocumentError.excerpt(text))' is no target: write HOST, HOST:PORT, or a \
            network such as 10.0.0.0/8
            """)
    }
}
