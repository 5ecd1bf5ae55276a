"""What any program needs to speak oddsbench.strategy/1: messages and answers, checksums, and
JSON that keeps the text of numbers and says where a text is wrong.
"""

import json
import re
import struct
import sys
from collections import defaultdict
from zlib import crc32

PROTOCOL = "oddsbench.strategy/1"
HELLO, APPLY, SNAPSHOT, BYE = 1, 2, 3, 4
APPLIED, STALE, HELD, REJECTED = 0, 1, 2, 3


def serve(new_channel, name, level):
    """Answers the messages on standard input until *bye*.

    A channel has `apply(frame)`, which returns what its answer has but the checksum,
    `event_checksums(events)` of its first events, and `snapshot()`, a dictionary.
    """
    names, channels = [], defaultdict(new_channel)
    while head := sys.stdin.buffer.read(12):
        length, kind, sequence = struct.unpack("<3I", head)
        content = sys.stdin.buffer.read(length)
        answer = b""
        if kind == HELLO:
            names = json.loads(content)["channels"]
            greeting = {"protocol": PROTOCOL, "name": name, "level": level, "transport": "pipe"}
            answer = json.dumps(greeting).encode()
        elif kind == APPLY:
            position, events = struct.unpack_from("<2I", content)
            channel = channels[position]
            integers = channel.apply(content[8:])
            checksums = list(channel.event_checksums(events))
            checksum = crc32(struct.pack(f"<{len(checksums)}I", *checksums))
            answer = struct.pack("<8I", *integers, checksum)
        elif kind == SNAPSHOT:
            # Channels that no frame came from are not there.
            shown = [{"channel": names[at]} | channels[at].snapshot() for at in sorted(channels)]
            answer = json_text({"channels": shown}).encode()
        sys.stdout.buffer.write(struct.pack("<3I", len(answer), kind, sequence) + answer)
        sys.stdout.buffer.flush()
        if kind == BYE:
            return


def id_text(id):
    """An id in the text that an event's checksum covers."""
    return id.encode() + b"\0"


def offer_text(id, odds, is_available):
    """A betting offer in the text that an event's checksum covers."""
    odds_bytes = b"\xff" * 8 if odds is None else struct.pack("<d", odds)
    return id_text(id) + odds_bytes + bytes([2 if is_available is None else is_available])


class RejectedFrame(Exception):
    """A frame that is rejected, with the offset of the first byte that cannot stand there."""

    def __init__(self, offset):
        self.offset = offset


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


