// A reconstruction of the feed in JavaScript, with nothing but what Node has. Entities are in maps,
// with an index of the links between them, so that a frame costs time in proportion to what it
// changes. The names EM-… are rules of the feed contract.

import { DISPOSITION, RejectedFrame, numberText, readJSON, serve } from "./oddsbench.mjs";
import { crc32, idText, offerText, wholeValue } from "./oddsbench.mjs";

const FRAME_BYTES_MAX = 64 << 20;
const DEPTH_MAX = 64;
const HELD_FRAMES_MAX = 1024;
const HELD_BYTES_MAX = 64 << 20;

/// EM-F1: returns whether a frame is a dump, its version and its records.
function readFrame(bytes) {
  if (bytes.length > FRAME_BYTES_MAX) throw new RejectedFrame(FRAME_BYTES_MAX);
  const { messageType, records, version } = readJSON(bytes, DEPTH_MAX) ?? {};
  const isDump = messageType === "INITIAL_DUMP";
  if (!(isDump || messageType === "UPDATE") || !Array.isArray(records)) throw new RejectedFrame(0);
  return { isDump, version: readableVersion(version), records };
}

/// EM-V1: the version as received, `null` if it is not readable.
function readableVersion(value) {
  const text = numberText(value) ?? value;
  return typeof text === "string" && /^\d{1,19}$/.test(text) ? text : null;
}

/// A record that is rejected alone (EM-R1).
class UnreadableRecord extends Error {}

/// A function that returns a JSON value if it is of a kind.
function instanceOf(isOfKind) {
  return (value) => {
    if (!isOfKind(value)) throw new UnreadableRecord();
    return value;
  };
}

const string = instanceOf((value) => typeof value === "string");
const boolean = instanceOf((value) => typeof value === "boolean");
const jsonObject = instanceOf(
  (value) => value instanceof Object && Object.getPrototypeOf(value) === Object.prototype,
);

/// EM-I2, EM-P2: an integer stands for its decimal text.
function stringOrInteger(value) {
  const text = numberText(value);
  return text !== undefined && /^-?\d+$/.test(text) ? text : string(value);
}

/// EM-P4: any number that is finite as a double.
function double(value) {
  const double = Number(numberText(value));
  if (!Number.isFinite(double)) throw new UnreadableRecord();
  return double;
}

/// EM-P3: any number whose exact value is whole and has 64 bits.
function integer(value) {
  if (Number.isSafeInteger(value)) return BigInt(value);
  const text = numberText(value);
  const integer = text === undefined ? null : wholeValue(text);
  if (integer === null || BigInt.asIntN(64, integer) !== integer) throw new UnreadableRecord();
  return integer;
}

/// The functions that read the properties of a type, by name.
function readers({ texts, integers = "", doubles = "", booleans = "" }) {
  const byName = new Map();
  const add = (names, reader) => names.match(/\w+/g)?.forEach((name) => byName.set(name, reader));
  add(texts, string);
  add(texts.match(/\w+Id1?\b/g).join(" "), stringOrInteger);
  add(integers, integer);
  add(doubles, double);
  add(booleans, boolean);
  return byName;
}

// The typed properties (EM-P1), without `id`.
const SCHEMA = new Map([
  ["MATCH", readers({
    texts: `name shortName sportId sportName statusId statusName parentId parentName venueId
      venueName categoryId categoryName homeParticipantId homeParticipantName awayParticipantId
      awayParticipantName currentPartId currentPartName`,
    integers: "startTime numberOfMarkets numberOfBettingOffers",
    booleans: "allowsLiveOdds",
  })],
  ["MARKET", readers({
    texts: `eventId name shortName displayName bettingTypeId bettingTypeName eventPartId
      eventPartName`,
    integers: "numberOfOutcomes notAvailableSince",
    doubles: "paramFloat1 paramFloat2 paramFloat3",
    booleans: "mainLine isAvailable isClosed",
  })],
  ["OUTCOME", readers({
    texts: `eventId marketId typeId typeName statusId code translatedName shortTranslatedName
      headerName headerNameKey paramParticipantId1 paramParticipantName1`,
    doubles: "paramFloat1",
  })],
  ["BETTING_OFFER", readers({
    texts: "outcomeId providerId bettingTypeId statusId",
    integers: "lastChangedTime",
    doubles: "odds",
    booleans: "isLive isAvailable",
  })],
  ["EVENT_INFO", readers({
    texts: "eventId typeId typeName statusId eventPartId eventPartName paramParticipantId1",
    integers: "eventPartRelativePosition",
    doubles: "paramFloat1 paramFloat2",
  })],
  ["MARKET_OUTCOME_RELATION", readers({ texts: "marketId outcomeId" })],
]);

