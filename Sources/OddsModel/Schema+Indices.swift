// Names for the indices, so that code need not search the table. `SchemaTests`
// holds the two together.

extension Schema {
    /// The indices of an event's properties.
    public enum Match {
        public static let name = 0
        public static let shortName = 1
        public static let sportId = 2
        public static let sportName = 3
        public static let statusId = 4
        public static let statusName = 5
        public static let parentId = 6
        public static let parentName = 7
        public static let venueId = 8
        public static let venueName = 9
        public static let categoryId = 10
        public static let categoryName = 11
        public static let homeParticipantId = 12
        public static let homeParticipantName = 13
        public static let awayParticipantId = 14
        public static let awayParticipantName = 15
        public static let currentPartId = 16
        public static let currentPartName = 17
        public static let startTime = 18
        public static let numberOfMarkets = 19
        public static let numberOfBettingOffers = 20
        public static let allowsLiveOdds = 21
    }

    /// The indices of a market's properties.
    public enum Market {
        public static let eventId = 0
        public static let name = 1
        public static let shortName = 2
        public static let displayName = 3
        public static let bettingTypeId = 4
        public static let bettingTypeName = 5
        public static let eventPartId = 6
        public static let eventPartName = 7
        public static let numberOfOutcomes = 8
        public static let notAvailableSince = 9
        public static let paramFloat1 = 10
        public static let paramFloat2 = 11
        public static let paramFloat3 = 12
        public static let mainLine = 13
        public static let isAvailable = 14
        public static let isClosed = 15
    }

    /// The indices of an outcome's properties.
    public enum Outcome {
        public static let marketId = 0
        public static let eventId = 1
        public static let typeId = 2
        public static let typeName = 3
        public static let statusId = 4
        public static let code = 5
        public static let translatedName = 6
        public static let shortTranslatedName = 7
        public static let headerName = 8
        public static let headerNameKey = 9
        public static let paramParticipantId1 = 10
        public static let paramParticipantName1 = 11
        public static let paramFloat1 = 12
    }

    /// The indices of a betting offer's properties.
    public enum Offer {
        public static let outcomeId = 0
        public static let providerId = 1
        public static let bettingTypeId = 2
        public static let statusId = 3
        public static let lastChangedTime = 4
        public static let odds = 5
        public static let isLive = 6
        public static let isAvailable = 7
    }

    /// The indices of an event info's properties.
    public enum Info {
        public static let eventId = 0
        public static let typeId = 1
        public static let typeName = 2
        public static let statusId = 3
        public static let eventPartId = 4
        public static let eventPartName = 5
        public static let paramParticipantId1 = 6
        public static let eventPartRelativePosition = 7
        public static let paramFloat1 = 8
        public static let paramFloat2 = 9
    }

    /// The indices of a market outcome relation's properties.
    public enum Relation {
        public static let marketId = 0
        public static let outcomeId = 1
    }
}
