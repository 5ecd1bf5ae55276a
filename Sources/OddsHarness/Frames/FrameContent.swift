import OddsCapture
import OddsWire

/// What a recorded frame says.
struct FrameContent {
    var isDump = false
    var hasChanges = false
    /// The UPDATE records of type BETTING_OFFER, which rates count.
    var updateCount = 0

    mutating func count(_ batch: borrowing FrameBatch) {
        switch batch.messageType {
        case .initialDump: isDump = true
        case .update: hasChanges = true
        }
        for position in 0..<batch.count {
            let record = batch[position]
            if record.type == .bettingOffer, record.operation == .patch { updateCount += 1 }
        }
    }
}

/// Reads what frames say; nothing of those that are rejected.
struct FrameContentReader: ~Copyable {
    private var parser = FrameParser()
    private var batch = FrameBatch()
    private var translator = SportRadarTranslator(opensContents: true)

    /// Whether frames of a socket named more contents than replays open.
    var hasTooManyContents: Bool { translator.elementsNotOpen > 0 }

    mutating func content(of frame: CaptureFrame) -> FrameContent {
        frame.bytes.withUnsafeBytes { bytes in
            switch frame.provider {
            case .everyMatrix: content(ofFeedFrame: bytes)
            case .sportRadar: content(ofSocketFrame: bytes)
            }
        }
    }

    private mutating func content(ofFeedFrame frame: UnsafeRawBufferPointer) -> FrameContent {
        var content = FrameContent()
        guard (try? parser.parse(frame, into: &batch)) != nil else { return content }
        content.count(batch)
        return content
    }

    private mutating func content(ofSocketFrame frame: UnsafeRawBufferPointer) -> FrameContent {
        var content = FrameContent()
        guard (try? translator.read(frame)) != nil else { return content }
        while translator.nextRun() != nil { content.count(translator.batch) }
        return content
    }
}

/// The frames of the initial state. A channel of EM's has it with its first dump; the
/// contents of a socket come whole one after the other, before they change.
struct InitialState {
    /// How many frames it takes; `nil` before a dump.
    private(set) var frameCount: Int?
    private var isComplete = false

    /// Whether the frame with a number, from 1, brings a part of it.
    mutating func isPart(
        _ content: FrameContent, of provider: FeedProvider, _ number: Int
    ) -> Bool {
        if content.hasChanges, frameCount != nil { isComplete = true }
        guard !isComplete, content.isDump else { return false }
        frameCount = number
        if provider == .everyMatrix { isComplete = true }
        return true
    }
}
