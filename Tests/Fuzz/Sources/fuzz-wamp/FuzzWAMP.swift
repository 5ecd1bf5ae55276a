import FuzzTargets

@main
struct FuzzWAMP {
    static func main() {
        _ = FuzzDriver.run { bytes, count in
            WAMPTarget.run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
}
