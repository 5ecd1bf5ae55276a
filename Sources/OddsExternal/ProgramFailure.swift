/// Why a program has failed: not that it is wrong, but that it does not answer.
package struct ProgramFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message that was not answered.
    package enum Moment: Equatable, Sendable {
        case start
        case hello
        /// With the frame's number, from 1.
        case frame(Int)
        /// After the frame with a number, from 1; 0 before any.
        case snapshot(after: Int)
        case bye

        fileprivate var text: String {
            switch self {
            case .start: "at its start"
            case .hello: "at hello"
            case .frame(let number): "at frame \(number)"
            case .snapshot(let number): "at the snapshot after frame \(number)"
            case .bye: "at bye"
            }
        }
    }

    package enum Reason: Equatable, Sendable {
        case notStarted(String)
        case notFound
        /// How it ended, as a predicate.
        case ended(String)
        case silent(seconds: Double)
        case garbage(String)
        case mapping(String)
    }

    package let program: String
    package let moment: Moment
    package let reason: Reason
    /// What the program wrote in place of an answer, if that may be text.
    package let strayText: String?

    /// In one line, without a full stop.
    package var description: String {
        "\(program) \(what)" + (strayText.map { "; it wrote '\($0)'" } ?? "")
    }

    private var what: String {
        switch reason {
        case .notStarted(let why): "cannot be started: \(why)"
        case .notFound: "is not found: give a path, or a program that is on the PATH"
        case .ended(let how): "\(how) \(moment.text)"
        case .silent(let seconds):
            """
            did not answer within \(seconds.formatted()) s \(moment.text)\
            \(moment == .hello ? "" : " (--answer-timeout changes that)"); are answers flushed?
            """
        case .garbage(let what): "answered what is no answer \(moment.text): \(what)"
        case .mapping(let why): "needs shared memory \(moment.text): \(why)"
        }
    }
}

extension Double {
    fileprivate func formatted() -> String {
        self == rounded() ? "\(Int(self))" : "\(self)"
    }
}
