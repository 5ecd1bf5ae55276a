// The stream's socket. What an abandoned socket still brings carries its number, by which
// the owner knows that it is late.

import { worldQuery } from "./requests.js";

/** To be closed because the page is hidden. */
const NORMAL = 1000;

export class Sockets {
  /** Hears of a socket, by its number: `opened`, `received` with its text, `closed`. */
  constructor(heard) {
    this.heard = heard;
    this.socket = null;
    /** A socket that was given up before it was open. */
    this.early = null;
  }

  connect(number, world, settings) {
    if (this.early?.readyState === WebSocket.CONNECTING) {
      this.listen(this.early, number);
      this.early = null;
      return;
    }
    const query = worldQuery(world, settings);
    if (settings.rate !== null) query.set("rate", settings.rate);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.listen(new WebSocket(`${scheme}://${location.host}/live?${query}`), number);
  }

  listen(socket, number) {
    socket.onopen = () => this.heard.opened(number);
    socket.onmessage = ({ data }) => this.heard.received(number, data);
    socket.onclose = () => this.heard.closed(number);
    this.socket = socket;
  }

  send(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  close(code) {
    const { socket } = this;
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    this.socket = null;
    if (code === NORMAL && socket.readyState === WebSocket.CONNECTING) this.closeLater(socket);
    else socket.close(code);
  }

  /**
   * A browser reports it as an error if a socket is closed before it is open; so it is
   * closed then, or taken over if the page is visible again.
   */
  closeLater(socket) {
    socket.onopen = () => socket.close(NORMAL);
    this.early = socket;
  }
}
