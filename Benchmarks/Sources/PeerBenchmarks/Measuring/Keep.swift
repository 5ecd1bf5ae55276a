/// Makes the optimizer believe that a value is used.
@inline(never)
func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }
