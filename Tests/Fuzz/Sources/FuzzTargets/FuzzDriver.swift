import CFuzzer

/// Runs libFuzzer on a target, with the arguments of the process.
public enum FuzzDriver {
    public typealias Target = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

    public static func run(_ target: Target) -> CInt {
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
        return LLVMFuzzerRunDriver(&count, &arguments, target)
    }

    /// Ends the process, upon which libFuzzer saves the input.
    static func fail(_ difference: String, frame: Int, of bytes: ArraySlice<UInt8>) -> Never {
        fatalError("frame \(frame): \(difference)\n\(String(decoding: bytes, as: UTF8.self))")
    }
}
