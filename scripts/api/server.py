"""The server under test, and requests to it."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# Generated requests and the conversations are more than one account may send, and hashes of passwords take time.
SETTINGS = {
    "HEARTH_LOG_LEVEL": "warning",
    "HEARTH_LIMITS_WRITES_PER_MINUTE": "1000000",
    "HEARTH_WEBSOCKET_CONNECTIONS_PER_MINUTE": "1000",
    "HEARTH_COACH_WORD_INTERVAL": "0s",
}


class Service:
    """A running service, such as several nodes behind a proxy. `address`: HOST:PORT."""

    has_proxy = True

    def __init__(self, address):
        self.address = address

    def stop(self):
        """Leaves it as it is. Returns true."""
        return True

    @property
    def url(self):
        return f"http://{self.address}"

    def request(self, method, path, body=None, token=None):
        """Sends JSON and returns the JSON of the response. Exits if the status is not 2xx."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                content = response.read()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"api-checks: {method} {path}: {error.code} {error.read().decode()}")
        return json.loads(content) if content else None

    def log_in(self, username, password):
        """Returns an access token."""
        return self.request("POST", "/api/auth/login", {"username": username, "password": password})["access_token"]

    def sign_up(self, username):
        """Creates an account and returns its access token."""
        account = {"username": username, "password": "correct horse battery"}
        return self.request("POST", "/api/auth/signup", account)["access_token"]


class Server(Service):
    """`hearth serve --dev` on a free port with a data folder of its own."""

    has_proxy = False

    def __init__(self, binary):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="api-checks-"))
        self.log = self.folder / "server.log"
        command = [binary, "serve", "--dev", "--listen", "127.0.0.1:0", "--data", str(self.folder / "data")]
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=log, env={**os.environ, **SETTINGS}, text=True)
        for line in self.process.stdout:
            if line.startswith("listening on http://"):
                self.address = line.removeprefix("listening on http://").strip()
                return
        raise SystemExit(f"api-checks: the server did not start:\n{self.log.read_text()}")

    def stop(self):
        """Stops the server. Returns whether it still ran and ended in order."""
        ran = self.process.poll() is None
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        if not ran or status != 0:
            print(f"the server ended with {status}; the end of its log:\n{self.log.read_text()[-4000:]}")
        shutil.rmtree(self.folder, ignore_errors=True)
        return ran and status == 0


def wait_until(condition, seconds=20):
    """Repeats `condition` until it returns something true, and returns that."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise SystemExit(f"api-checks: nothing after {seconds} s")
