// What the page's address sets, with bounds. Anything absent or out of bounds is as if
// it were not there.

const RENDERINGS = ["frame", "message", "all"];

function number(parameters, name, least, most) {
  const text = parameters.get(name);
  if (text === null || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= least && value <= most ? value : null;
}

function whole(parameters, name, most) {
  const value = number(parameters, name, 1, most);
  return Number.isInteger(value) ? value : null;
}

/** The settings in a query text such as `?rate=2000&render=all`. */
export function settingsFrom(query) {
  const parameters = new URLSearchParams(query);
  const world = parameters.get("world");
  const render = parameters.get("render");
  return {
    world: world !== null && /^[0-9a-f]{32}$/.test(world) ? world : null,
    rate: whole(parameters, "rate", 20_000),
    matches: whole(parameters, "matches", 10_000),
    render: RENDERINGS.includes(render) ? render : "frame",
    graceSeconds: number(parameters, "grace", 0, 31_536_000) ?? 0,
    clockSeconds: number(parameters, "clock", -31_536_000, 31_536_000) ?? 0,
    retryBase: number(parameters, "retryBase", 0, 60_000) ?? 200,
    slow: number(parameters, "slow", 0, 1_000) ?? 0,
  };
}
