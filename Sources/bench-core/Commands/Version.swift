import OddsExperiments
import OddsLauncher
import OddsResults

/// The output of `bench --version`.
enum Version {
    static var lines: [String] {
        get async {
            let commit = await EnvironmentDescription.commit()
            let toolchain = await Tool.firstLine(of: ["swift", "--version"])
            return [
                "bench \(ReleaseNumber.text)",
                "commit \(commit.commit?.description ?? "unknown (\(commit.missing ?? ""))")",
                "toolchain \(toolchain ?? "unknown")",
                "allocator \(Allocator.name)",
            ]
        }
    }
}
