// The names in the traffic, all invented. None needs escaping in JSON.

enum SportFamily {
    /// Played in halves, counted in goals.
    case goals
    /// Played in sets, counted in points.
    case sets
}

struct Sport {
    let id: UInt64
    let name: StaticString
    let shortName: StaticString
    /// SportRadar's three letters.
    let code: StaticString
    let family: SportFamily
    /// Whether its parent is the sport of all electronic games.
    let isElectronic: Bool
}

struct Location {
    let id: UInt64
    let name: StaticString
    let shortName: StaticString
    /// `nil` for the location that stands for all of them.
    let code: StaticString?
}

struct League {
    let name: StaticString
    let shortName: StaticString
    /// Indices into the tables below.
    let sport: Int
    let location: Int
}

/// A part of a match.
struct MatchPart {
    let id: UInt64
    let name: StaticString
    /// SportRadar's status of a match in this part.
    let status: StaticString
    /// EM's `eventPartRelativePosition`.
    let position: Int64
}

enum Vocabulary {
    static let electronicSport = Sport(
        id: 711, name: "Electronic Games", shortName: "Elec", code: "ELG", family: .sets,
        isElectronic: false)

    static let sports: [Sport] = [
        sport(701, "Football", "Football", "FBL", .goals),
        sport(702, "Table Tennis", "Tabl", "TTN", .sets),
        sport(703, "Ice Hockey", "Ice ", "ICH", .goals), sport(704, "Tennis", "Tenn", "TNS", .sets),
        sport(705, "Handball", "Hand", "HBL", .goals),
        sport(706, "Volleyball", "Voll", "VBL", .sets),
        sport(707, "Floorball", "Floo", "FLB", .goals),
        sport(708, "Badminton", "Badm", "BDM", .sets),
        sport(712, "e-Football", "e-Fo", "EFB", .goals, isElectronic: true),
        sport(713, "e-Table Tennis", "e-Ta", "ETT", .sets, isElectronic: true),
        sport(714, "e-Ice Hockey", "e-Ic", "EIH", .goals, isElectronic: true),
        sport(715, "e-Tennis", "e-Te", "ETN", .sets, isElectronic: true),
        sport(716, "e-Handball", "e-Ha", "EHB", .goals, isElectronic: true),
        sport(717, "e-Volleyball", "e-Vo", "EVB", .sets, isElectronic: true),
        sport(718, "e-Floorball", "e-Fl", "EFL", .goals, isElectronic: true),
        electronicSport,
    ]

    static let locations: [Location] = [
        Location(id: 900, name: "Everywhere", shortName: "Ever", code: nil),
        location(901, "Arvandia", "Arva", "AV"), location(902, "Belmarrow", "Belm", "BM"),
        location(903, "Corvania", "Corv", "CV"), location(904, "Dunmere", "Dunm", "DM"),
        location(905, "Estravale", "Estr", "EV"), location(906, "Fennoria", "Fenn", "FN"),
        location(907, "Galdria", "Gald", "GD"), location(908, "Hollmark", "Holl", "HM"),
        location(909, "Ixaland", "Ixal", "IX"), location(910, "Jorvania", "Jorv", "JV"),
        location(911, "Kestria", "Kest", "KS"), location(912, "Lowenmark", "Lowe", "LW"),
        location(913, "Morvania", "Morv", "MV"), location(914, "Nordavia", "Nord", "ND"),
        location(915, "Ostrivale", "Ostr", "OV"), location(916, "Pellandia", "Pell", "PD"),
        location(917, "Quarrend", "Quar", "QD"), location(918, "Rosmere", "Rosm", "RM"),
        location(919, "Sundavia", "Sund", "SD"), location(920, "Tarravale", "Tarr", "TV"),
        location(921, "Ulmsterland", "Ulms", "UL"),
    ]

    static let leagues: [League] = [
        league("Coastal Premier Division", 0, 1), league("Lakeside Open", 1, 0),
        league("Northern Ice League", 2, 14), league("Harbour Masters", 3, 5),
        league("Union First Handball", 4, 7), league("Riverbank Cup", 5, 9),
        league("Summit Floorball Series", 6, 12), league("Feather Court Circuit", 7, 16),
        league("Digital Champions Trophy", 8, 0), league("Pixel Paddle Tour", 9, 0),
        league("Second Division East", 0, 3), league("Evening Table Series", 1, 18),
    ]

    /// The id under which the feed knows a league's current season.
    static func tournamentID(ofLeague league: Int) -> UInt64 {
        97_000_000_000_000_000 + UInt64(league) * 4_194_304
    }

