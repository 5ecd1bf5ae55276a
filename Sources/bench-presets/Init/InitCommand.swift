import ArgumentParser
import Foundation
import OddsConsole
import OddsLauncher
import OddsOptions

struct InitCommand: ParsableCommand {
    static let configuration = InitOptions.configuration

    @OptionGroup var options: InitOptions

    func run() throws {
        let package = try ReleaseBuild.packageFolder()
        let files: [StarterFile]
        do {
            files =
                try options.language.map { try StarterFile.skeleton($0, package: package) }
                ?? StarterFile.all(package: package)
        } catch {
            throw PresetError(
                .noSuchFile, "the examples in \(package.path) cannot be read: \(error)")
        }
        try write(files, to: URL(filePath: options.folder, directoryHint: .isDirectory))
        let place = options.folder == "." ? "" : options.folder + "/"
        let lines = files.map { "wrote \(place)\($0.path)" } + [""] + nextSteps(place)
        try StandardOutput.print(lines: lines)
    }

    /// - Throws: `PresetError` before anything is written, if a file exists and is not
    ///   to be overwritten; or if one cannot be written.
    func write(_ files: [StarterFile], to folder: URL) throws {
        let manager = FileManager.default
        let existing = files.filter {
            manager.fileExists(atPath: folder.appending(path: $0.path).path)
        }
        guard options.force || existing.isEmpty else {
            let list = existing.map(\.path).joined(separator: ", ")
            throw PresetError(
                .cannotWrite, "\(list): not overwritten, nothing was written; --force does")
        }
        for file in files {
            let url = folder.appending(path: file.path)
            do {
                try manager.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try file.content.write(to: url, options: .atomic)
            } catch {
                throw PresetError(
                    .cannotWrite, "\(url.path): cannot be written: \(error.localizedDescription)")
            }
        }
    }

    private func nextSteps(_ place: String) -> [String] {
        let next = place.isEmpty ? "Next:" : "Next, in \(place):"
        if let language = options.language { return [next] + nextSteps(language) }
        let example = StarterFile.exampleFolder
        return [
            next,
            "  bench run @quick           a first look, by a preset of .bench.toml",
            "  bench presets              what the file says; all of it is yours to change",
            "  bench generate --output c.ndjson.gz --rate 1000 --events 20 --duration 5s",
            "  swift run -c release --package-path \(example) own-strategy c.ndjson.gz",
            "                             measures a strategy of your own",
            "The workflow gates pull requests of a clone or fork of OddsBench.",
        ]
    }

    private func nextSteps(_ language: SkeletonLanguage) -> [String] {
        let (program, build) =
            switch language {
            case .python: ("python3 strategy.py", nil as String?)
            case .javascript: ("node strategy.mjs", nil)
            case .cpp: ("build/strategy", "  make                       needs simdjson and zlib")
            }
        return [build].compactMap { $0 } + [
            "  bench conform -- \(program)",
            "                             names the rule to make true next",
            "  bench run --strategy graph --strategy exec:'\(program)'",
            "                             measures it, once it is right",
            "OddsBench has the protocol in Sources/OddsExternal/OddsExternal.docc/AnyLanguage.md,",
            "and the feed contract in FeedContract.md of OddsReconstruction.",
        ]
    }
}
