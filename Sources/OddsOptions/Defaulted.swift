import ArgumentParser
import OddsResults

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
        guard let value = Self.value(argument) else { return nil }
        self.value = value
        isGiven = true
    }

    private init(_ value: Value, isGiven: Bool) {
        self.value = value
        self.isGiven = isGiven
    }

    /// A value that was made of this one, given if this one was.
    func map<Other>(_ make: (Value) -> Other) -> Defaulted<Other> {
        Defaulted<Other>(make(value), isGiven: isGiven)
    }

    /// Counts have the forms of all counts; the parser's own are digits alone.
    private static func value(_ argument: String) -> Value? {
        guard Value.self == Int.self else { return Value(argument: argument) }
        let number = CountText.number(argument)
        if number == nil { ValueAdvice.note(argument, CountText.advice(for: argument)) }
        return number as? Value
    }

    package var defaultValueDescription: String { value.defaultValueDescription }

    package static var allValueStrings: [String] { Value.allValueStrings }

    package static var defaultCompletionKind: CompletionKind { Value.defaultCompletionKind }
}
