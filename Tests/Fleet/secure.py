"""A fleet whose NATS server has the configuration that is shipped."""

import contextlib
import pathlib
import re
import ssl
import subprocess
import tempfile

import nats

from fleet import NATS_PORT, ROOT, Fleet, Program

DEPLOYMENT = ROOT / "Generators" / "OddsFleetServer" / "Deployment"
USERS = ("source", "edge", "coordinator", "agent-1", "agent-2")


def topic_token(topic):
    """A topic as a token of a subject."""
    return "".join(
        chr(byte) if chr(byte).isalnum() and byte < 128 or byte in b"-_" else f"%{byte:02X}"
        for byte in topic.encode())


class Certificates:
    """An authority of its own, and a server's certificate for some addresses."""

    def __init__(self, folder, addresses):
        self.ca, self.server, self.key = (
            str(folder / name) for name in ("ca.pem", "server.pem", "server.key"))
        ca_key, request = str(folder / "ca.key"), str(folder / "server.csr")
        names = folder / "names"
        names.write_text("subjectAltName=" + ",".join(f"IP:{one}" for one in addresses))
        for words in (
            ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
             "/CN=fleet tests", "-keyout", ca_key, "-out", self.ca],
            ["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=nats", "-keyout", self.key,
             "-out", request],
            ["x509", "-req", "-in", request, "-CA", self.ca, "-CAkey", ca_key,
             "-CAcreateserial", "-days", "2", "-extfile", str(names), "-out", self.server],
        ):
            subprocess.run(["openssl", *words], check=True, capture_output=True)


def configuration(folder):
    """The text of `nats.conf` with the paths of a folder, and the users' passwords in it."""
    text = (DEPLOYMENT / "nats.conf").read_text()
    for path, own in (("/etc/nats", folder), ("/var/lib/nats", folder / "store")):
        assert f'"{path}' in text
        text = text.replace(f'"{path}', f'"{own}')
    passwords = dict(re.findall(r'user: ([\w-]+), password: "([^"]+)"', text))
    assert set(passwords) == set(USERS)
    return text, passwords


class SecureNats(Program):
    def __init__(self, host, port=NATS_PORT):
        self.temporary = tempfile.TemporaryDirectory(prefix="fleet-secure-")
        self.folder = pathlib.Path(self.temporary.name)
        self.certificates = Certificates(self.folder, {"127.0.0.1", host.address})
        text, self.passwords = configuration(self.folder)
        file = self.folder / "nats.conf"
        file.write_text(text)
        for user, password in self.passwords.items():
            (self.folder / f"{user}.creds").write_text(f"{user}:{password}\n")
        self.port, self.address = port, f"tls://{host.address}:{port}"
        super().__init__(
            host, ["nats-server", "-c", str(file), "-a", host.address, "-p", str(port)], "nats")

    def wait_until_ready(self):
        self.wait_for("Server is ready")

    def credentials(self, user):
        return str(self.folder / f"{user}.creds")


class SecureFleet(Fleet):
    def start_nats(self, words):
        return SecureNats(self.network.host("nats"))

    def access(self, user):
        return ["--nats-ca", self.nats.certificates.ca, "--nats-creds",
                self.nats.credentials(user)]


@contextlib.asynccontextmanager
async def connected(server, user):
    """The test itself as a user of NATS; `errors` of the client has what the server refuses."""
    errors = []

    async def note(error):
        errors.append(str(error))

    client = await nats.connect(
        server.address, user=user, password=server.passwords[user],
        tls=ssl.create_default_context(cafile=server.certificates.ca), error_cb=note,
        inbox_prefix=f"_INBOX_{user.replace('agent-', 'agent.agent-')}".encode(),
        allow_reconnect=False)
    client.errors = errors
    try:
        yield client
    finally:
        await client.close()
