import FuzzTargets

@main
struct FuzzSocket {
    static func main() {
        _ = FuzzDriver.run { bytes, count in
            SocketTarget.run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
}
