import OddsReference

/// Finds a smaller capture on which a program still deviates in the same way: drops frames,
/// then members and elements of those that are left. After Zeller and Hildebrandt (2002,
/// IEEE Transactions on Software Engineering 28), *Simplifying and isolating failure-inducing
/// input*.
struct CaptureShrinker {
    let trial: ConformanceTrial
    /// The most trials, each of which starts the program anew.
    var trialsMax = 400
    /// Longer frames are not taken apart.
    private static let frameBytesMax = 64 << 10

    private(set) var capture: ConformanceCapture
    private(set) var deviation: Deviation
    private(set) var trialCount = 0

    init(_ trial: ConformanceTrial, _ capture: ConformanceCapture, _ deviation: Deviation) {
        self.trial = trial
        self.deviation = deviation
        self.capture = capture
        self.capture.frames.removeSubrange((deviation.frame + 1)...)
    }

    /// Finds a smaller capture, the smallest unless it is to end before.
    mutating func shrink(until isEnded: () -> Bool = { false }) {
        shrinkFrames(isEnded)
        var count: Int
        repeat {
            count = capture.frames.map(\.bytes.count).reduce(0, +)
            for index in capture.frames.indices.reversed() { shrinkFrame(index, isEnded) }
        } while capture.frames.map(\.bytes.count).reduce(0, +) < count && trialCount < trialsMax
    }

    /// Takes a candidate if it shows the same.
    private mutating func accepts(
        _ candidate: ConformanceCapture, _ isEnded: () -> Bool
    ) -> Bool {
        guard trialCount < trialsMax, !candidate.frames.isEmpty, !isEnded() else { return false }
        trialCount += 1
        guard let found = try? trial.deviation(on: candidate), found.kind == deviation.kind else {
            return false
        }
        capture = candidate
        capture.frames.removeSubrange((found.frame + 1)...)
        deviation = found
        return true
    }

    private mutating func shrinkFrames(_ isEnded: () -> Bool) {
        var size = capture.frames.count / 2
        while size > 0 {
            var start = 0
            while start < capture.frames.count {
                var candidate = capture
                candidate.frames.removeSubrange(
                    start..<min(start + size, candidate.frames.count))
                if !accepts(candidate, isEnded) { start += size }
            }
            size /= 2
        }
    }

    private mutating func shrinkFrame(_ index: Int, _ isEnded: () -> Bool) {
        guard index < capture.frames.count,
            capture.frames[index].bytes.count <= Self.frameBytesMax
        else { return }
        var next = 0
        while index < capture.frames.count, trialCount < trialsMax {
            let parts = Self.parts(of: capture.frames[index].bytes)
            guard next < parts.count else { return }
            var candidate = capture
            candidate.frames[index].bytes.removeSubrange(parts[next])
            if !accepts(candidate, isEnded) { next += 1 }
        }
    }

    /// What can be left out of a frame, the largest first: members and elements with their
    /// commas of one that is legal, pieces of any other.
    static func parts(of frame: [UInt8]) -> [Range<Int>] {
        guard (try? JSONReader.read(frame)) != nil else { return pieces(of: frame) }
        var parts: [Range<Int>] = []
        var open: [(start: Int, hasEarlier: Bool)] = []
        var index = 0
        while index < frame.count {
            switch frame[index] {
            case UInt8(ascii: "\""):
                index += 1
                while frame[index] != UInt8(ascii: "\"") {
                    index += frame[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "["), UInt8(ascii: "{"): open.append((index + 1, false))
            case UInt8(ascii: ","):
                parts.append(open[open.count - 1].start..<index + 1)
                open[open.count - 1] = (index + 1, true)
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                let (start, hasEarlier) = open.removeLast()
                let first = hasEarlier ? start - 1 : start
                if first < index { parts.append(first..<index) }
            default: break
            }
            index += 1
        }
        return parts.sorted { $0.count > $1.count }
    }

    private static func pieces(of frame: [UInt8]) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var size = frame.count / 2
        while size > 0 {
            pieces += stride(from: 0, to: frame.count, by: size).map {
                $0..<min($0 + size, frame.count)
            }
            size /= 2
        }
        return pieces
    }
}
