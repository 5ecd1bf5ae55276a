import ArgumentParser
import Foundation
import OddsConsole
import OddsLauncher
import OddsOptions

struct PresetsCommand: ParsableCommand {
    static let configuration = PresetsOptions.configuration

    @OptionGroup var options: PresetsOptions

    func run() throws {
        let known = try CommandDescriptions.current()
        guard let (file, settings) = try Settings.find(known: known) else {
            throw PresetError(
                .noSuchFile,
                """
                there is no \(PresetFile.name) in this folder or above it, up to the package; \
                'bench init' writes one
                """)
        }
        let lines = [file, ""] + PresetsText.lines(settings)
        guard options.output.path != "-" else { return try StandardOutput.print(lines: lines) }
        let text = lines.map { ConsoleText.escaped($0) + "\n" }.joined()
        do {
            try Data(text.utf8).write(to: URL(filePath: options.output.path))
        } catch {
            throw PresetError(.cannotWrite, "\(options.output.path): cannot be written")
        }
    }
}

extension Settings {
    /// The settings that apply to the current folder; `nil` without a file.
    ///
    /// - Returns: Also the file's name for messages.
    /// - Throws: `PresetError` if there is something wrong with it.
    static func find(known: CommandDescriptions) throws -> (file: String, settings: Self)? {
        guard let url = PresetFile.find(from: .currentDirectory()) else { return nil }
        let here = URL.currentDirectory().standardizedFileURL.path
        let file = url.deletingLastPathComponent().path == here ? PresetFile.name : url.path
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw PresetError(.badData, "\(file): cannot be read as text")
        }
        return (file, try Settings(text, file: file, known: known))
    }
}
