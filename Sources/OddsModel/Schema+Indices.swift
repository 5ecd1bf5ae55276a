// The indices that code names; the rest is reached through the table alone.

extension Schema {
    public enum Match {
        public static let statusId = 4
        public static let startTime = 18
        public static let numberOfMarkets = 19
        public static let numberOfBettingOffers = 20
        public static let allowsLiveOdds = 21
    }

    public enum Market {
        public static let eventId = 0
        public static let notAvailableSince = 9
        public static let mainLine = 13
        public static let isAvailable = 14
        public static let isClosed = 15
    }

    public enum Outcome {
        public static let marketId = 0
        public static let statusId = 4
    }

    public enum Offer {
        public static let outcomeId = 0
        public static let statusId = 3
        public static let lastChangedTime = 4
        public static let odds = 5
        public static let isLive = 6
        public static let isAvailable = 7
    }

    public enum Info {
        public static let eventId = 0
    }

    public enum Relation {
        public static let marketId = 0
        public static let outcomeId = 1
    }
}
