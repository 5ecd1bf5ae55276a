import OddsExperiments
import OddsResults

/// The output of `bench --version`.
enum Version {
    static let number = "0.2.0"

    static var lines: [String] {
        get async {
            let commit = await EnvironmentDescription.commit()
            let toolchain = await Tool.firstLine(of: ["swift", "--version"])
            return [
                "bench \(number)",
                "commit \(commit.commit?.description ?? "unknown (\(commit.missing ?? ""))")",
                "toolchain \(toolchain ?? "unknown")",
                "allocator \(Allocator.name)",
            ]
        }
    }
}
