import OddsBetting

/// The second provider's codes of the types of bets.
enum SlipType {
    private static let accumulators = 4...20

    /// The type of a code, for so many selections; `nil` if it is unknown or does not fit.
    static func type(_ code: String, count: Int) -> BetType? {
        if code == self.code(ofAll: count) { return count == 1 ? .single : .multiple }
        let type =
            BetType(wireName: code, systemName: nil)
            ?? BetType(wireName: BetType.system(size: 1).wireName, systemName: code)
        guard let type, self.code(of: type, count: count) == code,
            type.sizes(count: count) != nil
        else { return nil }
        return type
    }

    /// The code of a type, for so many selections that are no bankers.
    static func code(of type: BetType, count: Int) -> String {
        switch type {
        case .single, .multiple: code(ofAll: count) ?? type.wireName
        case .system: type.systemName(count: count) ?? type.wireName
        case .named: type.wireName
        }
    }

    /// The types that so many selections allow.
    static func types(count: Int) -> [BetType] {
        let all = count == 1 ? BetType.single : .multiple
        let systems = (1..<max(1, count)).map { BetType.system(size: $0) }
        let named = NamedBetType.allCases.filter { $0.count == count }.map { BetType.named($0) }
        return [all] + systems + named
    }

    private static func code(ofAll count: Int) -> String? {
        switch count {
        case 1: "S"
        case 2: "D"
        case 3: "T"
        case accumulators: "AC\(count)"
        default: nil
        }
    }
}
