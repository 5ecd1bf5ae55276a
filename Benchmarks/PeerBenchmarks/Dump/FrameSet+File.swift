import Foundation

extension FrameSet {
    /// One frame from a file, read straight into place: nothing is left in the
    /// allocator that a measurement of memory would see.
    convenience init(name: String, framePath path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let byteCount = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
        self.init(name: name, byteCount: byteCount)
        try fill { rest in
            let count = read(file.fileDescriptor, rest.baseAddress, rest.count)
            guard count > 0 else { throw CocoaError(.fileReadUnknown) }
            return count
        }
    }
}
