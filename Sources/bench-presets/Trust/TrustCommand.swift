import ArgumentParser
import Foundation
import OddsConsole
import OddsOptions

struct TrustCommand: ParsableCommand {
    static let configuration = TrustOptions.configuration

    @OptionGroup var options: TrustOptions

    func run() throws {
        let folder = URL(filePath: options.folder, directoryHint: .isDirectory)
        guard let document = try PresetDocument.find(from: folder) else {
            throw PresetError.noFile
        }
        let settings = try Settings(document, known: .current())
        let trust = Trust.ofThisProcess()
        let lines = TrustText.lines(settings) { trust.hazards($0, of: document) }
        try trust.store.trust(document)
        let place = trust.store.entry(document.folder).path
        try StandardOutput.print(
            lines: lines + [
                "\(document.name) is trusted until it changes; \(place) keeps that."
            ])
    }
}

/// What a file does that its author must be trusted with, for people.
enum TrustText {
    /// - Parameter hazards: Those of the options of a command.
    static func lines(
        _ settings: Settings, hazards: (Settings.Options) -> [Hazard]
    ) -> [String] {
        let lines = settings.commands.sorted { $0.key < $1.key }.flatMap { name, command in
            let presets = command.presets.sorted { $0.key < $1.key }
            return ([("", command.defaults)] + presets.map { (" @\($0.key)", $0.value) })
                .flatMap { preset, options in
                    hazards(options).map { "\($0.place): bench \(name)\(preset) \($0.text)" }
                }
        }
        return lines.isEmpty
            ? ["It starts no program, and writes nothing outside of its folder."] : lines
    }
}
