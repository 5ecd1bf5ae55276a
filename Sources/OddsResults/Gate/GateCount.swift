import OddsMeasurement

/// The instructions of one strategy on one side of a gate, counted once.
package struct GateCount: Codable, Equatable, Sendable {
    package var side: GateRun.Side
    package var strategy: String
    package var method: InstructionCounter.Method
    /// The widest vector instructions that the program saw, such as `AVX2`.
    package var vectorInstructions: String
    package var instructionsPerUpdate: Double

    package init(
        side: GateRun.Side, strategy: String, method: InstructionCounter.Method,
        vectorInstructions: String, instructionsPerUpdate: Double
    ) {
        self.side = side
        self.strategy = strategy
        self.method = method
        self.vectorInstructions = vectorInstructions
        self.instructionsPerUpdate = instructionsPerUpdate
    }
}
