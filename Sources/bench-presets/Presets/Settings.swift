import OddsResults
import TOMLKit

/// What `.bench.toml` says: for each command its defaults, and presets by name.
///
///     [run]
///     rate = 20_000
///     [run.ci]
///     fail-if = ["responseTime.p99>2ms"]
struct Settings: Equatable {
    /// Options by their names.
    typealias Options = [String: Option]

    struct Option: Equatable {
        /// As a text each; flags have none.
        let values: [String]
        /// The option with its values, as words of a command line; none for a flag that is off.
        let words: [String]
        /// The file, and the line if that is known.
        let place: String
    }

    struct Command: Equatable {
        var defaults: Options = [:]
        var presets: [String: Options] = [:]
    }

    /// The name that a preset cannot have, as it stands for leaving the file out.
    static let none = "none"

    let commands: [String: Command]

    /// - Throws: `PresetError` with the line, if that is known, and what is near.
    init(_ document: PresetDocument, known: CommandDescriptions) throws {
        try self.init(document.text, file: document.name, known: known)
    }

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
                let (name, option) = try option(value, of: command, path)
                settings.defaults[name] = option
                continue
            }
            guard key != Settings.none else {
                throw failure(path, "@none stands for no preset and no defaults: rename it")
            }
            settings.presets[key] = try Dictionary(
                preset.keys.sorted().compactMap { key in
                    try preset[key].map { try option($0, of: command, path + [key]) }
                }, uniquingKeysWith: { first, _ in first })
        }
        return settings
    }

    /// The name of an option and what stands for it on a command line.
    private func option(
        _ value: any TOMLValueConvertible, of command: CommandDescription, _ path: [String]
    ) throws -> (String, Settings.Option) {
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
            let words = isOn ? ["--\(option.name)"] : []
            return (option.name, .init(values: [], words: words, place: place(path)))
        }
        let texts = try values.map { value in
            guard let text = value.optionText else {
                throw failure(
                    path, "--\(key) takes a text or a number, not a \(value.type.description)")
            }
            return text
        }
        // The parser takes a word with a dash for an option.
        let words = texts.flatMap { text in
            text.hasPrefix("-") ? ["--\(option.name)=\(text)"] : ["--\(option.name)", text]
        }
        return (option.name, .init(values: texts, words: words, place: place(path)))
    }

    private func place(_ path: [String]) -> String { lines[path].map { "\(file):\($0)" } ?? file }

    func failure(
        _ path: [String], _ message: String, near known: [String] = []
    ) -> PresetError {
        let question = NearestName.question(path.last ?? "", among: known)
        return PresetError(.badData, "\(place(path)): \(message)\(question)")
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