/// EM-R1: returns the change type, type, id and properties, which may be `null` (EM-P6).
function readRecord(record, isDump) {
  const members = jsonObject(record);
  const changeType = isDump ? "CREATE" : members.changeType;
  const type = string(isDump ? members._type : members.entityType);
  const id = stringOrInteger(members.id);
  if (type === "" || id === "") throw new UnreadableRecord();
  let properties = {};
  if (changeType === "UPDATE") {
    properties = jsonObject(members.changedProperties);
  } else if (changeType === "CREATE") {
    properties = isDump ? members : jsonObject(members.entity);
    const { id: ownID = null, _type: ownType = null } = properties;
    if (ownID !== null && stringOrInteger(ownID) !== id) throw new UnreadableRecord();
    if (ownType !== null && ownType !== type) throw new UnreadableRecord();
  } else if (changeType !== "DELETE") {
    throw new UnreadableRecord();
  }
  return { changeType, type, id, properties: readProperties(type, properties).set("id", id) };
}

function readProperties(type, members) {
  const readers = SCHEMA.get(type);
  const properties = new Map();
  for (const [name, value] of Object.entries(members)) {
    if (readers === undefined) {
      // EM-E5: a reference entity has all its properties, as received.
      if (name !== "_type") properties.set(name, value);
    } else if (readers.has(name)) {
      properties.set(name, value === null ? null : readers.get(name)(value));
    }
  }
  return properties;
}

// EM-E1: whom each type links: the child's type, and the properties with the parent's id and its.
const LINKS = new Map([
  ["EVENT_INFO", ["EVENT_INFO", "eventId", "id"]],
  ["MARKET", ["MARKET", "eventId", "id"]],
  ["OUTCOME", ["OUTCOME", "marketId", "id"]],
  ["MARKET_OUTCOME_RELATION", ["OUTCOME", "marketId", "outcomeId"]],
  ["BETTING_OFFER", ["BETTING_OFFER", "outcomeId", "id"]],
]);
const CHILD_ARRAYS = new Map([
  ["MATCH", { eventInfos: "EVENT_INFO", markets: "MARKET" }],
  ["MARKET", { outcomes: "OUTCOME" }],
  ["OUTCOME", { bettingOffers: "BETTING_OFFER" }],
]);
const CHECKED_CHILDREN = { MATCH: "MARKET", MARKET: "OUTCOME", OUTCOME: "BETTING_OFFER" };
const ABOVE = { EVENT_INFO: "MATCH", MARKET: "MATCH", OUTCOME: "MARKET", BETTING_OFFER: "OUTCOME" };

/// The entities of a channel since its last dump.
class State {
  arrivals = 0;
  // By type and id, in order of arrival, as maps are (EM-E4).
  entities = new Map();
  // By a child's type and its parent's id, or its own, how many links there are to each child and
  // each parent (EM-E2). The entities themselves may be missing (EM-E3).
  children = new Map();
  parents = new Map();

