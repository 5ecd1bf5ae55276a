// A client of EM's feed as pages have it: connects, registers topics, requests their dumps,
// and hears what comes.
class FeedClient {
  constructor(url, topics, hear) {
    this.hear = hear;
    this.topics = new Map();
    this.requests = new Map();
    this.socket = new WebSocket(url, "wamp.2.json");
    this.socket.onopen = () => this.send(1, "http://www.everymatrix.com", {
      roles: { caller: {}, subscriber: {}, publisher: {} } });
    this.socket.onmessage = ({ data }) => this.receive(data, topics);
  }

  send(...message) {
    this.socket.send(JSON.stringify(message).replaceAll("/", "\\/"));
  }

  receive(text, topics) {
    // Not parsed whole: what is in it need not be JSON.
    const [, type, first, second] = /^\[(\d+),(\d+)(?:,(\d+))?/.exec(text).map(Number);
    if (type === 2) {
      this.send(32, 1, {}, "/sessionStateChange");
      topics.forEach((topic, index) => this.send(64, 2 + index, {}, topic));
    } else if (type === 65) {
      const topic = topics[first - 2];
      this.topics.set(second, topic);
      this.requests.set(100 + first, topic);
      this.send(48, 100 + first, {}, "/sports#initialDump", [], { topic });
    } else if (type === 68) {
      this.hear(this.topics.get(second), frame(text));
      // The registration in place of the request, as some clients have it.
      this.send(70, second, {});
    } else if (type === 50) {
      this.hear(this.requests.get(first), frame(text));
    } else if (type === 6) {
      this.socket.close();
    }
  }

  // What comes until the answer is heard.
  end() {
    this.send(6, {}, "wamp.error.close_realm");
  }
}

// What follows the empty arguments; white space around it has no meaning.
function frame(text) {
  return text.slice(text.indexOf(",[],") + 4, -1).trim();
}
