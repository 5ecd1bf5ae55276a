import ArgumentParser
import OddsExternal
import OddsReconstruction

/// What one `--strategy` of `bench run` names: strategies, or a program in any language.
package enum RunSelection: ExpressibleByArgument, Equatable {
    case strategies(StrategySelection)
    case program(ExternalProgram)

    private static let prefixes: [(text: String, transport: MessageTransport)] = [
        ("exec:", .pipe), ("exec-ring:", .ring),
    ]

    package init?(argument: String) {
        for (text, transport) in Self.prefixes where argument.hasPrefix(text) {
            let command = argument.dropFirst(text.count)
            guard command.contains(where: { !$0.isWhitespace }) else {
                ValueAdvice.note(
                    argument, "write the program behind it: \(text)'python3 strategy.py'")
                return nil
            }
            self = .program(ExternalProgram(command: String(command), transport: transport))
            return
        }
        guard let selection = StrategySelection(argument: argument) else {
            if argument.contains(":") {
                ValueAdvice.note(argument, "a program is exec:'PROGRAM' or exec-ring:'PROGRAM'")
            }
            return nil
        }
        self = .strategies(selection)
    }

    package var defaultValueDescription: String {
        switch self {
        case .strategies(let selection): selection.defaultValueDescription
        case .program(let program):
            Self.prefixes.first { $0.transport == program.transport }!.text + "\(program)"
        }
    }

    package static var allValueStrings: [String] { StrategySelection.allValueStrings }

    package static var defaultCompletionKind: CompletionKind {
        StrategySelection.defaultCompletionKind
    }
}

extension [RunSelection] {
    private var selections: [StrategySelection] {
        compactMap { if case .strategies(let selection) = $0 { selection } else { nil } }
    }

    /// All strategies that were named, each once.
    package var names: [StrategyName] { selections.names }

    /// The strategies as one value of the option.
    package var text: String { selections.text }

    package var programs: [ExternalProgram] {
        compactMap { if case .program(let program) = $0 { program } else { nil } }
    }

    /// As words of a command line.
    package var words: [String] {
        let strategies = names.isEmpty ? [] : ["--strategy", text]
        return strategies
            + filter { if case .program = $0 { true } else { false } }
            .flatMap { ["--strategy", $0.defaultValueDescription] }
    }
}
