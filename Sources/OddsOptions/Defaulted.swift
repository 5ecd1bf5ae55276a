import ArgumentParser

/// The value of an option, and whether it was given or is the default.
package struct Defaulted<Value: ExpressibleByArgument>: ExpressibleByArgument {
    package let value: Value
    package let isGiven: Bool

    /// The default.
    package init(_ value: Value) {
        self.value = value
        isGiven = false
    }

    package init?(argument: String) {
        guard let value = Value(argument: argument) else { return nil }
        self.value = value
        isGiven = true
    }

    package var defaultValueDescription: String { value.defaultValueDescription }

    package static var allValueStrings: [String] { Value.allValueStrings }
}