    static func templateID(ofTournament id: UInt64) -> UInt64 { id - 1_281_694_000_000_000 }

    // The season, in milliseconds since 1970.
    static let seasonStart: Int64 = 1_767_225_600_000
    static let seasonEnd: Int64 = 1_798_761_600_000

    /// The league of a tournament; `nil` if there is none.
    static func league(ofTournament id: UInt64) -> Int? {
        leagues.indices.first { tournamentID(ofLeague: $0) == id }
    }

    static let categories: [(id: UInt64, name: StaticString)] = [
        (51, "Harbour Tour"), (52, "Meadow Tour"), (250_118_400_771_203_072, "Pier Pro Tennis"),
    ]

    static let towns: [StaticString] = [
        "Aldermoor", "Brackenford", "Caldermouth", "Dunhallow", "Eastmere", "Fallowfield",
        "Glenharrow", "Hartsbridge", "Inverloch", "Kingsholt", "Larkspur", "Marlstone",
        "Netherwick", "Oakhampton", "Pennarth", "Quillford", "Ravensby", "Silverdale",
        "Thornbury", "Underwood", "Valemouth", "Westerlow", "Yarrowby", "Zealmarsh",
    ]
    static let clubs: [StaticString] = [
        "Rovers", "Athletic", "Wanderers", "United", "Rangers", "Albion", "Harriers", "City",
    ]
    static let firstNames: [StaticString] = [
        "Anselm", "Bertil", "Casimir", "Dorian", "Emeric", "Florian", "Gustav", "Henrik",
        "Isidor", "Joachim", "Kasper", "Leander", "Matthis", "Nestor", "Ottokar", "Piers",
    ]
    static let lastNames: [StaticString] = [
        "Abendroth", "Birkeland", "Carvalinho", "Dragomirov", "Eskelund", "Farkasdal",
        "Grunwaldt", "Hallstrom", "Ivarsen", "Jastrzab", "Kovalenta", "Lindqvarn", "Morozinski",
        "Nyberghen", "Olszanik", "Petrovac",
    ]

    static let marketGroups: [(key: StaticString, name: StaticString)] = [
        ("Quick_lines", "Quick"), ("Everything", "Everything"), ("Own_Slip", "Own Slip"),
        ("Mixed_Markets", "Mixed Markets"), ("Result_lines", "Result"), ("Goal_lines", "Goals"),
        ("Flag_kicks", "Flag Kicks"), ("Booked", "Bookings"), ("Half_lines", "Halves"),
        ("Player_lines", "Players"), ("Exact_lines", "Exact Result"), ("Time_lines", "Minutes"),
        ("Team_lines", "Teams"), ("Novelty_lines", "Novelties"), ("Late_lines", "Late Markets"),
    ]

    // Parts: the first is the whole match; the others are in order of play.

    static func parts(of family: SportFamily) -> [MatchPart] {
        family == .goals ? halves : sets
    }

    private static let halves = [
        MatchPart(id: 2, name: "Whole Match", status: "in_progress", position: 131),
        MatchPart(id: 5, name: "1st Half", status: "1st_half", position: 1063),
        MatchPart(id: 6, name: "2nd Half", status: "2nd_half", position: 1064),
    ]
    private static let sets = [
        MatchPart(id: 240, name: "Whole Match", status: "in_progress", position: 93),
        MatchPart(id: 241, name: "1st Set", status: "1st_set", position: 538),
        MatchPart(id: 242, name: "2nd Set", status: "2nd_set", position: 540),
        MatchPart(id: 243, name: "3rd Set", status: "3rd_set", position: 542),
        MatchPart(id: 244, name: "4th Set", status: "4th_set", position: 544),
        MatchPart(id: 245, name: "5th Set", status: "5th_set", position: 546),
    ]

    private static func sport(
        _ id: UInt64, _ name: StaticString, _ shortName: StaticString, _ code: StaticString,
        _ family: SportFamily, isElectronic: Bool = false
    ) -> Sport {
        Sport(
            id: id, name: name, shortName: shortName, code: code, family: family,
            isElectronic: isElectronic)
    }

    private static func location(
        _ id: UInt64, _ name: StaticString, _ shortName: StaticString, _ code: StaticString
    ) -> Location {
        Location(id: id, name: name, shortName: shortName, code: code)
    }

    private static func league(_ name: StaticString, _ sport: Int, _ location: Int) -> League {
        League(name: name, shortName: name, sport: sport, location: location)
    }
}
