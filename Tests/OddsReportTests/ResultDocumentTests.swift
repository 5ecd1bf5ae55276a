import Foundation
import Testing

@testable import OddsReport

@Suite struct ResultDocumentTests {
    @Test(arguments: Fixtures.published)
    func publishedResultsAreRead(path: String, kind: String, plot: String) throws {
        #expect(try Fixtures.document(path).kind == kind)
    }

    @Test(arguments: [
        ("", ResultDocumentError.noResult), ("[]", .noResult), ("{}", .noResult),
        (#"{"schema":"other/1"}"#, .unknownSchema("other/1")),
        (#"{"schema":"oddsbench.other/1"}"#, .unknownSchema("oddsbench.other/1")),
        (#"{"schema":"oddsbench.soak/1"}"#, .mismatch("command is missing")),
        (
            #"{"schema":"oddsbench.memory/1","command":["a",7]}"#,
            .mismatch("command[1] is not a String")
        ),
    ])
    func whatIsNoResultIsToldWhere(json: String, error: ResultDocumentError) {
        #expect(throws: error) { try ResultDocument(json: Data(json.utf8)) }
    }
}
