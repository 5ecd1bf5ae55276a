/// Whether an entity is written for a dump or as a CREATE record.
enum EntityForm {
    case dump
    case create
}

/// Commas are inserted depending on the preceding byte.
extension FrameWriter {
    /// Starts a frame and discards the previous one. Never inlined, for the
    /// same reason as `beginRecord`.
    @inline(never)
    mutating func beginFrame(_ form: EntityForm, version: Int64) {
        clear()
        if form == .dump { markDump() }
        raw(#"{"version":""#)
        number(version)
        raw(#"","format":"AGGREGATOR","messageType":""#)
        raw(form == .dump ? "INITIAL_DUMP" : "UPDATE")
        raw(#"","records":["#)
    }

    /// Starts an object of nothing but records, and discards what was before.
    mutating func beginRecords() {
        clear()
        raw(#"{"records":["#)
    }

    mutating func endFrame() { raw("]}") }

    /// Starts an object that is no frame, and discards what was before.
    mutating func beginObject() {
        clear()
        raw("{")
    }

    mutating func endObject() { raw("}") }

    /// Starts a record of any kind. The caller writes its text.
    mutating func beginRecord(
        _ subject: RecordSubject, _ id: UInt64, _ change: RecordChange = .put
    ) {
        if lastByte != UInt8(ascii: "[") { raw(",") }
        markRecord(subject, id, change)
    }

    /// Starts a record with its entity's type and id, between `opening` and
    /// `closing`.
    ///
    /// Never inlined: the cost of a call per record is negligible, but inlined
    /// copies in the loops over all offers of an event took a third of the
    /// module's compile time.
    @inline(never)
    mutating func beginRecord(
        _ opening: StaticString, _ subject: RecordSubject, _ id: UInt64, _ closing: StaticString,
        _ change: RecordChange = .put
    ) {
        beginRecord(subject, id, change)
        raw(opening)
        raw(subject.kind.feedName)
        raw(#"","id":""#)
        digits(id)
        raw(closing)
    }

    mutating func beginEntity(_ subject: RecordSubject, _ id: UInt64, as form: EntityForm) {
        switch form {
        case .dump:
            beginRecord(#"{"_type":""#, subject, id, "\"")
        case .create:
            beginRecord(
                #"{"changeType":"CREATE","entityType":""#, subject, id,
                #"","entity":{"_type":""#)
            raw(subject.kind.feedName)
            raw(#"","id":""#)
            digits(id)
            raw("\"")
        }
    }

    mutating func endEntity(as form: EntityForm) { raw(form == .create ? "}}" : "}") }

    mutating func beginUpdate(
        _ subject: RecordSubject, _ id: UInt64, _ change: RecordChange = .update
    ) {
        beginRecord(
            #"{"changeType":"UPDATE","entityType":""#, subject, id, #"","changedProperties":{"#,
            change)
    }

    mutating func endUpdate() { raw("}}") }

    mutating func delete(_ subject: RecordSubject, _ id: UInt64) {
        beginRecord(#"{"changeType":"DELETE","entityType":""#, subject, id, #""}"#, .delete)
    }

    // Properties

    mutating func property(_ name: StaticString, _ text: StaticString) {
        beginText(name)
        raw(text)
        endText()
    }

    mutating func property(_ name: StaticString, id: UInt64) {
        beginText(name)
        digits(id)
        endText()
    }

    mutating func property(_ name: StaticString, _ number: Int64) {
        self.name(name)
        self.number(number)
    }

    mutating func property(_ name: StaticString, quarters: Int32) {
        self.name(name)
        number(quarters: quarters)
    }

    mutating func property(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        raw(flag ? "true" : "false")
    }

    mutating func absent(_ name: StaticString) {
        self.name(name)
        raw("null")
    }

    /// Starts a text value that is composed of pieces. None of them may need
    /// escaping.
    mutating func beginText(_ name: StaticString) {
        self.name(name)
        raw("\"")
    }

    mutating func endText() { raw("\"") }
}
