"""A proxy that passes nothing on, and notes what was asked of it. The browser is set
to reach the game server alone without it, so that whatever a page, a worker or a
socket asks of anything else is noted here."""

import socketserver
import threading


class Elsewhere:
    def __init__(self):
        self.requests = []
        noted = self.requests

        class Handler(socketserver.StreamRequestHandler):
            timeout = 10

            def handle(self):
                try:
                    line = self.rfile.readline(8192).decode("latin-1").strip()
                    if line:
                        noted.append(line)
                    self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                except OSError:
                    # A connection opened in advance, and not used.
                    pass

        class Listener(socketserver.ThreadingTCPServer):
            daemon_threads = True

        self.listener = Listener(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    @property
    def port(self):
        return self.listener.server_address[1]

    def stop(self):
        self.listener.shutdown()
        self.listener.server_close()
