import OddsExperiments
import OddsOptions
import OddsResults

/// The output of `bench --version`.
enum Version {
    static var lines: [String] {
        get async {
            let commit = await EnvironmentDescription.commit()
            let toolchain = await Tool.firstLine(of: ["swift", "--version"])
            return [
                ReleaseNumber.line(of: "bench"),
                "commit \(commit.commit?.description ?? "unknown (\(commit.missing ?? ""))")",
                "toolchain \(toolchain ?? "unknown")",
                "allocator \(Allocator.name)",
            ]
        }
    }
}
