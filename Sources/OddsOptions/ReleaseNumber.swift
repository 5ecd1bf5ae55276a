/// The number of this release, the same in all programs.
package enum ReleaseNumber {
    package static let text = "0.2.0"

    /// The answer of a program to `--version`.
    package static func line(of program: String) -> String { "\(program) \(text)" }
}