  /// EM-R3. Returns how many entities of the tree the records changed.
  apply(records, isDump, counters) {
    // Whether they were there before, by type and id.
    const changed = new Map();
    for (const received of records) {
      let record;
      try {
        record = readRecord(received, isDump);
      } catch (error) {
        if (!(error instanceof UnreadableRecord)) throw error;
        counters.recordsRejected++;
        continue;
      }
      const { changeType, type, id, properties } = record;
      const entity = this.find(type, id);
      if (entity === undefined && changeType !== "CREATE") {
        counters[changeType === "UPDATE" ? "orphanUpdates" : "orphanDeletes"]++;
        continue;
      }
      counters.recordsApplied++;
      let hasChanged = true;
      if (changeType === "DELETE") this.delete(entity);
      else if (entity === undefined) this.insert(type, id, properties);
      else if (changeType === "CREATE") hasChanged = this.change(entity, properties);
      else hasChanged = this.change(entity, new Map([...entity.properties, ...properties]));
      if (!hasChanged || !SCHEMA.has(type)) continue;
      const key = `${type} ${id}`;
      const wasThere = changed.get(key) ?? entity !== undefined;
      if (wasThere || changeType !== "DELETE") changed.set(key, wasThere);
      else changed.delete(key);
    }
    return changed.size;
  }

  find(type, id) {
    return this.entities.get(type)?.get(id);
  }

  /// EM-R5, for an entity that does not exist.
  insert(type, id, properties) {
    const entity = { type, id, properties: withoutAbsent(properties), cache: null };
    entity.arrival = this.arrivals++;
    if (!this.entities.has(type)) this.entities.set(type, new Map());
    this.entities.get(type).set(id, entity);
    this.link(entity, 1);
  }

  /// EM-R6: the children keep their links.
  delete(entity) {
    this.link(entity, -1);
    this.entities.get(entity.type).delete(entity.id);
  }

  /// Replaces all properties; returns whether a value is not the same (EM-R7).
  change(entity, properties) {
    const old = entity.properties;
    this.link(entity, -1);
    entity.properties = withoutAbsent(properties);
    this.link(entity, 1);
    const isSame = ([name, value]) => Object.is(value, old.get(name));
    return old.size !== entity.properties.size || ![...entity.properties].every(isSame);
  }

  /// Counts the entity's link in (step 1) or out (step -1), and forgets what it is part of.
  link(entity, step) {
    if (!LINKS.has(entity.type)) return;
    const [type, parentProperty, childProperty] = LINKS.get(entity.type);
    const parent = entity.properties.get(parentProperty);
    const child = entity.properties.get(childProperty);
    if (step < 0) this.forget(type, child);
    if (parent !== undefined && child !== undefined) {
      countLink(this.children, `${type} ${parent}`, child, step);
      countLink(this.parents, `${type} ${child}`, parent, step);
    }
    if (step > 0) this.forget(type, child);
  }

  /// Drops what is cached of an entity and of all above it.
  forget(type, id) {
    const entity = this.find(type, id);
    if (entity !== undefined) entity.cache = null;
    for (const parent of this.parents.get(`${type} ${id}`)?.keys() ?? []) {
      this.forget(ABOVE[type], parent);
    }
  }

  /// A parent's children of one type, in order of arrival (EM-E4).
  below(parent, type) {
    const ids = this.children.get(`${type} ${parent.id}`)?.keys() ?? [];
    const there = Array.from(ids, (id) => this.find(type, id)).filter(Boolean);
    return there.sort((one, other) => one.arrival - other.arrival);
  }

  /// The part of the text that the checksum of an event covers; of an event, its checksum. It is
  /// kept until it may have changed.
  checked(entity) {
    entity.cache ??= this.uncached(entity);
    return entity.cache;
  }

  uncached(entity) {
    const { type, id, properties } = entity;
    if (type === "BETTING_OFFER") {
      return offerText(id, properties.get("odds"), properties.get("isAvailable"));
    }
    const below = this.below(entity, CHECKED_CHILDREN[type]).map((child) => this.checked(child));
    const text = Buffer.concat([idText(id), ...below]);
    return type === "MATCH" ? crc32(text) : text;
  }

