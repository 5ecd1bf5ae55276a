public struct EventModel: Sendable, Equatable {
}
