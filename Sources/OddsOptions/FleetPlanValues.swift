import ArgumentParser
import OddsResults

/// A number that need not be whole: `10`, `0.5`, `10G`.
package struct DecimalOption: ExpressibleByArgument, Equatable {
    package let value: Double

    package init(_ value: Double) { self.value = value }

    package init?(argument: String) {
        guard let value = CountText.decimal(argument) else {
            ValueAdvice.note(argument, "write a number such as 10, 0.5 or 10G")
            return nil
        }
        self.value = value
    }

    package var defaultValueDescription: String {
        for (unit, scale) in [("G", 1e9), ("M", 1e6)] where value >= scale {
            let scaled = value / scale
            if scaled == scaled.rounded(), scaled < 1e6 { return "\(Int(scaled))\(unit)" }
        }
        return Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}

/// An amount of memory or of data: `64GiB`, `16KiB`, `100kB`.
package struct SizeOption: ExpressibleByArgument, Equatable {
    package let bytes: Double

    package init(bytes: Double) { self.bytes = bytes }

    package init?(argument: String) {
        guard let bytes = SizeText.bytes(argument), bytes == bytes.rounded(), bytes < 0x1p53 else {
            ValueAdvice.note(argument, "write \(SizeText.forms)")
            return nil
        }
        self.bytes = bytes
    }

    package var defaultValueDescription: String {
        let units = [
            ("GiB", 1_073_741_824.0), ("MiB", 1_048_576), ("KiB", 1_024), ("kB", 1e3),
        ]
        for (unit, scale) in units where bytes >= scale {
            let scaled = bytes / scale
            if scaled == scaled.rounded() { return "\(Int(scaled))\(unit)" }
        }
        return "\(Int(bytes))B"
    }
}
