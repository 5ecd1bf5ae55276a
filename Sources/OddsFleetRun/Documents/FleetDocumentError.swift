/// What is wrong with a document of a fleet.
package struct FleetDocumentError: Error, Equatable, CustomStringConvertible {
    /// The member, such as `agents[2].clients`; empty for the whole document.
    package let path: String
    /// What is wrong with it, with its value and what it may be.
    package let problem: String

    package init(_ path: String, _ problem: String) {
        self.path = path
        self.problem = problem
    }

    package var description: String { path.isEmpty ? problem : "\(path): \(problem)" }

    /// A value from elsewhere for a message: cut, and without what steers a terminal.
    package static func excerpt(_ text: String) -> String {
        let plain = text.unicodeScalars.prefix(64).map { scalar -> String in
            scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                ? "\u{FFFD}" : String(scalar)
        }.joined()
        return text.unicodeScalars.count > 64 ? plain + "…" : plain
    }
}
