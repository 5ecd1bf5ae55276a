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
        raw(#"{"version":""#)
        number(version)
        raw(#"","format":"AGGREGATOR","messageType":""#)
        raw(form == .dump ? "INITIAL_DUMP" : "UPDATE")
        raw(#"","records":["#)
    }

    mutating func endFrame() { raw("]}") }

    /// Starts a record of whichever kind.
    mutating func beginRecord() {
        if lastByte != UInt8(ascii: "[") { raw(",") }
        recordCount += 1
    }

    mutating func beginEntity(_ type: StaticString, _ id: UInt64, as form: EntityForm) {
        if form == .create {
            beginChange("CREATE", type, id)
            raw(#","entity":"#)
        } else {
            beginRecord()
        }
        raw(#"{"_type":""#)
        raw(type)
        raw(#"","id":""#)
        digits(id)
        raw("\"")
    }

    mutating func endEntity(as form: EntityForm) { raw(form == .create ? "}}" : "}") }

    mutating func beginUpdate(_ type: StaticString, _ id: UInt64) {
        beginChange("UPDATE", type, id)
        raw(#","changedProperties":{"#)
    }

    mutating func endUpdate() { raw("}}") }

    mutating func delete(_ type: StaticString, _ id: UInt64) {
        beginChange("DELETE", type, id)
        raw("}")
    }

    mutating func beginChange(_ change: StaticString, _ type: StaticString, _ id: UInt64) {
        beginRecord()
        raw(#"{"changeType":""#)
        raw(change)
        raw(#"","entityType":""#)
        raw(type)
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
