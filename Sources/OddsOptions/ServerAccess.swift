import ArgumentParser

/// How to be let in by a server that this program did not start.
package struct ServerAccess: ParsableArguments {
    @Option(help: "WAMP realm.")
    package var realm = Self.defaultRealm

    @Option(
        help: ArgumentHelp(
            "Header of the handshake, as NAME:VALUE; can be given several times.",
            valueName: "header"))
    package var header: [String] = []

    @Option(help: "Ticket that answers the server's CHALLENGE. Results do not keep it.")
    package var ticket: String?

    @Option(
        name: .customLong("auth-id"),
        help: ArgumentHelp("Name that the ticket belongs to.", valueName: "name"))
    package var authenticationID = "bench"

    @Option(
        help: ArgumentHelp(
            "Certificates to trust in place of the system's, PEM.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt"]))
    package var ca: String?

    @Flag(help: "Trust any certificate.")
    package var insecure = false

    private static let defaultRealm = "realm1"

    package init() {}

    package func validate() throws {
        for header in header where !header.contains(":") {
            throw ValidationError("--header \(header): expected NAME:VALUE")
        }
        guard ca == nil || !insecure else {
            throw ValidationError("--ca and --insecure exclude each other")
        }
    }

    /// - Throws: `ValidationError` for options that SportRadar's wire has no place for: it has
    ///   no session of WAMP, and its requests over HTTPS trust the system's certificates.
    package func validateForContents() throws {
        guard let option = givenOptions.first(where: { $0 != "--header" }) else { return }
        throw ValidationError("\(option) is for --provider everymatrix")
    }

    /// The options that were given, for commands that may not need them.
    package var givenOptions: [String] {
        [
            ("--realm", realm != Self.defaultRealm), ("--header", !header.isEmpty),
            ("--ticket", ticket != nil), ("--ca", ca != nil), ("--insecure", insecure),
        ].filter(\.1).map(\.0)
    }
}
