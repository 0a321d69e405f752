"""The servers that the browser visits: Hearth alone, and Hearth below a path behind nginx."""
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
sys.path.append(os.path.join(ROOT, "scripts", "servers"))

from nginx import Nginx  # noqa: E402

# An account of `hearth seed demo`, and its password.
DEMO = ("anna", "demo-password")


class Hearth:
    """`hearth serve --dev --relaxed` on a free port, with a data folder of its own."""

    binary = os.environ.get("HEARTH") or os.path.join(ROOT, ".build", "release", "hearth")

    def __init__(self, folder, environment=None, demo=False):
        self.folder = folder
        os.makedirs(folder)
        self.log_path = os.path.join(folder, "log")
        data = os.path.join(folder, "data")
        if demo:
            seed = [self.binary, "seed", "demo", "--data", data]
            subprocess.run(seed, check=True, timeout=120, stdout=subprocess.DEVNULL)
        command = [self.binary, "serve", "--dev", "--relaxed", "--listen", "127.0.0.1:0", "--data", data]
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log,
                env={**os.environ, "HEARTH_LOG_LEVEL": "info", **(environment or {})})
        self.port = self.read_port()

    def read_port(self, limit=60):
        """Waits for the line with the port on standard output."""
        deadline, text = time.monotonic() + limit, b""
        while b"\n" not in text:
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            piece = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not piece:
                self.stop()
                raise SystemExit("%s does not listen: %s" % (self.binary, self.log.strip()[-1000:]))
            text += piece
        return int(re.search(rb"listening on http://[^ ]*:(\d+)\n", text).group(1))

    @property
    def log(self):
        with open(self.log_path, "rb") as file:
            return file.read().decode("utf-8", "replace")

    def stop(self):
        end(self.process)
        self.process.stdout.close()


class Site:
    """One arrangement of servers, with the address at which a browser finds the pages."""

    def __init__(self, name, folder, behind_nginx=False, demo=False):
        self.name = name
        self.base = "/hearth" if behind_nginx else ""
        environment = {"HEARTH_HTTP_BASE_PATH": "/hearth", "HEARTH_PROXY_TRUSTED": "127.0.0.1"} if behind_nginx else {}
        self.hearth = Hearth(os.path.join(folder, "hearth-" + name), environment, demo)
        self.nginx = self.proxy(folder) if behind_nginx else None
        self.origin = "http://127.0.0.1:%d" % (self.nginx or self.hearth).port
        self.url = self.origin + self.base

    def proxy(self, folder):
        upstream = "server 127.0.0.1:%d; keepalive 16;" % self.hearth.port
        return Nginx(os.path.join(folder, "nginx-" + self.name), upstream, location="/hearth/")

    def stop(self):
        if self.nginx:
            self.nginx.stop()
        self.hearth.stop()

    def request(self, method, path, body=None, token=None, fields=None):
        """Sends a request. Returns the JSON of the response, or raises `HTTPError`."""
        with self.response(method, path, body, token, fields) as response:
            content = response.read()
            return json.loads(content) if content else None

    def status(self, method, path, body=None, token=None, fields=None):
        """Sends a request. Returns the status of the response."""
        try:
            with self.response(method, path, body, token, fields) as response:
                return response.status
        except urllib.error.HTTPError as error:
            return error.code

    def response(self, method, path, body, token, fields):
        headers = {"Content-Type": "application/json", **(fields or {})}
        if token:
            headers["Authorization"] = "Bearer " + token
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, method=method, data=content, headers=headers)
        return urllib.request.urlopen(request, timeout=30)

    def token(self, username="admin", password="admin123"):
        """Signs in. Returns an access token."""
        body = {"username": username, "password": password}
        return self.request("POST", "/api/auth/login", body)["access_token"]


def end(process, limit=20):
    """Stops a process that this program started."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until(condition, limit, otherwise):
    deadline = time.monotonic() + limit
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit(otherwise)
        time.sleep(0.02)


def temporary_folder():
    """A folder outside of the repository: names of sockets and data are short there."""
    return tempfile.mkdtemp(prefix="hearth-browser-")