  /// EM-S2, EM-S3.
  shown(entity) {
    const members = new Map(entity.properties);
    for (const [name, type] of Object.entries(CHILD_ARRAYS.get(entity.type) ?? {})) {
      members.set(name, this.below(entity, type).map((child) => this.shown(child)));
    }
    return members;
  }
}

function withoutAbsent(properties) {
  return new Map([...properties].filter(([, value]) => value !== null));
}

function countLink(links, one, other, step) {
  if (!links.has(one)) links.set(one, new Map());
  const counts = links.get(one);
  const count = (counts.get(other) ?? 0) + step;
  if (count > 0) counts.set(other, count);
  else counts.delete(other);
  if (counts.size === 0) links.delete(one);
}

const FRAMES = "framesApplied framesRejected framesStale framesHeld framesHeldDropped".split(" ");
const RECORDS = "recordsApplied recordsRejected orphanUpdates orphanDeletes".split(" ");

class Channel {
  // `null` until the first dump.
  state = null;
  version = null;
  held = [];
  heldBytes = 0;
  counters = Object.fromEntries([...FRAMES, ...RECORDS].map((name) => [name, 0]));

  /// Returns what the answer has but the checksum.
  apply(bytes) {
    const before = { ...this.counters };
    const { disposition, changed = 0, offset = 0 } = this.receive(bytes);
    const raised = RECORDS.map((name) => this.counters[name] - before[name]);
    return [disposition, ...raised, changed, offset];
  }

  receive(bytes) {
    let frame;
    try {
      frame = readFrame(bytes);
    } catch (error) {
      if (!(error instanceof RejectedFrame)) throw error;
      this.counters.framesRejected++;
      return { disposition: DISPOSITION.rejected, offset: error.offset };
    }
    if (frame.isDump) return { disposition: DISPOSITION.applied, changed: this.applyDump(frame) };
    if (this.state === null) {
      this.hold(bytes);
      return { disposition: DISPOSITION.held };
    }
    if (this.isStale(frame.version)) {
      this.counters.framesStale++;
      return { disposition: DISPOSITION.stale };
    }
    // EM-V4; or EM-V5, if the frame has no version.
    this.version = frame.version ?? this.version;
    this.counters.framesApplied++;
    const changed = this.state.apply(frame.records, false, this.counters);
    return { disposition: DISPOSITION.applied, changed };
  }

  /// EM-V3.
  isStale(version) {
    return version !== null && this.version !== null && BigInt(version) < BigInt(this.version);
  }

  /// EM-D1.
  hold(bytes) {
    this.held.push(bytes);
    this.heldBytes += bytes.length;
    while (this.held.length > HELD_FRAMES_MAX || this.heldBytes > HELD_BYTES_MAX) {
      this.heldBytes -= this.held.shift().length;
      this.counters.framesHeldDropped++;
    }
    this.counters.framesHeld = this.held.length;
  }

  /// EM-D3. Returns how many entities the frames changed that it released (EM-D2).
  applyDump({ version, records }) {
    this.version = version;
    this.state = new State();
    this.state.apply(records, true, this.counters);
    this.counters.framesApplied++;
    this.counters.framesHeld = 0;
    const changes = this.held.splice(0).map((bytes) => this.receive(bytes).changed ?? 0);
    return changes.reduce((sum, changed) => sum + changed, 0);
  }

  eventChecksums(events) {
    const checksums = [];
    for (const event of this.state?.entities.get("MATCH")?.values() ?? []) {
      if (checksums.length === events) break;
      checksums.push(this.state.checked(event));
    }
    return checksums;
  }

  snapshot() {
    const state = this.state ?? new State();
    const shown = ([type, entities]) =>
      [type, Array.from(entities.values(), (entity) => state.shown(entity))];
    const isReference = ([type, entities]) => !SCHEMA.has(type) && entities.size > 0;
    const references = new Map([...state.entities].filter(isReference).map(shown));
    const [, events] = shown(["MATCH", state.entities.get("MATCH") ?? new Map()]);
    return { version: this.version, events, references, counters: this.counters };
  }
}

serve(() => new Channel(), "javascript", "full");
