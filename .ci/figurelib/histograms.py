"""Reads the histograms in results: three digits, in HdrHistogram's encoding V2."""

import base64
import math
import zlib

FRACTIONS = {
    "p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999, "p9999": 0.9999}


def zigzag(data):
    """The numbers of a histogram's body: zigzag LEB128 of at most nine bytes."""
    value = shift = 0
    for byte in data:
        last = shift == 56 or byte < 0x80
        value |= (byte if last else byte & 0x7F) << shift
        shift += 7
        if last:
            yield (value >> 1) ^ -(value & 1)
            value = shift = 0


def counts(text):
    """A histogram's counts by their index, from HdrHistogram's encoding V2."""
    body = zlib.decompress(base64.b64decode(text)[8:])[40:]
    found, index = {}, 0
    for number in zigzag(body):
        if number > 0:
            found[index] = number
        index += 1 if number >= 0 else -number
    return found


def index_of(value):
    """The index of the step that a value belongs to, of a histogram with three digits."""
    bucket = max(value, 2047).bit_length() - 11
    return bucket * 1024 + (value >> bucket)


def index_at(pooled, fraction, more=0):
    """The index of the step with a percentile of counts by index, some ranks further
    up; `None` above the last."""
    needed, total = math.ceil(fraction * sum(pooled.values())) + more, 0
    for index in sorted(pooled):
        total += pooled[index]
        if total >= needed:
            return index
    return None
