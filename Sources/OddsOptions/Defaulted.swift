import ArgumentParser

/// An option's value that knows whether it was given or is the default.
struct Defaulted<Value: ExpressibleByArgument>: ExpressibleByArgument {
    let value: Value
    let isGiven: Bool

    /// The default.
    init(_ value: Value) {
        self.value = value
        isGiven = false
    }

    init?(argument: String) {
        guard let value = Value(argument: argument) else { return nil }
        self.value = value
        isGiven = true
    }

    var defaultValueDescription: String { value.defaultValueDescription }

    static var allValueStrings: [String] { Value.allValueStrings }
}
