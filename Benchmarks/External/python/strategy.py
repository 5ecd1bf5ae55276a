"""A reconstruction of the feed in Python, with nothing but the standard library.

Entities are in dictionaries, with an index of the links between them, so that a frame costs time
in proportion to what it changes. The names EM-… are rules of the feed contract.
"""

import re
from collections import Counter, defaultdict, deque
from itertools import count, islice
from math import isfinite
from operator import attrgetter
from zlib import crc32

import oddsbench
from oddsbench import RejectedFrame, read_json

FRAME_BYTES_MAX = 64 << 20
DEPTH_MAX = 64
HELD_FRAMES_MAX = 1024
HELD_BYTES_MAX = 64 << 20


def read_frame(data):
    """EM-F1: returns whether a frame is a dump, its version and its records."""
    if len(data) > FRAME_BYTES_MAX:
        raise RejectedFrame(FRAME_BYTES_MAX)
    frame = read_json(data, DEPTH_MAX)
    members = frame if type(frame) is dict else {}
    message_type, records = members.get("messageType"), members.get("records")
    if message_type not in ("INITIAL_DUMP", "UPDATE") or type(records) is not list:
        raise RejectedFrame(0)
    return message_type == "INITIAL_DUMP", readable_version(members.get("version")), records


def readable_version(value):
    """EM-V1: the version as received, None if it is not readable."""
    text = value.decode() if type(value) is bytes else value
    return text if type(text) is str and re.fullmatch("[0-9]{1,19}", text) else None


class UnreadableRecord(Exception):
    """A record that is rejected alone (EM-R1)."""


def instance_of(kind):
    """A function that returns a value of a kind. A number is of `bytes`, which are its text."""

    def read(value):
        if type(value) is not kind:
            raise UnreadableRecord
        return value

    return read


json_object = instance_of(dict)
string = instance_of(str)
boolean = instance_of(bool)
number = instance_of(bytes)


def string_or_integer(value):
    """EM-I2, EM-P2: an integer stands for its decimal text."""
    if type(value) is bytes and value.removeprefix(b"-").isdigit():
        return value.decode()
    return string(value)


def double(value):
    """EM-P4: any number that is finite as a double."""
    double = float(number(value))
    if not isfinite(double):
        raise UnreadableRecord
    return double


def integer(value):
    """EM-P3: any number whose exact value is whole and has 64 bits."""
    integer = oddsbench.whole_value(number(value))
    if integer is None or not -(2**63) <= integer < 2**63:
        raise UnreadableRecord
    return integer


def readers(texts, integers="", doubles="", booleans=""):
    """The functions that read the properties of a type, by name."""
    by_name = {}
    for name in texts.split():
        by_name[name] = string_or_integer if name.endswith(("Id", "Id1")) else string
    for names, reader in (integers, integer), (doubles, double), (booleans, boolean):
        by_name |= dict.fromkeys(names.split(), reader)
    return by_name


# The typed properties (EM-P1), without `id`.
SCHEMA = {
    "MATCH": readers(
        """name shortName sportId sportName statusId statusName parentId parentName venueId
        venueName categoryId categoryName homeParticipantId homeParticipantName awayParticipantId
        awayParticipantName currentPartId currentPartName""",
        integers="startTime numberOfMarkets numberOfBettingOffers",
        booleans="allowsLiveOdds",
    ),
    "MARKET": readers(
        """eventId name shortName displayName bettingTypeId bettingTypeName eventPartId
        eventPartName""",
        integers="numberOfOutcomes notAvailableSince",
        doubles="paramFloat1 paramFloat2 paramFloat3",
        booleans="mainLine isAvailable isClosed",
    ),
    "OUTCOME": readers(
        """eventId marketId typeId typeName statusId code translatedName shortTranslatedName
        headerName headerNameKey paramParticipantId1 paramParticipantName1""",
        doubles="paramFloat1",
    ),
    "BETTING_OFFER": readers(
        "outcomeId providerId bettingTypeId statusId",
        integers="lastChangedTime",
        doubles="odds",
        booleans="isLive isAvailable",
    ),
    "EVENT_INFO": readers(
        "eventId typeId typeName statusId eventPartId eventPartName paramParticipantId1",
        integers="eventPartRelativePosition",
        doubles="paramFloat1 paramFloat2",
    ),
    "MARKET_OUTCOME_RELATION": readers("marketId outcomeId"),
}


