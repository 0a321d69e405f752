"""The server as a process, and what can be observed from outside."""
import os
import re
import select
import signal
import struct
import subprocess
import time

from client import HTTP

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SHIM = os.path.join(ROOT, ".build", "faults", "shim.so")

# The suite posts and connects more often than the default limits allow.
RELAXED = {
    "HEARTH_LOG_LEVEL": "warning",
    "HEARTH_MEALS_MAX_PENDING_PER_USER": "100000",
    "HEARTH_LIMITS_WRITES_PER_MINUTE": "0",
    "HEARTH_LIMITS_BYTES_PER_USER": "0",
    "HEARTH_WEBSOCKET_CONNECTIONS_PER_MINUTE": "100000",
    "HEARTH_WEBSOCKET_MAX_CONNECTIONS_PER_USER": "100",
}


class NotListening(Exception):
    """The server exited, or did not listen in time."""

    def __init__(self, status, log):
        super().__init__("did not listen: exit status %s, output: %s" % (status, log.strip()[-500:]))
        self.status = status
        self.log = log


class Shim:
    """Controls the faults that the preloaded library injects into a server."""

    def __init__(self, path):
        self.path = path
        self.seconds = self.error = 0
        self.store()

    def set(self, seconds=0, error=0):
        self.seconds, self.error = seconds, error
        self.store()

    def store(self):
        # In place, because the server has the file mapped.
        with open(self.path, "r+b" if os.path.exists(self.path) else "w+b") as file:
            file.write(struct.pack("=qq", self.seconds, self.error))

    @property
    def environment(self):
        return {"LD_PRELOAD": SHIM, "FAULTS_CONTROL": self.path}


class Server:
    """`hearth serve --dev` on a free port. Its log is written to `log`, or to a file beside the data folder."""

    binary = os.path.join(ROOT, ".build", "release", "hearth")

    def __init__(self, folder, environment=None, log=None, descriptors=None, wait=True, limit=30, port=0):
        self.folder = folder
        self.log_path = log or folder.rstrip("/") + ".log"
        self.log_start = os.path.getsize(self.log_path) if os.path.exists(self.log_path) else 0
        command = [self.binary, "serve", "--dev", "--listen", "127.0.0.1:%d" % port, "--data", folder]
        if descriptors:
            command = ["prlimit", "--nofile=%d:%d" % (descriptors, descriptors)] + command
        with open(self.log_path, "ab") as out:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=out,
                env={**os.environ, **RELAXED, **(environment or {})})
        self.pid = self.process.pid
        self.port = self.status = None
        if wait:
            self.listening(limit)

    def listening(self, limit=30):
        """Waits for the line with the port on standard output."""
        deadline, text = time.monotonic() + limit, b""
        while b"\n" not in text:
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self.process.stdout], [], [], left)[0]
            piece = os.read(self.process.stdout.fileno(), 4096) if ready else b""
            if not piece:
                if left <= 0:
                    self.kill()
                raise NotListening(self.process.wait(10), self.log)
            text += piece
        match = re.match(rb"listening on http://[^ ]*:(\d+)\n", text)
        assert match, "standard output begins with %s" % text
        self.port = int(match.group(1))

    @property
    def log(self):
        """The log of this process."""
        with open(self.log_path, "rb") as file:
            file.seek(self.log_start)
            return file.read().decode("utf-8", "replace")

    def line(self, text):
        """Returns the first line of the log with `text`, without the time."""
        lines = [line for line in self.log.splitlines() if text in line]
        assert lines, "\"%s\" is missing in the log: %s" % (text, self.log[-500:])
        return re.sub(r"^\S+Z ", "", lines[0])

    @property
    def processor_time(self):
        """User and system time in seconds."""
        with open("/proc/%d/stat" % self.pid) as file:
            values = file.read().rsplit(")", 1)[1].split()
        return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def is_alive(self):
        return self.process.poll() is None

    @property
    def memory(self):
        """Resident bytes."""
        with open("/proc/%d/statm" % self.pid) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.pid))

    def http(self):
        return HTTP(self.port)

    def log_in(self, username="admin", password="admin123"):
        status, body = self.http().request(
            "POST", "/api/auth/login", {"username": username, "password": password})
        assert status == 200, "login returned %d %s" % (status, body)
        return body["access_token"]

    def metric(self, name, http=None):
        """Reads a metric over `http`, or over a new connection."""
        status, text = (http or self.http()).request("GET", "/metrics")
        assert status == 200, "/metrics returned %d" % status
        return float(re.search(r"^%s ([^ \n]+)$" % name, text.decode(), re.MULTILINE).group(1))

    def wait_for_jobs(self, limit=120, http=None):
        """Waits until no job is queued."""
        wait_until(lambda: self.metric("hearth_jobs_queued", http) == 0, limit, "jobs are still queued")

    def kill(self):
        if self.is_alive:
            self.process.send_signal(signal.SIGKILL)
        return self.end()

    def terminate(self):
        """Stops the server with SIGTERM. Returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self, limit=30):
        status = self.process.wait(limit)
        self.process.stdout.close()
        return status


def wait_until(condition, limit, otherwise):
    deadline = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.02)
