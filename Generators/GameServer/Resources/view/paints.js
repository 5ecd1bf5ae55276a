// The first task after a frame was drawn: what a MessageChannel brings that was posted in
// the frame's callback. Its time is the best that a page knows of the paint.

const channel = new MessageChannel();
let waiting = [];

channel.port1.onmessage = () => {
  const callbacks = waiting;
  waiting = [];
  const at = performance.now();
  for (const callback of callbacks) callback(at);
};

/** Call in an animation frame: `callback(time)` runs in the first task after its paint. */
export function afterPaint(callback) {
  if (waiting.length === 0) channel.port2.postMessage(null);
  waiting.push(callback);
}