def read_record(record, is_dump):
    """EM-R1: returns the change type, type, id and properties; those of null are None (EM-P6)."""
    members = json_object(record)
    change_type = "CREATE" if is_dump else members.get("changeType")
    type = string(members.get("_type" if is_dump else "entityType"))
    id = string_or_integer(members.get("id"))
    if not type or not id:
        raise UnreadableRecord
    if change_type == "UPDATE":
        properties = json_object(members.get("changedProperties"))
    elif change_type == "CREATE":
        properties = members if is_dump else json_object(members.get("entity"))
        own_id, own_type = properties.get("id"), properties.get("_type")
        if own_id is not None and string_or_integer(own_id) != id:
            raise UnreadableRecord
        if own_type is not None and own_type != type:
            raise UnreadableRecord
    elif change_type == "DELETE":
        properties = {}
    else:
        raise UnreadableRecord
    return change_type, type, id, read_properties(type, properties) | {"id": id}


def read_properties(type, members):
    if type not in SCHEMA:
        # EM-E5: a reference entity has all its properties, as received.
        return {name: value for name, value in members.items() if name not in ("id", "_type")}
    return {
        name: None if members[name] is None else reader(members[name])
        for name, reader in SCHEMA[type].items()
        if name in members
    }


class Entity:
    __slots__ = ("type", "id", "arrival", "properties", "cache")

    def __init__(self, type, id, arrival, properties):
        self.type = type
        self.id = id
        self.arrival = arrival
        self.properties = properties
        # What `checked` returns, None once that may have changed.
        self.cache = None


ARRIVAL = attrgetter("arrival")
# EM-E1: the types of parent and child that a type links, and the properties with their ids.
LINKS = {
    "EVENT_INFO": ("MATCH", "eventId", "EVENT_INFO", "id"),
    "MARKET": ("MATCH", "eventId", "MARKET", "id"),
    "OUTCOME": ("MARKET", "marketId", "OUTCOME", "id"),
    "MARKET_OUTCOME_RELATION": ("MARKET", "marketId", "OUTCOME", "outcomeId"),
    "BETTING_OFFER": ("OUTCOME", "outcomeId", "BETTING_OFFER", "id"),
}
CHILD_ARRAYS = {
    "MATCH": {"eventInfos": "EVENT_INFO", "markets": "MARKET"},
    "MARKET": {"outcomes": "OUTCOME"},
    "OUTCOME": {"bettingOffers": "BETTING_OFFER"},
}
CHECKED_CHILDREN = {"MATCH": "MARKET", "MARKET": "OUTCOME", "OUTCOME": "BETTING_OFFER"}


class State:
    """The entities of a channel since its last dump."""

    def __init__(self):
        self.arrivals = count()
        # By type and id, in order of arrival, as dictionaries are (EM-E4).
        self.entities = defaultdict(dict)
        # By type and id of a parent (a child), how many links there are to each child (parent),
        # EM-E2. The entities themselves may be missing (EM-E3).
        self.children = defaultdict(Counter)
        self.parents = defaultdict(Counter)

    def apply(self, records, is_dump, counters):
        """EM-R3. Returns how many entities of the tree the records changed."""
        was_there = {}
        for received in records:
            try:
                change_type, type, id, properties = read_record(received, is_dump)
            except UnreadableRecord:
                counters["recordsRejected"] += 1
                continue
            entity = self.find(type, id)
            if entity is None and change_type != "CREATE":
                counters["orphanUpdates" if change_type == "UPDATE" else "orphanDeletes"] += 1
                continue
            counters["recordsApplied"] += 1
            has_changed = True
            if change_type == "DELETE":
                self.delete(entity)
            elif entity is None:
                self.insert(type, id, properties)
            elif change_type == "CREATE":
                has_changed = self.change(entity, properties)
            else:
                has_changed = self.change(entity, entity.properties | properties)
            if has_changed and type in SCHEMA:
                was_there.setdefault((type, id), entity is not None)
        return sum(before or self.find(*name) is not None for name, before in was_there.items())

    def find(self, type, id):
        return self.entities[type].get(id) if type in self.entities else None

    def insert(self, type, id, properties):
        """EM-R5, for an entity that does not exist."""
        entity = Entity(type, id, next(self.arrivals), without_absent(properties))
        self.entities[type][id] = entity
        self.link(entity, 1)

    def delete(self, entity):
        """EM-R6: the children keep their links."""
        self.link(entity, -1)
        del self.entities[entity.type][entity.id]

    def change(self, entity, properties):
        """Replaces all properties; returns whether a value is not the same (EM-R7)."""
        old, new = entity.properties, without_absent(properties)
        # 0.0 and -0.0 are equal, but not the same.
        if old == new and all(repr(old[name]) == repr(new[name]) for name in new):
            return False
        self.link(entity, -1)
        entity.properties = new
        self.link(entity, 1)
        return True

    def link(self, entity, step):
        """Counts the entity's link in (step 1) or out (step -1), and forgets what it is part of."""
        if entity.type not in LINKS:
            return
        parent_type, parent_property, child_type, child_property = LINKS[entity.type]
        parent = parent_type, entity.properties.get(parent_property)
        child = child_type, entity.properties.get(child_property)
        if step < 0:
            self.forget(child)
        if None not in parent and None not in child:
            count_link(self.children, parent, child, step)
            count_link(self.parents, child, parent, step)
        if step > 0:
            self.forget(child)

    def forget(self, name):
        """Drops what is cached of an entity and of all above it."""
        if entity := self.find(*name):
            entity.cache = None
        for parent in self.parents.get(name, ()):
            self.forget(parent)

    def below(self, parent, type):
        """A parent's children of one type, in order of arrival (EM-E4)."""
        names = self.children.get((parent.type, parent.id), ())
        there = (self.find(*name) for name in names if name[0] == type)
        return sorted(filter(None, there), key=ARRIVAL)

    def checked(self, entity):
        """The part of the text that the checksum of an event covers; of an event, its checksum."""
        if entity.cache is None:
            if entity.type == "BETTING_OFFER":
                odds, is_available = map(entity.properties.get, ("odds", "isAvailable"))
                text = oddsbench.offer_text(entity.id, odds, is_available)
            else:
                below = self.below(entity, CHECKED_CHILDREN[entity.type])
                text = oddsbench.id_text(entity.id) + b"".join(map(self.checked, below))
            entity.cache = crc32(text) if entity.type == "MATCH" else text
        return entity.cache

    def shown(self, entity):
        """EM-S2, EM-S3."""
        members = dict(entity.properties)
        for name, type in CHILD_ARRAYS.get(entity.type, {}).items():
            members[name] = list(map(self.shown, self.below(entity, type)))
        return members


