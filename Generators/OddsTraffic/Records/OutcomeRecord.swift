extension TrafficWorld {
    func writeOutcome(
        _ outcome: Int, of market: Int, as form: EntityForm, to writer: inout FrameWriter
    ) {
        let event = event(ofMarket: market)
        let family = family(ofEvent: event)
        let kind = kind(ofMarket: market)
        let type = kind.outcomeType(family)
        let part = Vocabulary.parts(of: family)[0]
        let role = role(of: outcome, in: market)
        let isAsian = kind == .asianHandicap

        writer.beginEntity(.outcome(market, outcome), outcomeID(market, outcome), as: form)
        writer.property("typeId", id: type.id)
        writer.property("statusId", "1")
        writer.property("eventId", id: events[event].id)
        writer.property("eventPartId", id: part.id)
        if kind.isLine { writer.property("paramFloat1", quarters: role.line) }
        if kind == .total { writer.property("paramBoolean1", outcome == 0) }
        if isAsian {
            writer.property("paramFloat1", 0)
            writer.property("paramFloat2", 0)
            writer.property("paramFloat3", quarters: role.line)
            writer.property("paramParticipantId1", id: home(ofEvent: event).id)
            writer.property("paramParticipantId2", id: away(ofEvent: event).id)
            if let own = role.participant { writer.property("paramParticipantId3", id: own.id) }
        } else if let own = role.participant {
            writer.property("paramParticipantId1", id: own.id)
        }
        if kind != .winner {
            writer.property("paramScoringUnitId1", family == .goals ? "28" : "45")
        }
        writeCode(of: role, kind, event, to: &writer)
        writer.property("typeName", type.name)
        writeTranslations(of: role, kind, event, to: &writer)
        writer.property("eventPartName", part.name)
        writeParticipantNames(of: role, kind, event, to: &writer)
        writer.property("shortEventPartName", part.name)
        if kind != .winner {
            writer.property("paramScoringUnitName1", family == .goals ? "Goal" : "Point")
        }
        writer.property("headerName", role.header)
        writer.property("headerShortName", role.header)
        writer.property("headerNameKey", role.headerKey)
        writer.endEntity(as: form)
    }

    /// Writes the outcome's code, such as `#P163…`, `#U 81.5` or
    /// `(0-0) #P163… -1.5`.
    private func writeCode(
        of role: OutcomeRole, _ kind: MarketKind, _ event: Int, to writer: inout FrameWriter
    ) {
        writer.beginText("code")
        if kind == .asianHandicap { writer.raw("(0-0) ") }
        writer.raw("#")
        if let own = role.participant {
            writer.raw("P")
            writer.digits(own.id)
            if kind == .doubleChance { writer.raw(" #OR #D") }
        } else if kind == .doubleChance {
            writer.raw("P")
            writer.digits(home(ofEvent: event).id)
            writer.raw(" #OR #P")
            writer.digits(away(ofEvent: event).id)
        } else {
            // The initial of Over, Under, Exactly, Draw or None.
            writer.raw(byte: role.header.utf8Start[0])
        }
        writeLine(of: role, kind, to: &writer)
        writer.endText()
    }

    /// Writes the name of an outcome as the property of that name.
    func writeName(
        _ name: StaticString, of outcome: Int, in market: Int, to writer: inout FrameWriter
    ) {
        writeName(
            name, of: role(of: outcome, in: market), kind(ofMarket: market),
            event(ofMarket: market), to: &writer)
    }

    private func writeName(
        _ name: StaticString, of role: OutcomeRole, _ kind: MarketKind, _ event: Int,
        to writer: inout FrameWriter
    ) {
        writer.beginText(name)
        if kind == .asianHandicap { writer.raw("(0-0) ") }
        if let own = role.participant {
            writer.raw(own)
            if kind == .doubleChance { writer.raw(" or Draw") }
        } else if kind == .doubleChance {
            writer.raw(home(ofEvent: event))
            writer.raw(" or ")
            writer.raw(away(ofEvent: event))
        } else {
            writer.raw(role.header)
        }
        writeLine(of: role, kind, to: &writer)
        writer.endText()
    }

    private func writeTranslations(
        of role: OutcomeRole, _ kind: MarketKind, _ event: Int, to writer: inout FrameWriter
    ) {
        writeName("translatedName", of: role, kind, event, to: &writer)

        writer.beginText("shortTranslatedName")
        if kind == .asianHandicap { writer.raw("(0-0) ") }
        writer.raw(role.shortName)
        writeLine(of: role, kind, to: &writer)
        writer.endText()
    }

    private func writeLine(
        of role: OutcomeRole, _ kind: MarketKind, to writer: inout FrameWriter
    ) {
        switch kind {
        case .winner, .result, .doubleChance:
            break
        case .total, .asianHandicap:
            writer.raw(" ")
            writer.number(quarters: role.line)
        case .handicap:
            writer.raw(" (")
            writer.number(quarters: role.line)
            writer.raw(")")
        }
    }

    private func writeParticipantNames(
        of role: OutcomeRole, _ kind: MarketKind, _ event: Int, to writer: inout FrameWriter
    ) {
        guard let own = role.participant else { return }
        guard kind == .asianHandicap else {
            writer.property("paramParticipantName1", own)
            writer.property("shortParamParticipantName1", own)
            return
        }
        writer.property("paramParticipantName1", home(ofEvent: event))
        writer.property("paramParticipantName2", away(ofEvent: event))
        writer.property("paramParticipantName3", own)
        writer.property("shortParamParticipantName1", home(ofEvent: event))
        writer.property("shortParamParticipantName2", away(ofEvent: event))
        writer.property("shortParamParticipantName3", own)
    }
}
