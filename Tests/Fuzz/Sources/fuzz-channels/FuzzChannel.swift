import FuzzTargets

@main
struct FuzzChannel {
    static func main() {
        _ = FuzzDriver.run { bytes, count in
            ChannelTarget.run(UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
    }
}
