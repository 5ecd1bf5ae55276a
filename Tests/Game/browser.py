"""A Chromium with as many separate profiles as there are checks: each check has a
browser context of its own, with storage of its own."""

import json
import shutil
import urllib.request

import websocket
from selenium import webdriver

from elsewhere import Elsewhere

FLAGS = [
    "--headless=new",
    # The sandbox needs a user other than root.
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    # What the browser itself asks of elsewhere ends at a port where nobody listens.
    "--proxy-server=http://127.0.0.1:9",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--no-first-run",
]


class Devtools:
    """The browser's own protocol, for what a driver cannot ask of a page: contexts,
    tabs and traces."""

    def __init__(self, address):
        with urllib.request.urlopen(f"http://{address}/json/version", timeout=60) as answer:
            url = json.loads(answer.read())["webSocketDebuggerUrl"]
        self.socket = websocket.create_connection(url, suppress_origin=True, timeout=60)
        self.count = 0

    def ask(self, method, until=None, **parameters):
        """The result, or the events up to one that is named."""
        self.count += 1
        self.socket.send(
            json.dumps({"id": self.count, "method": method, "params": parameters}))
        events = []
        while True:
            message = json.loads(self.socket.recv())
            if message.get("id") == self.count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                if not until:
                    return message["result"]
            elif until and "method" in message:
                events.append(message)
                if message["method"] == until:
                    return events

    def close(self):
        self.socket.close()


class Browser:
    def __init__(self):
        self.elsewhere = Elsewhere()
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in FLAGS:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(120)
        self.driver.set_page_load_timeout(120)
        self.devtools = Devtools(self.driver.capabilities["goog:chromeOptions"]["debuggerAddress"])
        self.home = self.driver.current_window_handle

    def new_context(self, direct):
        """`direct`: host and port of all that may be asked."""
        return self.devtools.ask(
            "Target.createBrowserContext",
            proxyServer=f"http://127.0.0.1:{self.elsewhere.port}",
            # Without the first word, all that is on this machine would be asked directly.
            proxyBypassList=f"<-loopback>,{direct}")["browserContextId"]

    def new_tab(self, context, address="about:blank"):
        """Opens a tab in front of the others of its context; gives its handle."""
        return self.devtools.ask(
            "Target.createTarget", url=address, browserContextId=context)["targetId"]

    def close_context(self, context):
        self.driver.switch_to.window(self.home)
        self.devtools.ask("Target.disposeBrowserContext", browserContextId=context)

    def console(self):
        """Errors and warnings since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("WARNING", "SEVERE")]

    def start_trace(self):
        """Notes what runs in all pages and workers."""
        self.devtools.ask(
            "Tracing.start", transferMode="ReportEvents",
            traceConfig={"includedCategories": ["devtools.timeline"], "excludedCategories": ["*"]})

    def end_trace(self):
        return [event
                for message in self.devtools.ask("Tracing.end", until="Tracing.tracingComplete")
                if message["method"] == "Tracing.dataCollected"
                for event in message["params"]["value"]]

    def stop(self):
        self.devtools.close()
        self.driver.quit()
        self.elsewhere.stop()
