// The stream's socket. What an abandoned socket still brings carries its number, by which
// the owner knows that it is late.

import { worldQuery } from "./requests.js";

export class Sockets {
  /** Hears of a socket, by its number: `opened`, `received` with its text, `closed`. */
  constructor(heard) {
    this.heard = heard;
    this.socket = null;
  }

  connect(number, world, settings) {
    const query = worldQuery(world, settings);
    if (settings.rate !== null) query.set("rate", settings.rate);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live?${query}`);
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
    socket.close(code);
    this.socket = null;
  }
}
