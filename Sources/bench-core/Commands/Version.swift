import OddsExperiments
import OddsResults

/// The output of `bench --version`.
enum Version {
    static let number = "0.2.0"

    static var lines: [String] {
        let commit = EnvironmentDescription.commit()
        return [
            "bench \(number)",
            "commit \(commit.commit?.description ?? "unknown (\(commit.missing ?? ""))")",
            "toolchain \(Tool.firstLine(of: ["swift", "--version"]) ?? "unknown")",
            "allocator \(Allocator.name)",
        ]
    }
}
