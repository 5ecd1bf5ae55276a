// Properties that are absent where the value is not known.
//
// None is called like a case of `ReferenceValue`: the compiler would take it for
// that case in a pattern.

extension ReferenceValue? {
    static func ifKnown(_ text: UTF8Text?) -> Self { text.map { ReferenceValue.text($0) } }

    static func ifKnown(_ integer: Int64?) -> Self { integer.map { ReferenceValue.integer($0) } }

    static func ifKnown(_ boolean: Bool?) -> Self { boolean.map { ReferenceValue.boolean($0) } }

    static func ifKnown(_ number: Double?) -> Self {
        number.map { ReferenceValue.number(bits: $0.bitPattern) }
    }

    /// A count of a reference entity (SR-V10).
    static func ifKnown(count: Int64?) -> Self {
        count.map { ReferenceValue.received(UTF8Text("\($0)")) }
    }
}
