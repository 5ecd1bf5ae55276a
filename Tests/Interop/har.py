"""What Chromium's DevTools protocol reports of a page's connections, in the form in which its
developer tools export it as HAR."""

import contextlib
import datetime
import json
import shutil
import subprocess
import tempfile
import threading

from websockets.sync.client import connect

from emsim import PATIENCE

FLAGS = [
    "--headless=new",
    # The sandbox needs a user other than root.
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--remote-debugging-port=0",
]


class Page:
    """A page, and all that the network panel of the developer tools is told."""

    def __init__(self, socket):
        self.socket = socket
        self.count = 0
        self.session = None
        self.events = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask(
            "Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Network.enable")

    def ask(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        self.socket.send(json.dumps(message))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("id") == self.count:
                assert "error" not in answer, answer
                return answer["result"]
            if answer.get("method", "").startswith("Network."):
                self.events.append((answer["method"].removeprefix("Network."), answer["params"]))

    def run(self, script):
        """The value of the promise that the script makes."""
        result = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def har(self):
        entries = {}
        for method, event in self.events:
            number = event.get("requestId")
            if method == "webSocketCreated":
                entries[number] = entry(event["url"], event.get("initiator"))
            elif method == "webSocketWillSendHandshakeRequest":
                # All other times are of the monotonic clock.
                entries[number]["offset"] = event["wallTime"] - event["timestamp"]
                started = datetime.datetime.fromtimestamp(event["wallTime"], datetime.timezone.utc)
                entries[number]["startedDateTime"] = (
                    started.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
                entries[number]["request"]["headers"] = headers(event["request"])
            elif method == "webSocketHandshakeResponseReceived":
                entries[number]["response"].update(
                    status=event["response"]["status"],
                    statusText=event["response"]["statusText"],
                    headers=headers(event["response"]))
            elif method in ("webSocketFrameSent", "webSocketFrameReceived"):
                entries[number]["_webSocketMessages"].append({
                    "type": "send" if method == "webSocketFrameSent" else "receive",
                    "time": event["timestamp"] + entries[number]["offset"],
                    "opcode": event["response"]["opcode"],
                    "data": event["response"]["payloadData"],
                })
        for value in entries.values():
            del value["offset"]
        return {"log": {
            "version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
            "pages": [], "entries": list(entries.values())}}


def headers(message):
    return [{"name": name, "value": value} for name, value in message["headers"].items()]


def entry(url, initiator):
    return {
        "_initiator": initiator, "_priority": None, "_resourceType": "websocket",
        "_webSocketMessages": [], "cache": {},
        "request": {
            "method": "GET", "url": url, "httpVersion": "HTTP/1.1", "headers": [],
            "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
        "response": {
            "status": 0, "statusText": "", "httpVersion": "HTTP/1.1", "headers": [],
            "cookies": [], "content": {"size": 0, "mimeType": "x-unknown"}, "redirectURL": "",
            "headersSize": -1, "bodySize": -1, "_transferSize": 0, "_error": None},
        "serverIPAddress": "127.0.0.1", "time": 0,
        "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 0,
                    "receive": 0, "_blocked_queueing": -1},
    }


@contextlib.contextmanager
def page():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            [shutil.which("chromium"), *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stderr=subprocess.PIPE, text=True)
        try:
            url = next(line.split()[-1] for line in browser.stderr if "listening on ws" in line)
            # It says more than this later.
            threading.Thread(target=browser.stderr.read).start()
            with connect(url, max_size=None, open_timeout=PATIENCE) as socket:
                yield Page(socket)
        finally:
            browser.terminate()
            browser.wait(timeout=PATIENCE)
