import OddsMeasurement

extension Machine {
    /// The cores and the processor: `2 × Intel Xeon`.
    package var processorTitle: String { "\(coreCount) × \(processor ?? architecture)" }
}