DECODER = json.JSONDecoder(
    parse_int=str.encode, parse_float=str.encode, parse_constant=refuse_constant
)
ENCODER = json.JSONEncoder(ensure_ascii=False)
ESCAPE = re.compile(
    r"\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}"
    r"|(?P<lone>u[dD][89a-fA-F][\da-fA-F]{2})|.)",
    re.ASCII,
)
BESIDE_BRACKETS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[^"\[\]{}]+')
BRACES_AS_BRACKETS = bytes.maketrans(b"{}", b"[]")


def read_json(data, depth_max):
    """The value of a text of at most so many levels. A number is `bytes`, which are its text."""
    try:
        text = data.decode()
        if "\\u" in text:
            # The escape of a surrogate without its partner becomes that of U+FFFD.
            text = ESCAPE.sub(lambda found: r"\ufffd" if found["lone"] else found[0], text)
        value = DECODER.decode(text)
        is_legal = has_levels(data, depth_max)
    except (ValueError, RecursionError):
        is_legal = False
    if not is_legal:
        raise RejectedFrame(first_offending_byte(data, depth_max))
    return value


def json_text(value):
    """The text of a value as `read_json` returns it; numbers may be numbers, too."""
    if type(value) is dict:
        members = (f"{json_text(name)}:{json_text(member)}" for name, member in value.items())
        return "{" + ",".join(members) + "}"
    if type(value) is list:
        return "[" + ",".join(map(json_text, value)) + "]"
    if type(value) is bytes:
        return value.decode()
    return ENCODER.encode(value)


def has_levels(data, depth_max):
    """Whether a legal text has so many levels at most, a repeated key's lost values included."""
    if data.count(b"[") + data.count(b"{") <= depth_max:
        return True
    brackets = BESIDE_BRACKETS.sub(b"", data).translate(BRACES_AS_BRACKETS)
    for _ in range(depth_max):
        # This takes the innermost level away.
        brackets = brackets.replace(b"[]", b"")
    return not brackets


def first_offending_byte(data, depth_max):
    try:
        data.decode()
    except UnicodeDecodeError as error:
        # If nothing is wrong before the ill-formed sequence, what is legal ends there.
        data = data[: error.start]
    scanner = Scanner(data, depth_max)
    try:
        scanner.value()
    except RejectedFrame as rejected:
        return rejected.offset
    return scanner.offset


NUMBER = re.compile(rb"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)0*(\d*))?")


def whole_value(number):
    """The exact value of a number's text, None if it is not whole or has more than 19 digits."""
    sign, whole, fraction, exponent_sign, exponent = NUMBER.fullmatch(number).groups(b"")
    digits = (whole + fraction).lstrip(b"0")
    significant = digits.rstrip(b"0")
    if not significant:
        return 0
    # No frame has digits enough to make up for an exponent of ten digits.
    power = int(exponent_sign + (exponent[:10] or b"0"))
    power += len(digits) - len(significant) - len(fraction)
    if power < 0 or len(significant) + power > 19:
        return None
    return int(sign + significant) * 10**power


SPACE = rb"[ \t\n\r]*+"
CHARACTERS = rb'(?:[^"\\\x00-\x1f]++|\\["\\/bfnrt]|\\u[\da-fA-F]{4})*+'
STRING = rb'"%b"' % CHARACTERS
SCALAR = rb"(?:%b|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)" % STRING
# As many as there are of those that are simple and right, to be fast up to what is wrong.
SIMPLE_ELEMENTS = rb"(?:%b%b%b,)*+" % (SPACE, SCALAR, SPACE)
SIMPLE_MEMBERS = rb"(?:%b%b%b:%b%b%b,)*+" % (SPACE, STRING, SPACE, SPACE, SCALAR, SPACE)


class Scanner:
    """Steps over JSON up to what is illegal. `json` is much faster, but does not say where."""

    def __init__(self, data, depth_max):
        self.data = data
        self.offset = 0
        self.depth_left = depth_max

    def take(self, pattern):
        """Steps over what matches here; returns whether anything does."""
        match = re.compile(pattern).match(self.data, self.offset)
        if match:
            self.offset = match.end()
        return match is not None

    def need(self, pattern):
        if not self.take(pattern):
            raise RejectedFrame(self.offset)

    def space(self):
        self.take(SPACE)

    def value(self):
        self.space()
        match self.data[self.offset : self.offset + 1]:
            case b"{":
                self.container(SIMPLE_MEMBERS, self.member, rb"\}")
            case b"[":
                self.container(SIMPLE_ELEMENTS, self.value, rb"\]")
            case b'"':
                self.string()
            case b"t" | b"f" | b"n" as first:
                for letter in {b"t": "true", b"f": "false", b"n": "null"}[first]:
                    self.need(letter.encode())
            case _:
                self.number()
        self.space()

    def container(self, simple_elements, element, closing_bracket):
        if self.depth_left == 0:
            raise RejectedFrame(self.offset)
        self.depth_left -= 1
        self.offset += 1
        self.space()
        if not self.take(closing_bracket):
            has_more = True
            while has_more:
                self.take(simple_elements)
                element()
                has_more = self.take(rb",")
            self.need(closing_bracket)
        self.depth_left += 1

    def member(self):
        self.space()
        self.string()
        self.space()
        self.need(rb":")
        self.value()

    def string(self):
        self.need(rb'"')
        self.take(CHARACTERS)
        if not self.take(rb'"'):
            self.take(rb"\\(?:u[\da-fA-F]{0,3})?")
            raise RejectedFrame(self.offset)

    def number(self):
        self.take(rb"-")
        if not self.take(rb"0"):
            self.need(rb"\d+")
        if self.take(rb"\."):
            self.need(rb"\d+")
        if self.take(rb"[eE]"):
            self.take(rb"[+-]")
            self.need(rb"\d+")
