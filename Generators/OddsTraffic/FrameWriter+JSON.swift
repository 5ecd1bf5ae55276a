/// Whether a whole entity stands in a dump or in a CREATE record.
enum EntityForm {
    case dump
    case create
}

/// Where in a chain of calls a comma belongs is seen from the byte before.
extension FrameWriter {
    /// Starts the frame; what was in the memory before is gone.
    mutating func beginFrame(_ form: EntityForm, version: Int64) {
        clear()
        if form == .dump { markDump() }
        raw(#"{"version":""#)
        number(version)
        raw(#"","format":"AGGREGATOR","messageType":""#)
        raw(form == .dump ? "INITIAL_DUMP" : "UPDATE")
        raw(#"","records":["#)
    }

    mutating func endFrame() { raw("]}") }

    /// Starts a record of whichever kind.
    mutating func beginRecord(_ subject: RecordSubject, _ id: UInt64) {
        if lastByte != UInt8(ascii: "[") { raw(",") }
        markRecord(subject, id)
    }

    mutating func beginEntity(_ subject: RecordSubject, _ id: UInt64, as form: EntityForm) {
        if form == .create {
            beginChange("CREATE", subject, id)
            raw(#","entity":"#)
        } else {
            beginRecord(subject, id)
        }
        raw(#"{"_type":""#)
        raw(subject.kind.feedName)
        raw(#"","id":""#)
        digits(id)
        raw("\"")
    }

    mutating func endEntity(as form: EntityForm) { raw(form == .create ? "}}" : "}") }

    mutating func beginUpdate(_ subject: RecordSubject, _ id: UInt64) {
        beginChange("UPDATE", subject, id)
        raw(#","changedProperties":{"#)
    }

    mutating func endUpdate() { raw("}}") }

    mutating func delete(_ subject: RecordSubject, _ id: UInt64) {
        beginChange("DELETE", subject, id)
        raw("}")
    }

    mutating func beginChange(_ change: StaticString, _ subject: RecordSubject, _ id: UInt64) {
        beginRecord(subject, id)
        raw(#"{"changeType":""#)
        raw(change)
        raw(#"","entityType":""#)
        raw(subject.kind.feedName)
        raw(#"","id":""#)
        digits(id)
        raw("\"")
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

    /// Starts a text that is put together from pieces, none of which may need
    /// an escape.
    mutating func beginText(_ name: StaticString) {
        self.name(name)
        raw("\"")
    }

    mutating func endText() { raw("\"") }
}