def without_absent(properties):
    return {name: value for name, value in properties.items() if value is not None}


def count_link(links, one, other, step):
    links[one][other] += step
    if not links[one][other]:
        del links[one][other]
    if not links[one]:
        del links[one]


class Channel:
    RECORDS = "recordsApplied recordsRejected orphanUpdates orphanDeletes".split()
    FRAMES = "framesApplied framesRejected framesStale framesHeld framesHeldDropped".split()

    def __init__(self):
        # None until the first dump.
        self.state = None
        self.version = None
        self.held = deque()
        self.held_bytes = 0
        self.counters = dict.fromkeys(self.FRAMES + self.RECORDS, 0)

    def apply(self, frame):
        """Returns what the answer has but the checksum."""
        before = dict(self.counters)
        disposition, changed, error_offset = self.receive(frame)
        raised = [self.counters[name] - before[name] for name in self.RECORDS]
        return disposition, *raised, changed, error_offset

    def receive(self, data):
        """Returns the disposition, how many entities changed, and the error offset."""
        try:
            is_dump, version, records = read_frame(data)
        except RejectedFrame as rejected:
            self.counters["framesRejected"] += 1
            return oddsbench.REJECTED, 0, rejected.offset
        if is_dump:
            return oddsbench.APPLIED, self.apply_dump(version, records), 0
        if self.state is None:
            self.hold(data)
            return oddsbench.HELD, 0, 0
        if version and self.version and int(version) < int(self.version):
            # EM-V3: it is stale.
            self.counters["framesStale"] += 1
            return oddsbench.STALE, 0, 0
        # EM-V4; or EM-V5, if the frame has no version.
        self.version = version or self.version
        self.counters["framesApplied"] += 1
        return oddsbench.APPLIED, self.state.apply(records, False, self.counters), 0

    def hold(self, data):
        """EM-D1."""
        self.held.append(data)
        self.held_bytes += len(data)
        while len(self.held) > HELD_FRAMES_MAX or self.held_bytes > HELD_BYTES_MAX:
            self.held_bytes -= len(self.held.popleft())
            self.counters["framesHeldDropped"] += 1
        self.counters["framesHeld"] = len(self.held)

    def apply_dump(self, version, records):
        """EM-D3. Returns how many entities the frames changed that it released (EM-D2)."""
        self.version = version
        self.state = State()
        self.state.apply(records, True, self.counters)
        self.counters["framesApplied"] += 1
        released, self.held = self.held, deque()
        self.counters["framesHeld"] = 0
        return sum(changed for _, changed, _ in map(self.receive, released))

    def event_checksums(self, events):
        state = self.state or State()
        return map(state.checked, islice(state.entities["MATCH"].values(), events))

    def snapshot(self):
        state = self.state or State()
        by_type = {
            type: list(map(state.shown, entities.values()))
            for type, entities in state.entities.items()
            if entities and (type == "MATCH" or type not in SCHEMA)
        }
        return {
            "version": self.version,
            "events": by_type.pop("MATCH", []),
            "references": by_type,
            "counters": self.counters,
        }


if __name__ == "__main__":
    oddsbench.serve(Channel, name="python", level="full")
