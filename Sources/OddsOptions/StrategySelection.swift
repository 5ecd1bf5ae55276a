import ArgumentParser
import OddsReconstruction

/// What one `--strategy` names: a strategy, several with commas between them, or
/// `all`. The option can be given several times, so that commands have an array.
package struct StrategySelection: ExpressibleByArgument, Equatable {
    /// In the order in which they were named, at least one.
    package let names: [StrategyName]

    package static var all: Self { Self(names: StrategyName.all) }

    package static func one(_ name: StrategyName) -> Self { Self(names: [name]) }

    private init(names: [StrategyName]) { self.names = names }

    package init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        var names: [StrategyName] = []
        for part in parts {
            if part == Self.allName {
                names += StrategyName.all
            } else if let name = StrategyName(part) {
                names.append(name)
            } else {
                return nil
            }
        }
        self.names = names
    }

    package var defaultValueDescription: String { [self].text }

    package static var allValueStrings: [String] { Strategies.names + [allName] }

    package static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    fileprivate static let allName = "all"
}

extension [StrategySelection] {
    /// All that were named, each once, where it was named first.
    package var names: [StrategyName] {
        var names: [StrategyName] = []
        for name in flatMap(\.names) where !names.contains(name) { names.append(name) }
        return names
    }

    /// As one value of the option. One strategy and all of them are what revisions
    /// from before lists understand, too.
    package var text: String {
        names == StrategyName.all
            ? StrategySelection.allName : names.map(\.text).joined(separator: ",")
    }
}

extension StrategyName: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }

    public var defaultValueDescription: String { text }

    public static var allValueStrings: [String] { Strategies.names }

    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// The lists of strategies in help texts.
package enum StrategyHelp {
    /// `full, delta or graph`.
    package static var one: String {
        let names = Strategies.names
        return names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    }

    /// `full, delta, graph, a list such as full,graph, or all`.
    package static var several: String {
        let names = Strategies.names
        let list = [names.first, names.last].compactMap { $0 }.joined(separator: ",")
        return names.joined(separator: ", ") + ", a list such as \(list), or all"
    }
}
