import Foundation

/// One program, linked several times with its functions in different orders.
///
/// Where the code of a loop lies in memory changes its speed by some percent,
/// and any change of the source moves all code behind it. A gate that runs one
/// link of each side takes such luck for an effect of the change; over many
/// layouts it averages out. See Mytkowicz et al., "Producing Wrong Data Without
/// Doing Anything Obviously Wrong!", ASPLOS 2009.
package struct ProgramLayouts: Sendable {
    /// The programs, which differ in layout only.
    let programs: [URL]

    /// Links the program.
    ///
    /// - Parameters:
    ///   - inputs: What it is linked from.
    ///   - seeds: The seeds of the orders, one per link.
    ///   - folder: Where the programs are written, made if it is not there.
    /// - Returns: `nil` if the toolchain has no lld, the only linker that
    ///   shuffles, or if it cannot link the program.
    static func link(
        _ inputs: LinkInputs, seeds: [Int], in folder: URL
    ) async throws -> ProgramLayouts? {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(folder.path): cannot be created")
        }
        let list = folder.appending(path: "objects")
        let paths = inputs.objects.map { "\"\($0.path)\"\n" }.joined()
        try ResultOutput(path: list.path).write(Data(paths.utf8))
        var programs: [URL] = []
        for seed in seeds {
            let program = folder.appending(path: "layout-\(seed)")
            let words =
                inputs.command + [
                    "@\(list.path)", "-o", program.path, "-use-ld=lld",
                    "-Xlinker", "--shuffle-sections=.text*=\(seed)", "-Xlinker", "--strip-debug",
                ]
            guard await Tool.output(of: words) != nil else { return nil }
            programs.append(program)
        }
        return ProgramLayouts(programs: programs)
    }
}
