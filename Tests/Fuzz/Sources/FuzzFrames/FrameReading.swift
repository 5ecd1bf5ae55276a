import OddsWire

/// What a parser made of a frame: ways to parse are equal where their readings
/// are.
public enum FrameReading: Equatable, CustomStringConvertible {
    case rejected(FrameError)
    case read(BatchImage)

    public var description: String {
        switch self {
        case .rejected(let error): "\(error)"
        case .read(let image): "\(image)"
        }
    }
}

/// A parser with the batch that it reads into.
public struct FrameReader: ~Copyable {
    private var parser: FrameParser
    private var batch = FrameBatch()

    public init(_ parser: consuming FrameParser) { self.parser = parser }

    /// Reads a frame, which may be learned from.
    public mutating func read(_ frame: UnsafeRawBufferPointer) -> FrameReading {
        do throws(FrameError) {
            try parser.parse(frame, into: &batch)
            return .read(BatchImage(batch))
        } catch {
            return .rejected(error)
        }
    }
}
