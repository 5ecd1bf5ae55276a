import FuzzFrames
import OddsWire

/// Fuzzes the parser. Prediction must never change the meaning: parsers that
/// predict, each with other kernels and another patience, and one that does not
/// must give the same batch, or the same error at the same offset.
public enum ParserTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        let frames = FuzzInput(input).frames
        var expected: [FrameReading] = []
        var general = FrameReader(FrameParser(predicts: false))
        for frame in frames { expected.append(withExactBytes(frame) { general.read($0) }) }
        for options in ways {
            var predicting = FrameReader(FrameParser(options))
            // In the last round, everything learnable has been learned.
            for _ in 0..<rounds {
                for (index, frame) in frames.enumerated() {
                    let reading = withExactBytes(frame) { predicting.read($0) }
                    if reading != expected[index] {
                        FuzzDriver.fail(
                            "predicted \(reading)\ninstead of \(expected[index])\nby \(options)",
                            frame: index, of: frame)
                    }
                }
            }
        }
    }

    /// Each of the kernels that this machine has.
    private static let ways = PredictionOptions.Kernels.available.map { kernels in
        var options = PredictionOptions()
        options.kernels = kernels
        // A record is learned, its values are looked at in the next ones, and the
        // last rounds meet what was made of them.
        options.patience = 1
        return options
    }

    private static let rounds = 6
}
