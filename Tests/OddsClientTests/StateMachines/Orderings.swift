/// A state machine with a model of the world around it, which checks that each
/// action is legal and that each invariant holds.
protocol ModelledMachine: Hashable {
    associatedtype Input: CaseIterable & Sendable

    /// Whether the world outside can give this input now.
    func canOccur(_ input: Input) -> Bool

    /// Takes an input and the actions that it leads to.
    /// - Returns: what is wrong, `nil` if nothing is.
    mutating func take(_ input: Input) -> String?
}

/// What driving a machine through orderings has found.
struct Orderings<Machine: ModelledMachine> {
    /// The first violation, and the inputs that led to it.
    private(set) var violation: String?
    /// Inputs taken.
    private(set) var stepCount = 0

    /// Every ordering, with repetition, of up to `depth` inputs, those that
    /// the world cannot give included.
    static func every(
        upTo depth: Int, from machine: Machine, first: [Machine.Input]? = nil
    ) -> Orderings {
        var orderings = Orderings()
        let inputs = Array(Machine.Input.allCases)
        orderings.drive(machine, first ?? inputs, inputs, depth, [])
        return orderings
    }

    private mutating func drive(
        _ machine: Machine, _ inputs: [Machine.Input], _ all: [Machine.Input], _ depth: Int,
        _ path: [Machine.Input]
    ) {
        for input in inputs where violation == nil {
            var next = machine
            stepCount += 1
            if let wrong = next.take(input) { violation = "\(path + [input]): \(wrong)" }
            if depth > 1 { drive(next, all, all, depth - 1, path + [input]) }
        }
    }

    /// Every state that up to `depth` inputs lead to which the world can give.
    static func reachable(within depth: Int, from machine: Machine) -> Orderings {
        var orderings = Orderings()
        var seen: Set<Machine> = [machine]
        var edge: [(machine: Machine, path: [Machine.Input])] = [(machine, [])]
        for _ in 0..<depth {
            var next: [(machine: Machine, path: [Machine.Input])] = []
            for (machine, path) in edge {
                for input in Machine.Input.allCases where machine.canOccur(input) {
                    var reached = machine
                    orderings.stepCount += 1
                    if let wrong = reached.take(input) {
                        orderings.violation = "\(path + [input]): \(wrong)"
                        return orderings
                    }
                    if seen.insert(reached).inserted { next.append((reached, path + [input])) }
                }
            }
            edge = next
        }
        return orderings
    }
}
