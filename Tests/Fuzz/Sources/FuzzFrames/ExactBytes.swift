/// Calls `body` with a copy of the bytes in memory of exactly their size, so
/// that the address sanitizer detects reads beyond them.
public func withExactBytes<Result>(
    _ source: ArraySlice<UInt8>, _ body: (UnsafeRawBufferPointer) -> Result
) -> Result {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: source)
    return body(UnsafeRawBufferPointer(bytes))
}
