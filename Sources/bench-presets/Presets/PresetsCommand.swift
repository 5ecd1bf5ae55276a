import ArgumentParser
import Foundation
import OddsConsole
import OddsOptions

struct PresetsCommand: ParsableCommand {
    static let configuration = PresetsOptions.configuration

    @OptionGroup var options: PresetsOptions

    func run() throws {
        let known = try CommandDescriptions.current()
        guard let document = try PresetDocument.find() else { throw PresetError.noFile }
        let settings = try Settings(document, known: known)
        let lines = [document.name, ""] + PresetsText.lines(settings)
        guard options.output.path != "-" else { return try StandardOutput.print(lines: lines) }
        let text = lines.map { ConsoleText.escaped($0) + "\n" }.joined()
        do {
            try Data(text.utf8).write(to: URL(filePath: options.output.path))
        } catch {
            throw PresetError(.cannotWrite, "\(options.output.path): cannot be written")
        }
    }
}
