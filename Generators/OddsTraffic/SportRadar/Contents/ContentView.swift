/// An open content: what it shows of the world.
struct ContentView: BitwiseCopyable {
    enum Form: UInt8 {
        /// Nothing: the content is closed.
        case closed
        /// Whole events, on their own or in a list.
        case events
        case market
        case liveData
        /// Sports with numbers of live events.
        case sports
        /// All sports, or all leagues of one, as nodes.
        case sportNodes, leagueNodes
        /// What never changes.
        case fixed
    }

    var form: Form
    /// Whether there is what it shows. An event or a market that has gone does not come
    /// back; a list is always there.
    var isThere = true
    /// The event, the market, or the sport of the nodes.
    var index: UInt32 = 0
    /// The slots of the markets that it shows of an event.
    var firstSlot: UInt32 = 0
    var endSlot: UInt32 = 0
    /// The id of its event or market.
    var id: UInt64 = 0

    static let closed = ContentView(form: .closed)

    func shows(slot: Int) -> Bool { firstSlot <= slot && slot < endSlot }

    /// Whether it shows a change of an event that it shows.
    func shows(_ change: ContentChange, slot: Int, marketID: UInt64) -> Bool {
        switch (form, change.kind) {
        case (.events, .marketAdded), (.events, .marketRemoved), (.events, .marketAvailability),
            (.events, .offer):
            shows(slot: slot)
        case (.events, .marketCount), (.events, .status), (.events, .clock), (.events, .serve),
            (.events, .score), (.events, .partScore), (.events, .newPartScore):
            true
        case (.market, .marketRemoved): change.id == id
        case (.market, .marketAvailability), (.market, .offer): marketID == id
        case (.liveData, .status), (.liveData, .clock), (.liveData, .serve), (.liveData, .score),
            (.liveData, .partScore), (.liveData, .newPartScore):
            true
        default: false
        }
    }
}
