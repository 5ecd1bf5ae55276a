import Testing

/// Where a reader finds an experiment, and what the command line consists of.
@Suite struct LayoutTests {
    /// The folders of an experiment are called alike: its results, its logic
    /// and its command.
    static let experiments: Set<String> = [
        "Run", "Saturation", "Soak", "Memory", "Gate", "SelfTest", "Replay", "Live", "Record",
        "Count", "History", "Platform", "Betting", "Game", "FleetPlan", "Conform", "Convert",
    ]

    /// The targets that have experiments, with the folders that all of them share.
    static let sharedFolders: [String: Set<String>] = [
        "OddsResults": ["Figures", "Limits", "Metrics"],
        "OddsHarness": ["Frames", "Loop"],
        "OddsExperiments": [
            "Environment", "Interruption", "Output", "Processes", "Progress", "Verification",
        ],
        "OddsLive": [],
        "OddsPlatformLoad": [],
        "OddsFleetPlan": [],
        "bench-core": ["Commands", "Results"],
        "bench-live": [],
        "bench-platform": [],
    ]

    /// The folders of a target that have source files.
    private static func folders(_ target: String) -> Set<String> {
        Set(
            PackageSources.products.filter { $0.target == target }.compactMap { file in
                let parts = file.path.split(separator: "/")
                return parts.count > 3 ? String(parts[2]) : nil
            })
    }

    @Test(arguments: experiments)
    func experimentIsOneFolderInAtMostThreeTargets(experiment: String) {
        let targets = Self.sharedFolders.keys
            .filter { Self.folders($0).contains(experiment) }
        #expect((2...3).contains(targets.count), "\(experiment) is in \(targets.sorted())")
    }

    @Test(arguments: sharedFolders.keys)
    func everyOtherFolderIsAnExperiments(target: String) {
        let others = Self.folders(target).subtracting(Self.sharedFolders[target] ?? [])
        #expect(others.isSubset(of: Self.experiments), "\(target): \(others.sorted())")
    }

    /// Options in, experiment called, report out.
    @Test(arguments: ["bench-core", "bench-live", "bench-platform"])
    func programsHaveCommandsOnly(target: String) {
        let files = PackageSources.products.filter { $0.target == target }
        let lineCount = files.map { $0.lines.count - 1 }.reduce(0, +)
        #expect(lineCount <= 3_500, "\(target) has \(lineCount) lines")
        let options: Set = [
            "ParsableCommand", "AsyncParsableCommand", "ParsableArguments",
            "ExpressibleByArgument", "OtherCommand",
        ]
        // What `bench --version` says is the version of this program.
        let exceptions = ["Sources/bench-core/Commands/Version.swift"]
        let declarations = files.map { DeclarationReader.declarations(of: $0) }
        let shared = PackageSources.products.filter { $0.target == "OddsOptions" }
            .map { DeclarationReader.declarations(of: $0) }
        let commands = Set(
            (declarations + shared).joined().filter { !options.isDisjoint(with: $0.inherited) }
                .map(\.name))
        for (file, declarations) in zip(files, declarations)
        where !exceptions.contains(file.path) {
            let hasCommand = declarations.contains {
                commands.contains($0.path.first ?? $0.name)
            }
            #expect(hasCommand, "\(file.path) has no command")
        }
    }
}
