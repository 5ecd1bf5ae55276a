import Foundation
import OddsResults
import TOMLKit

/// What `.bench.toml` says: for each command its defaults, and presets by name.
///
///     [run]
///     rate = 20_000
///     [run.ci]
///     fail-if = ["responseTime.p99>2ms"]
struct Settings: Equatable {
    /// An option with its values, of which flags have none, as words of a command
    /// line; none for a flag that is off.
    typealias Options = [String: [String]]

    struct Command: Equatable {
        var defaults: Options = [:]
        var presets: [String: Options] = [:]
    }

    /// The name that a preset cannot have, as it stands for leaving the file out.
    static let none = "none"

    let commands: [String: Command]

    /// - Parameters:
    ///   - text: The file's content.
    ///   - file: Its name, for messages.
    ///   - known: The commands with their options.
    /// - Throws: `PresetError` with the line, if that is known, and what is near.
    init(_ text: String, file: String, known: CommandDescriptions) throws {
        let root: TOMLTable
        do {
            root = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw PresetError(
                .badData, "\(file):\(error.source.begin.line): \(error.description)")
        }
        let reader = SettingsReader(file: file, lines: KeyLines(text))
        commands = try Dictionary(
            uniqueKeysWithValues: root.keys.sorted().map { name in
                guard let table = root[name]?.table else {
                    throw reader.failure(
                        [name], "'\(name)' is no table: options are in one of their command, "
                            + "such as [\(known.defaultCommand)]")
                }
                guard let command = known.commands[name], command.isShown else {
                    throw reader.failure(
                        [name], "there is no command '\(name)'", near: known.shownNames)
                }
                return (name, try reader.command(command, table))
            })
    }
}

/// Reads the tables of commands.
private struct SettingsReader {
    let file: String
    let lines: KeyLines

    func command(
        _ command: CommandDescription, _ table: TOMLTable
    ) throws -> Settings.Command {
        var settings = Settings.Command()
        for key in table.keys.sorted() {
            let path = [command.name, key]
            guard let value = table[key] else { continue }
            guard let preset = value.table else {
                let (option, words) = try words(value, of: command, path)
                settings.defaults[option] = words
                continue
            }
            guard key != Settings.none else {
                throw failure(path, "@none stands for no preset and no defaults: rename it")
            }
            settings.presets[key] = try Dictionary(
                preset.keys.sorted().compactMap { key in
                    try preset[key].map { try words($0, of: command, path + [key]) }
                }, uniquingKeysWith: { first, _ in first })
        }
        return settings
    }

    /// The name of an option and what stands for it on a command line.
    private func words(
        _ value: any TOMLValueConvertible, of command: CommandDescription, _ path: [String]
    ) throws -> (String, [String]) {
        let key = path.last ?? ""
        guard let option = command.options[key] else {
            throw failure(
                path, "'bench \(command.name)' has no option --\(key)",
                near: command.options.keys.sorted())
        }
        let values = value.array.map { Array($0) } ?? [value]
        if value.type == .array, !option.isRepeating {
            throw failure(path, "--\(key) takes one value, not a list")
        }
        guard option.takesValue else {
            guard let isOn = value.bool else {
                throw failure(path, "--\(key) takes no value: write \(key) = true or false")
            }
            return (option.name, isOn ? ["--\(option.name)"] : [])
        }
        let words = try values.flatMap { value in
            guard let text = value.optionText else {
                throw failure(
                    path, "--\(key) takes a text or a number, not a \(value.type.description)")
            }
            // The parser takes a word with a dash for an option.
            return text.hasPrefix("-")
                ? ["--\(option.name)=\(text)"] : ["--\(option.name)", text]
        }
        return (option.name, words)
    }

    func failure(
        _ path: [String], _ message: String, near known: [String] = []
    ) -> PresetError {
        let place = lines[path].map { "\(file):\($0)" } ?? file
        let question = NearestName.question(path.last ?? "", among: known)
        return PresetError(.badData, "\(place): \(message)\(question)")
    }
}

extension TOMLValueConvertible {
    /// The value as a word; `nil` for what is no value of an option.
    fileprivate var optionText: String? {
        switch type {
        case .string: string
        case .int: int.map { "\($0)" }
        case .double: double.map { "\($0)" }
        default: nil
        }
    }
}
