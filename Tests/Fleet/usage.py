"""What processes take, and intervals of repeated measurements."""

import statistics
import time

# Student's t, two-sided 95%, by degrees of freedom.
T95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306,
       9: 2.262, 10: 2.228, 11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 20: 2.086}


def quantile(degrees):
    return T95[max(known for known in T95 if known <= degrees)]


def mean(values):
    """The mean, and half of its 95% interval."""
    if len(values) < 2:
        return values[0], None
    margin = quantile(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5
    return statistics.fmean(values), margin


def slope(points):
    """The slope of the line through points, and half of its 95% interval."""
    xs, ys = zip(*points)
    middle, height = statistics.fmean(xs), statistics.fmean(ys)
    squares = sum((x - middle) ** 2 for x in xs)
    value = sum((x - middle) * (y - height) for x, y in points) / squares
    residual = sum((y - height - value * (x - middle)) ** 2 for x, y in points)
    degrees = len(points) - 2
    return value, quantile(degrees) * (residual / degrees / squares) ** 0.5


class Reading:
    """What a process has taken so far: processor time to the nanosecond, and the bytes of its
    calls of read and write, sockets included."""

    def __init__(self, pid):
        self.time = time.monotonic()
        # The kernel's number of the clock of a whole process.
        self.seconds = time.clock_gettime((~pid << 3) | 2)
        with open(f"/proc/{pid}/io", encoding="ascii") as file:
            counts = dict(line.split(": ") for line in file)
        self.read, self.written = int(counts["rchar"]), int(counts["wchar"])

    def since(self, other):
        """Cores, and bytes per second in and out."""
        seconds = self.time - other.time
        return {
            "cores": (self.seconds - other.seconds) / seconds,
            "in": (self.read - other.read) / seconds,
            "out": (self.written - other.written) / seconds}
