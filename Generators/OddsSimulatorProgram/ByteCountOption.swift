import ArgumentParser
import OddsOptions
import OddsResults

/// A number of bytes: a bare number of them, or a size such as `64MiB`.
package struct ByteCountOption: ExpressibleByArgument {
    package let byteCount: Int

    package init(_ byteCount: Int) { self.byteCount = byteCount }

    package init?(argument: String) {
        if let count = CountText.number(argument) {
            byteCount = count
        } else if let bytes = SizeText.bytes(argument), bytes < 0x1p63 {
            byteCount = Int(bytes)
        } else {
            ValueAdvice.note(argument, "write \(SizeText.forms)")
            return nil
        }
    }

    package var defaultValueDescription: String {
        let mebibyte = 1 << 20
        return byteCount % mebibyte == 0 ? "\(byteCount / mebibyte)MiB" : "\(byteCount)"
    }
}
