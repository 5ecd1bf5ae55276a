import Foundation

/// The files that a result is written to in several forms, opened before the work begins.
package struct ReportOutputs {
    private let main: ResultOutput
    private let markdown: ResultOutput?
    private let junit: ResultOutput?

    /// - Throws: An error that names the file that cannot be written.
    package init(main: ResultOutput, markdown: String?, junit: String?) throws {
        self.main = main
        self.markdown = try markdown.map { try ResultOutput(path: $0) }
        self.junit = try junit.map { try ResultOutput(path: $0) }
    }

    /// Writes the forms that are asked for.
    package func write(
        main write: (ResultOutput) throws -> Void, markdown text: () throws -> String,
        junit data: () throws -> Data
    ) throws {
        try write(main)
        try markdown?.write(text: text())
        try junit?.write(data())
    }
}
