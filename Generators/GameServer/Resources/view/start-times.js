// A match's start in words: the time alone today, with its date otherwise, and with the
// year of another one. Shared formatters in the reader's language and time zone.

const PARTS = {
  weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
};
const formatter = new Intl.DateTimeFormat(undefined, PARTS);
const formatterWithYear = new Intl.DateTimeFormat(undefined, { ...PARTS, year: "numeric" });
const OF_TIME = new Set(["hour", "minute", "dayPeriod"]);

function isSameDay(one, other) {
  return one.getFullYear() === other.getFullYear() && one.getMonth() === other.getMonth()
    && one.getDate() === other.getDate();
}

/** `startTime` in ISO 8601; `now` a Date. */
export function startInWords(startTime, now) {
  const start = new Date(startTime);
  if (start.getFullYear() !== now.getFullYear()) return formatterWithYear.format(start);
  if (!isSameDay(start, now)) return formatter.format(start);
  const parts = formatter.formatToParts(start);
  const first = parts.findIndex((part) => OF_TIME.has(part.type));
  const last = parts.findLastIndex((part) => OF_TIME.has(part.type));
  return parts.slice(first, last + 1).map((part) => part.value).join("");
}
