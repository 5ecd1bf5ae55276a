/// Values in every form that JSON allows, and in some illegal ones, each after
/// a plain frame of the same shape.
public enum OddValueSeeds {
    public static let all: [(name: String, frames: [[UInt8]])] =
        seeds("number", numbers) { frame(odds: $0) }
        + seeds("integer", integers) { frame(time: $0) }
        + seeds("id", ids) { frame(id: $0) }
        + seeds("text", texts) { frame(status: $0) }
        + seeds("version", versions) { frame(version: $0) }
        + [
            ("records", [frame()] + records.map(wrapped)),
            ("small-tree", [emptyDump] + (records + records.reversed()).map(wrapped)),
        ]

    /// All the values, legal and illegal, for wherever one may be.
    static let values = numbers + integers + ids + texts + versions

    private static let emptyDump = Array(#"{"messageType":"INITIAL_DUMP","records":[]}"#.utf8)

    private static let numbers = [
        "0.1", "-1.5e-7", "1E+2", "10000000.25", "00", "1.", ".5", "1.e3", "-", "1e400", "1e-400",
        "9007199254740993", "0.1000000000000000055511151231257827", "1.7976931348623157e308",
        "2.2250738585072011e-308", "123456789012345678901234567890", "null", "true", "\"2\"",
        "{}", "[1]", " 1 ", "2,\"odds\":3",
    ]
    private static let integers = [
        "7", "-0", "47.0", "4.7e1", "470e-1", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "1.5", "0e999999999", "01", "1750752646343.0", "null",
    ]
    private static let ids = [
        #""007""#, #""""#, "7", "-0", "1.0", #""12345678901234567890""#, #""9223372036854775808""#,
        #""\u0037""#, #""é""#, #""a\"b""#, #""18446744073709551615""#, "null", "[]",
    ]
    private static let texts = [
        #""a""#, #""\ud83d\ude00""#, #""\ud800""#, #""\udc00\ud800x""#, #""\/\b\f\n\r\t\\\"""#,
        #""🂡""#, "\"a\u{7F}\"", "\"a\tb\"", #""\x""#, "1", "null", #""a long text, of more words""#,
    ]
    private static let versions = [
        "17", #""18""#, #""007""#, #""x""#, "-1", "1.0", "null", #""1234567890123456789""#,
        #""12345678901234567890""#, #""\u0037""#, #""""#,
    ]
    private static let records = [
        #"{"changeType":"DELETE","entityType":"BETTING_OFFER","id":"7"}"#,
        #"{"changeType":"CREATE","entityType":"BETTING_OFFER","id":"7","entity":{"_type":"#
            + #""BETTING_OFFER","id":"7","outcomeId":"6","odds":2.5,"isLive":true}}"#,
        #"{"entity":{"id":"7","odds":2.5},"id":"7","entityType":"BETTING_OFFER","#
            + #""changeType":"CREATE"}"#,
        #"{"changeType":"CREATE","entityType":"SPORT","id":"1","entity":{"_type":"SPORT","#
            + #""id":"1","name":"Tennis","nested":{"a":[1,2,{"b":null}]},"gone":null}}"#,
        #"{"changeType":"UPDATE","entityType":"SPORT","id":"1","changedProperties":{"#
            + #""name":null,"new":[[]]}}"#,
        #"{"changeType":"CREATE","entityType":"OUTCOME","id":"6","entity":{"id":"6"}}"#,
        #"{"changeType":"CREATE","entityType":"MARKET_OUTCOME_RELATION","id":"5","entity":{"#
            + #""marketId":"4","outcomeId":"6"}}"#,
        #"{"changeType":"CREATE","entityType":"MARKET","id":"4","entity":{"eventId":"3"}}"#,
        #"{"changeType":"CREATE","entityType":"MATCH","id":"3","entity":{"name":"A v B"}}"#,
        #"{"changeType":"RENAME","entityType":"MATCH","id":"3"}"#,
    ]

    private static func seeds(
        _ name: String, _ values: [String], _ make: (String) -> [UInt8]
    ) -> [(name: String, frames: [[UInt8]])] {
        [("\(name)s", [frame()] + values.map(make))]
    }

    private static func frame(
        version: String = #""17""#, id: String = #""273905176604061696""#,
        time: String = "1750752646343", odds: String = "1.8547008", status: String = #""1""#
    ) -> [UInt8] {
        wrapped(
            #"{"changeType":"UPDATE","entityType":"BETTING_OFFER","id":\#(id),"#
                + #""changedProperties":{"lastChangedTime":\#(time),"odds":\#(odds),"#
                + #""statusId":\#(status),"isAvailable":true}}"#, version: version)
    }

    private static func wrapped(_ record: String) -> [UInt8] { wrapped(record, version: #""17""#) }

    private static func wrapped(_ record: String, version: String) -> [UInt8] {
        Array(
            (#"{"version":\#(version),"format":"BASIC","messageType":"UPDATE","records":["#
                + record + "]}").utf8)
    }
}
