/// What occurs in `SportRadarHostileTraffic`: rows of the contract, and what is odd about
/// frames, elements, entities and values.
package enum HostileKind: String, CaseIterable, Hashable, Sendable {
    // Frames (SR-F1 to SR-F3).
    case listening, listeningWithoutID, errorFrame, unknownFrame, dataIsNoArray, damagedFrame
    case nestedDeep, nestedTooDeep, emptyFrame, whiteSpace, escapes, keyOrder, repeatedMember
    case unknownMember
    // Elements (SR-F4, SR-C1 to SR-C5).
    case noObject, noContent, contentWithoutID, contentIDIsNumber, contentOfWrongKind
    case unknownContent, interleaved, repeatedElement, typeInOtherCase, typeAbsent, typeNull
    case typeUnknown, refreshed, refreshedEmpty, refreshedOfWrongKind
    // Paths (SR-P1 to SR-P6).
    case pathAbsent, pathOfWrongKind, oddSegment, namedSelector, repeatedSelector
    case foreignSelector, unknownPath, foreignRow, strayBracket, selectedScores, sportOfNode
    // Rows of UPDATED (SR-U1, SR-U7, SR-U8).
    case price, selectionFlag, marketFlag, ownFlag, marketCount, score, clock, status, serve
    case sportCount, nodeCount, liveStatus, liveScore, liveServe, liveClock, liveMerged
    case updatedWhole
    case serveAnywhere, barerFact
    // Rows of ADDED and REMOVED (SR-A1, SR-A7, SR-R1, SR-R2).
    case addedSport, addedEvent, addedMarket, addedSelection, addedFact
    case addedOfOtherID, addedWithoutID
    case removedEvent, removedMarket, removedSelection, removedSport, removedNode
    case removedWithoutSelector
    // Entities (SR-E1 to SR-E17).
    case token, ownMarket, startless, oddStart, idless, repeatedEntity, lineBreak, category
    case oddLine, entityOfWrongKind, memberOfWrongKind, nullMember, bothScores, unknownScore
    // Ids (SR-V1).
    case numberID, hugeNumberID, trailingZeroID, exponentID, emptyID, unknownID
    // Values (SR-V2 to SR-V11).
    case changeAbsent, changeNull, changeOfWrongKind, halfPrice, numberPrice, longPrice
    case tooLongPrice, zeroPrice, fractionalPrice, signedPrice, paddedPrice, priceOfWrongKind
    case suspension, suspensionInOtherCase, suspensionEnds, flagOfWrongKind
    case oneSide, nullSide, textSide, competitors
    case oddScore, addedTime, oddClock, nobody, textServer, oddServer, textCount, oddCount
    case oddInteger
}
