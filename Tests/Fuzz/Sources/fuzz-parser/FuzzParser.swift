import FuzzTargets

@main
struct FuzzParser {
    static func main() {
        _ = FuzzDriver.run { bytes, count in
            ParserTarget.run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
}
