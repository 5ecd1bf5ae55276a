import OddsWire

/// Fuzzes the parser. Prediction must never change the meaning: a parser that
/// predicts and one that does not must give the same batch, or the same error
/// at the same offset.
public enum ParserTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        let frames = FuzzInput(input).frames
        var parsers = ParserPair()
        // In the second round, everything learnable has been learned.
        for _ in 0..<2 {
            for (index, frame) in frames.enumerated() {
                if let difference = withExactBytes(frame, { parsers.difference(on: $0) }) {
                    FuzzDriver.fail(difference, frame: index, of: frame)
                }
            }
        }
    }
}

private struct ParserPair: ~Copyable {
    private var predicting = FrameParser(predicts: true)
    private var general = FrameParser(predicts: false)
    private var predictedBatch = FrameBatch()
    private var generalBatch = FrameBatch()

    init() {}

    /// The difference between the two results; `nil` if they agree.
    mutating func difference(on frame: UnsafeRawBufferPointer) -> String? {
        let predicted = Reading(&predicting, frame, &predictedBatch)
        let expected = Reading(&general, frame, &generalBatch)
        guard predicted != expected else { return nil }
        return "predicted \(predicted)\ninstead of \(expected)"
    }
}

private enum Reading: Equatable, CustomStringConvertible {
    case rejected(FrameError)
    case read(BatchImage)

    init(
        _ parser: inout FrameParser, _ frame: UnsafeRawBufferPointer, _ batch: inout FrameBatch
    ) {
        do throws(FrameError) {
            try parser.parse(frame, into: &batch)
            self = .read(BatchImage(batch))
        } catch {
            self = .rejected(error)
        }
    }

    var description: String {
        switch self {
        case .rejected(let error): "\(error)"
        case .read(let image): "\(image)"
        }
    }
}
