/// The arguments of a request, which are query items or the fields of a form.
package struct RequestArguments: Sendable {
    private let values: @Sendable (String) -> [String]

    /// - Parameter values: Returns all values of a name, in their order.
    package init(_ values: @escaping @Sendable (_ name: String) -> [String]) {
        self.values = values
    }

    /// All values of an argument that may be repeated.
    package func all(_ name: String) -> [String] { values(name) }

    /// An argument; `nil` if it is absent or empty.
    package func optional(_ name: String) -> String? {
        values(name).first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// An argument.
    ///
    /// - Throws: If it is absent, empty, or longer than a profile's property may be.
    package func text(_ name: String) throws(Refusal) -> String {
        guard let text = optional(name) else { throw .badShape("\(name): is missing") }
        guard text.unicodeScalars.count <= ProfileProperty.lengthMax else {
            throw .badShape(
                "\(name): expected text of at most \(ProfileProperty.lengthMax) characters")
        }
        return text
    }

    /// An argument that is one of a list, without regard to case.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type
    ) throws(Refusal) -> Choice {
        let text = try text(name).lowercased()
        guard let choice = Choice.allCases.first(where: { $0.rawValue.lowercased() == text })
        else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badShape("\(name): expected one of \(known)")
        }
        return choice
    }

    /// An argument that is an integer in a range; `default` where it is absent.
    func integer(
        _ name: String, in range: ClosedRange<Int64>, default: Int64
    ) throws(Refusal) -> Int64 {
        optional(name) == nil ? `default` : try integer(name, in: range)
    }

    /// An argument that is an integer in a range.
    func integer(_ name: String, in range: ClosedRange<Int64>) throws(Refusal) -> Int64 {
        let text = try text(name)
        guard let number = Int64(text), "\(number)" == text, range.contains(number) else {
            throw .badShape(
                "\(name): expected an integer between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }

    /// An argument that is `true` or `false`; `false` if it is absent.
    func flag(_ name: String) throws(Refusal) -> Bool {
        switch optional(name)?.lowercased() {
        case nil, "false": return false
        case "true": return true
        default: throw .badShape("\(name): expected true or false")
        }
    }

    /// An argument that is a time of the account API; `nil` if it is absent.
    func time(_ name: String) throws(Refusal) -> Int64? {
        try time(name, such: "02-10-2026 16:12:15", WireDate.dayFirstMilliseconds)
    }

    /// An argument that is a time of the betting API; `nil` if it is absent.
    func betTime(_ name: String) throws(Refusal) -> Int64? {
        try time(name, such: "2026-10-02 16:12:15", WireDate.spacedMilliseconds)
    }

    private func time(
        _ name: String, such example: String, _ read: (String) -> Int64?
    ) throws(Refusal) -> Int64? {
        guard let text = optional(name) else { return nil }
        guard let time = read(text) else {
            throw .badShape("\(name): expected a time such as \(example)")
        }
        return time
    }
}
