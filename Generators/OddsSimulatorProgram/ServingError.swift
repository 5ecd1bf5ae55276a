/// The reason why a server with valid options cannot run.
package struct ServingError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// The exit status of the program.
    package let status: Int32

    /// A reason in words for the command line.
    package init(description: String, status: Int32 = 1) {
        self.description = description
        self.status = status
    }
}
