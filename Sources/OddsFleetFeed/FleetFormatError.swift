/// Why a name, a header or a document of the fleet is not accepted.
package struct FleetFormatError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, and with which value.
    package let description: String

    /// An error that says this.
    package init(_ description: String) { self.description = description }
}

extension StringProtocol {
    /// The text for an error message: quoted, printable, and never longer than a line.
    var quoted: String {
        let shown = unicodeScalars.prefix(48).map { $0.isASCII ? $0.escaped(asASCII: true) : "?" }
        return "\"\(shown.joined())\(unicodeScalars.count > 48 ? "…" : "")\""
    }
}
