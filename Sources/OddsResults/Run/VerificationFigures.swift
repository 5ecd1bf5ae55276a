/// The comparison of strategies with the reference on the first frames of the
/// traffic, outside the measured time. It is there only if nothing differed.
public struct VerificationFigures: Codable, Equatable, Sendable {
    /// The frames after each of which the change sets were compared, those of
    /// the initial state included.
    public var frames: Int
    /// The records in them that were applied.
    public var records: Int
    /// The frames after which the whole state was compared as well.
    public var stateComparisons: Int
    /// SHA-256 of the canonical snapshot after the last of the frames.
    public var digest: String

    package init(frames: Int, records: Int, stateComparisons: Int, digest: String) {
        self.frames = frames
        self.records = records
        self.stateComparisons = stateComparisons
        self.digest = digest
    }

    /// What was compared, as a sentence.
    package var sentence: String { text.prefix(1).uppercased() + text.dropFirst() + "." }

    /// The same as a line of a list.
    package var text: String {
        """
        verified: change sets after \(FigureFormat.count(Double(frames))) frames of \
        \(FigureFormat.count(Double(records))) records, and the whole state after \
        \(stateComparisons) of them, equal the reference's
        """
    }
}
