// The names of types on the wire.
extension BetType {
    /// - Parameters:
    ///   - wireName: `SINGLE`, `MULTIPLE`, `SYSTEM`, `TRIXIE`, and so on.
    ///   - systemName: `2/3` for a system, else `nil`.
    /// - Returns: `nil` for other texts. Whether the second number of a system is that of the
    ///   selections is not looked at.
    public init?(wireName: String, systemName: String?) {
        guard wireName == "SYSTEM" else {
            guard systemName == nil else { return nil }
            switch wireName {
            case "SINGLE": self = .single
            case "MULTIPLE": self = .multiple
            default:
                guard let named = NamedBetType(rawValue: wireName) else { return nil }
                self = .named(named)
            }
            return
        }
        let parts = (systemName ?? "").split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == 2, systemName == "\(numbers[0])/\(numbers[1])" else { return nil }
        self = .system(size: numbers[0])
    }

    /// `SINGLE`, `MULTIPLE`, `SYSTEM`, `TRIXIE`, and so on.
    public var wireName: String {
        switch self {
        case .single: "SINGLE"
        case .multiple: "MULTIPLE"
        case .system: "SYSTEM"
        case .named(let type): type.rawValue
        }
    }

    /// `2/3` for a system, else `nil`.
    ///
    /// - Parameter count: The number of selections that are not bankers.
    public func systemName(count: Int) -> String? {
        if case .system(let size) = self { "\(size)/\(count)" } else { nil }
    }

    /// A name for people: `Double`, `Trebles`, `Lucky15`.
    ///
    /// - Parameter count: The number of selections that are not bankers.
    package func title(count: Int) -> String {
        switch self {
        case .single: Self.title(ofSize: 1)
        case .multiple: Self.title(ofSize: count)
        case .system(let size): Self.title(ofSize: size) + "s"
        case .named(let type): type.rawValue.prefix(1) + type.rawValue.dropFirst().lowercased()
        }
    }

    private static func title(ofSize size: Int) -> String {
        switch size {
        case 1: "Single"
        case 2: "Double"
        case 3: "Treble"
        default: "\(size)-fold"
        }
    }

    /// Whether bankers count in it.
    public var takesBankers: Bool {
        switch self {
        case .single, .multiple: false
        case .system, .named: true
        }
    }

    /// Divides selections into bankers and others: all are others where bankers do not count.
    package func divide<Selection>(
        _ selections: [Selection], isBanker: (Selection) -> Bool
    ) -> (bankers: [Selection], others: [Selection]) {
        guard takesBankers else { return ([], selections) }
        return (selections.filter(isBanker), selections.filter { !isBanker($0) })
    }
}
