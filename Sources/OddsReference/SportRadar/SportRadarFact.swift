/// One fact of a running match, which is an `EVENT_INFO` or the status of its
/// event.
enum SportRadarFact {
    case score(name: UTF8Text, home: Double?, away: Double?)
    case clock(SportRadarClock)
    case server(SportRadarServer)

    /// Reads a score (SR-V7). `name` is the one that it goes by.
    init(score value: JSONValue?, name: UTF8Text) throws(Unreadable) {
        let members = try SportRadarMembers(value)
        let sides = try members.members("COMPETITOR") ?? members
        self = .score(
            name: name, home: try sides.read("home", \.side), away: try sides.read("away", \.side))
    }

    /// Reads a clock (SR-V6).
    init(clock value: JSONValue?) throws(Unreadable) {
        guard let clock = value?.clock else { throw Unreadable() }
        self = .clock(clock)
    }

    /// Reads a server (SR-V9), which is nobody if there is no value.
    init(server value: JSONValue?) throws(Unreadable) {
        guard let value, !value.isNull else {
            self = .server(.nobody)
            return
        }
        guard let server = value.server else { throw Unreadable() }
        self = .server(server)
    }

    /// Reads the value of a fact of live data, be it `{"EVENT":{"":…}}` or less of that
    /// (SR-U8); `nil` if it is absent at any level.
    static func attribute(_ value: JSONValue?) throws(Unreadable) -> JSONValue? {
        guard let value, !value.isNull else { return nil }
        guard value.object != nil else { return value }
        let members = try SportRadarMembers(value)
        return (try members.members("EVENT") ?? members)[""]
    }

    /// The same, but absent also where `EVENT` is of the wrong kind (SR-E16).
    static func looseAttribute(_ value: JSONValue?) -> JSONValue? {
        do throws(Unreadable) { return try attribute(value) } catch { return nil }
    }

    /// The status that live data have (SR-E11, SR-E16).
    static func status(inLiveData members: SportRadarMembers) -> UTF8Text? {
        let status = members["attributes"]?.object?["COMPLETE"]?.object?["STATUS"]
        guard status?.object != nil else { return nil }
        return looseAttribute(status)?.string
    }

    /// The properties that say an event's status (SR-E2).
    static func statusProperties(_ status: UTF8Text?) -> [UTF8Text: ReferenceValue?] {
        let (id, name, part): (UTF8Text, UTF8Text, UTF8Text?) =
            switch status {
            case nil, "not_started": ("1", "Pending", nil)
            case "ended": ("3", "Ended", nil)
            default: ("2", "In Progress", status)
            }
        return [
            "statusId": .text(id), "statusName": .text(name), "currentPartName": .ifKnown(part),
        ]
    }

    /// The id of the info of an event.
    func id(event: UTF8Text) -> UTF8Text {
        let name: UTF8Text =
            switch self {
            case .score(let name, _, _): name
            case .clock: "TIME"
            case .server: "SERVE"
            }
        return UTF8Text(event.bytes + [UInt8(ascii: "/")] + name.bytes)
    }

    /// The properties of the info (SR-E7, SR-E8), without those that are not
    /// known; `nil` if there is no info, as nobody serves.
    func properties(event: UTF8Text) -> [UTF8Text: ReferenceValue?]? {
        switch self {
        case .score(let name, let home, let away):
            let all: [UTF8Text: ReferenceValue?] = [
                "eventId": .text(event), "typeId": .text("1"), "typeName": .text("Score"),
                "eventPartName": .text(name), "paramFloat1": .ifKnown(home),
                "paramFloat2": .ifKnown(away),
            ]
            return all.filter { $0.value != nil }
        case .clock(let clock):
            return [
                "eventId": .text(event), "typeId": .text("95"),
                "paramFloat1": .ifKnown(Double(clock.minutes)),
                "paramFloat2": .ifKnown(Double(clock.seconds)),
            ]
        case .server(.nobody):
            return nil
        case .server(let server):
            return [
                "eventId": .text(event), "typeId": .text("37"),
                "paramParticipantId1": .text(server == .home ? "home" : "away"),
            ]
        }
    }
}
