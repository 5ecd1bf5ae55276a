// Properties of which it is not sure that they are there.

extension ReferenceValue? {
    static func text(_ text: UTF8Text?) -> Self { text.map { ReferenceValue.text($0) } }

    static func integer(_ value: Int64?) -> Self { value.map { ReferenceValue.integer($0) } }

    static func number(_ value: Double?) -> Self {
        value.map { ReferenceValue.number(bits: $0.bitPattern) }
    }

    /// A count of a reference entity (SR-V10).
    static func count(_ value: Int64?) -> Self {
        value.map { ReferenceValue.received(UTF8Text("\($0)")) }
    }
}
