import Testing

@testable import OddsExperiments

@Suite struct StatusColorTests {
    @Test(arguments: [
        ("status   OK", "status   \u{1B}[32mOK\u{1B}[0m"),
        ("SATURATED, INVALID", "\u{1B}[33mSATURATED\u{1B}[0m, \u{1B}[31mINVALID\u{1B}[0m"),
        ("INCOMPLETE", "\u{1B}[31mINCOMPLETE\u{1B}[0m"),
        ("OKAY, BOOK, ok", "OKAY, BOOK, ok"),
    ])
    func statusesAreColoured(line: String, painted: String) {
        #expect(StatusColor.painted(line) == painted)
    }
}
