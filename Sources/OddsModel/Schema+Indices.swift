// Names for the indices, so that code need not search the table. `SchemaTests`
// holds the two together.

extension Schema {
    /// The indices of an event's properties.
    public enum Match {
        /// The index of `name`.
        public static let name = 0
        /// The index of `shortName`.
        public static let shortName = 1
        /// The index of `sportId`.
        public static let sportId = 2
        /// The index of `sportName`.
        public static let sportName = 3
        /// The index of `statusId`.
        public static let statusId = 4
        /// The index of `statusName`.
        public static let statusName = 5
        /// The index of `parentId`.
        public static let parentId = 6
        /// The index of `parentName`.
        public static let parentName = 7
        /// The index of `venueId`.
        public static let venueId = 8
        /// The index of `venueName`.
        public static let venueName = 9
        /// The index of `categoryId`.
        public static let categoryId = 10
        /// The index of `categoryName`.
        public static let categoryName = 11
        /// The index of `homeParticipantId`.
        public static let homeParticipantId = 12
        /// The index of `homeParticipantName`.
        public static let homeParticipantName = 13
        /// The index of `awayParticipantId`.
        public static let awayParticipantId = 14
        /// The index of `awayParticipantName`.
        public static let awayParticipantName = 15
        /// The index of `currentPartId`.
        public static let currentPartId = 16
        /// The index of `currentPartName`.
        public static let currentPartName = 17
        /// The index of `startTime`.
        public static let startTime = 18
        /// The index of `numberOfMarkets`.
        public static let numberOfMarkets = 19
        /// The index of `numberOfBettingOffers`.
        public static let numberOfBettingOffers = 20
        /// The index of `allowsLiveOdds`.
        public static let allowsLiveOdds = 21
    }

    /// The indices of a market's properties.
    public enum Market {
        /// The index of `eventId`.
        public static let eventId = 0
        /// The index of `name`.
        public static let name = 1
        /// The index of `shortName`.
        public static let shortName = 2
        /// The index of `displayName`.
        public static let displayName = 3
        /// The index of `bettingTypeId`.
        public static let bettingTypeId = 4
        /// The index of `bettingTypeName`.
        public static let bettingTypeName = 5
        /// The index of `eventPartId`.
        public static let eventPartId = 6
        /// The index of `eventPartName`.
        public static let eventPartName = 7
        /// The index of `numberOfOutcomes`.
        public static let numberOfOutcomes = 8
        /// The index of `notAvailableSince`.
        public static let notAvailableSince = 9
        /// The index of `paramFloat1`.
        public static let paramFloat1 = 10
        /// The index of `paramFloat2`.
        public static let paramFloat2 = 11
        /// The index of `paramFloat3`.
        public static let paramFloat3 = 12
        /// The index of `mainLine`.
        public static let mainLine = 13
        /// The index of `isAvailable`.
        public static let isAvailable = 14
        /// The index of `isClosed`.
        public static let isClosed = 15
    }

    /// The indices of an outcome's properties.
    public enum Outcome {
        /// The index of `marketId`.
        public static let marketId = 0
        /// The index of `eventId`.
        public static let eventId = 1
        /// The index of `typeId`.
        public static let typeId = 2
        /// The index of `typeName`.
        public static let typeName = 3
        /// The index of `statusId`.
        public static let statusId = 4
        /// The index of `code`.
        public static let code = 5
        /// The index of `translatedName`.
        public static let translatedName = 6
        /// The index of `shortTranslatedName`.
        public static let shortTranslatedName = 7
        /// The index of `headerName`.
        public static let headerName = 8
        /// The index of `headerNameKey`.
        public static let headerNameKey = 9
        /// The index of `paramParticipantId1`.
        public static let paramParticipantId1 = 10
        /// The index of `paramParticipantName1`.
        public static let paramParticipantName1 = 11
        /// The index of `paramFloat1`.
        public static let paramFloat1 = 12
    }

    /// The indices of a betting offer's properties.
    public enum Offer {
        /// The index of `outcomeId`.
        public static let outcomeId = 0
        /// The index of `providerId`.
        public static let providerId = 1
        /// The index of `bettingTypeId`.
        public static let bettingTypeId = 2
        /// The index of `statusId`.
        public static let statusId = 3
        /// The index of `lastChangedTime`.
        public static let lastChangedTime = 4
        /// The index of `odds`.
        public static let odds = 5
        /// The index of `isLive`.
        public static let isLive = 6
        /// The index of `isAvailable`.
        public static let isAvailable = 7
    }

    /// The indices of an event info's properties.
    public enum Info {
        /// The index of `eventId`.
        public static let eventId = 0
        /// The index of `typeId`.
        public static let typeId = 1
        /// The index of `typeName`.
        public static let typeName = 2
        /// The index of `statusId`.
        public static let statusId = 3
        /// The index of `eventPartId`.
        public static let eventPartId = 4
        /// The index of `eventPartName`.
        public static let eventPartName = 5
        /// The index of `paramParticipantId1`.
        public static let paramParticipantId1 = 6
        /// The index of `eventPartRelativePosition`.
        public static let eventPartRelativePosition = 7
        /// The index of `paramFloat1`.
        public static let paramFloat1 = 8
        /// The index of `paramFloat2`.
        public static let paramFloat2 = 9
    }

    /// The indices of a market outcome relation's properties.
    public enum Relation {
        /// The index of `marketId`.
        public static let marketId = 0
        /// The index of `outcomeId`.
        public static let outcomeId = 1
    }
}
