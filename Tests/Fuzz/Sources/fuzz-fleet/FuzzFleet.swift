import FuzzTargets

@main
struct FuzzFleet {
    static func main() {
        _ = FuzzDriver.run { bytes, count in
            FleetTarget.run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
}
