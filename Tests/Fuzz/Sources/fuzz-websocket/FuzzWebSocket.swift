import FuzzTargets

@main
struct FuzzWebSocket {
    static func main() {
        _ = FuzzDriver.run { bytes, count in
            WebSocketTarget.run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
}
