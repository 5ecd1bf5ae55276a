// The digest by which a page and the server compare all odds: SHA-256 of one line a match,
// sorted by id.

/** Hex digits; the digest of nothing without a table. */
export async function digestOf(table) {
  const rows = table === null ? [] : table.matches.map((match, row) => [match.matchID, row]);
  rows.sort(([one], [other]) => one - other);
  const lines = rows.map(([id, row]) => {
    const [a, b] = [table.a[row], table.b[row]].map((odds) => (odds / 100).toFixed(2));
    return `${id} ${a} ${b}\n`;
  });
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lines.join("")));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
