// HTTP requests of the page's world. Each belongs to an epoch, by which it is aborted. A new
// epoch begins when no request of an older one is out.

/** The query that names the world, and for a new one its number of matches. */
export function worldQuery(world, settings) {
  const query = new URLSearchParams({ world });
  if (settings.matches !== null) query.set("matches", settings.matches);
  return query;
}

export class Requests {
  /**
   * `answered({kind, epoch, status, body})`; status 0 if no answer came, and of a refusal
   * the body says why.
   */
  constructor(answered) {
    this.answered = answered;
    this.epoch = 0;
    this.controller = null;
  }

  async ask({ kind, epoch, body }, world, settings) {
    if (epoch !== this.epoch) {
      this.epoch = epoch;
      this.controller = new AbortController();
    }
    const { signal } = this.controller;
    // Without this field the server makes no world: nothing that a page embeds can have it.
    const options = { signal, cache: "no-store", headers: { "X-Game": "1" } };
    let address = `/${kind}?${worldQuery(world, settings)}`;
    if (kind === "seed" || kind === "reset") {
      address = `/worlds/${world}/${kind}`;
      options.method = "POST";
    }
    if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers["Content-Type"] = "application/json";
    }
    const answer = { kind, epoch, status: 0, body: undefined };
    try {
      const response = await fetch(address, options);
      const text = await response.text();
      answer.status = response.status;
      answer.body = parsed(text);
    } catch {
      answer.status = 0;
    }
    if (!signal.aborted) this.answered(answer);
  }

  /** Aborted requests are not heard of again. */
  abort(epoch) {
    if (epoch === this.epoch) this.controller.abort();
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
