import OddsWire

/// Parsers that learn frames that belong together, and are then held against the
/// general one on mutants of them.
public struct MutantRound {
    /// What rounds saw.
    public struct Tally: Sendable {
        public var mutants = 0
        /// Of these, the ones that were rejected as a whole.
        public var rejected = 0

        public init() {}

        public static func += (tally: inout Tally, other: Tally) {
            tally.mutants += other.mutants
            tally.rejected += other.rejected
        }
    }

    /// A frame of which two ways to parse make different things.
    public struct Difference: Error, CustomStringConvertible {
        let frame: [UInt8]
        let options: PredictionOptions
        let reading: FrameReading
        let expected: FrameReading

        public var description: String {
            "\(options)\nreads \(reading)\ninstead of \(expected)\n"
                + "in \(String(decoding: frame, as: UTF8.self))"
        }
    }

    private let frames: [FrameAnatomy]
    private var mutator: FrameMutator
    private let general = Way(FrameParser(predicts: false))
    private let predicting = ways.map { (options: $0, way: Way(FrameParser($0))) }

    /// - Parameters:
    ///   - seeds: groups of frames that belong together, of which one is mutated.
    ///   - seed: the same makes the same round.
    public init(of seeds: [[[UInt8]]], seed: UInt64) {
        mutator = FrameMutator(seed: seed)
        frames = (mutator.choice(seeds) ?? []).map(FrameAnatomy.init)
    }

    /// Reads each frame some times, then frames and mutants in turns: a mutant may
    /// be learned, too.
    public mutating func run(mutants: Int) throws(Difference) -> Tally {
        var tally = Tally()
        guard !frames.isEmpty else { return tally }
        for _ in 0..<learningRounds {
            for frame in frames { _ = try read(frame.bytes) }
        }
        while tally.mutants < mutants {
            let frame = mutator.choice(frames)!
            if mutator.isChance(20) { _ = try read(frame.bytes) }
            let mutant = mutator.mutant(of: frame, with: mutator.choice(frames)!)
            if case .rejected = try read(mutant) { tally.rejected += 1 }
            // What is the same again may be learned, and then be read by other means.
            if mutator.isChance(10) {
                for _ in 0..<learningRounds { _ = try read(mutant) }
            }
            tally.mutants += 1
        }
        return tally
    }

    private func read(_ frame: [UInt8]) throws(Difference) -> FrameReading {
        let expected = withExactBytes(frame[...]) { general.reader.read($0) }
        for (options, way) in predicting {
            let reading = withExactBytes(frame[...]) { way.reader.read($0) }
            if reading != expected {
                throw Difference(
                    frame: frame, options: options, reading: reading, expected: expected)
            }
        }
        return expected
    }

    private final class Way {
        var reader: FrameReader

        init(_ parser: consuming FrameParser) { reader = FrameReader(parser) }
    }

    /// All kernels of this machine, each with values that are found constant at once
    /// and with none that ever is.
    private static let ways = PredictionOptions.Kernels.available.flatMap { kernels in
        [1, UInt32.max].map { patience in
            var options = PredictionOptions()
            options.kernels = kernels
            options.patience = patience
            return options
        }
    }

    private let learningRounds = 4
}
