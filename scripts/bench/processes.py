"""The processes of a measurement: load generators, Hearth and reference programs, with their CPU time and memory."""

import base64
import hashlib
import hmac
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import time
import urllib.request
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
KEY = "0123456789abcdef0123456789abcdef"
CORES = sorted(os.sched_getaffinity(0))
# The measured server is alone on one core, the load generator on another.
SERVER_CORE, LOAD_CORE = (CORES[:1], CORES[1:2]) if len(CORES) > 1 else (CORES, CORES)


def build(folder):
    """Compiles the C programs into `folder`."""
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-I", str(HERE)]
    compiler = os.environ.get("CC") or shutil.which("cc") or "clang"
    for name, options in {
        "bare_loop": ["-lcrypto"], "load": [], "chat": [], "notify": [], "raw_sqlite": ["-lsqlite3"], "usage": [],
    }.items():
        subprocess.run([compiler, *flags, "-o", folder / name, HERE / f"{name}.c", *options], check=True)
    subprocess.run(
        [compiler, *flags, "-shared", "-fPIC", "-o", folder / "count_malloc.so", HERE / "count_malloc.c"], check=True)


def numbers(line):
    """Parses `count 3 seconds 1.5` into a dictionary."""
    words = line.split()
    return {name: float(value) for name, value in zip(words[::2], words[1::2])}


def run(*command, cores=None):
    """Runs a program of this folder and parses the line of numbers that it prints."""
    pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, check=True, text=True, preexec_fn=pin)
    return numbers(done.stdout)


class Server:
    """A server on a free port. `cores`: the cores that it may use."""

    def __init__(self, command, cores=None, environment=None, log=subprocess.DEVNULL):
        pin = (lambda: os.sched_setaffinity(0, cores)) if cores else None
        self.process = subprocess.Popen(
            [str(c) for c in command], stdout=subprocess.PIPE, stderr=log, text=True, preexec_fn=pin,
            env={**os.environ, **(environment or {})})
        for line in self.process.stdout:
            if found := re.search(r"listening on http://[^ ]*:(\d+)", line):
                self.port = int(found[1])
                return
        raise SystemExit(f"{command[0]} did not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()

    def cpu_seconds(self):
        """User and system time of all threads."""
        total = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
        return total / 1e9

    def memory_bytes(self):
        """Private bytes in memory."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(int(n) for n in re.findall(r"^(?:Private_Clean|Private_Dirty):\s+(\d+)", text, re.M)) * 1024

    def post(self, path, body, token):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), {"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def metric(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics") as response:
            text = response.read().decode()
        return sum(float(value) for value in re.findall(rf"^{name}(?:{{.*}})? (.*)$", text, re.M))


class Bench:
    """The programs, and a data folder with accounts; each server starts on a copy of it."""

    def __init__(self, folder, users):
        self.folder = folder
        self.binary = ROOT / ".build/release/hearth"
        build(folder)
        self.template = folder / "template"
        with self.hearth(data=self.template):
            pass
        self.tokens = self._make_accounts(users)

    def hearth(self, loops=1, cores=None, data=None, environment=None, options=("--dev",)):
        """A server, in development mode for the sockets that echo and broadcast. Its data can be replaced, which costs
        each request two locks, so requests are measured without it (`options=()`)."""
        if data is None:
            data = self.folder / f"data-{uuid.uuid4().hex[:8]}"
            shutil.copytree(self.template, data)
        settings = {
            "HEARTH_AUTH_SIGNING_KEY": KEY, "HEARTH_HTTP_LOOPS": str(loops),
            # One user writes as much as the server accepts.
            "HEARTH_LIMITS_WRITES_PER_MINUTE": "0", "HEARTH_LIMITS_BYTES_PER_USER": "0",
        }
        log = open(self.folder / "hearth.log", "ab")
        return Server(
            [self.binary, "serve", *options, "--listen", "127.0.0.1:0", "--data", data], cores,
            {**settings, **(environment or {})}, log)

    def bare(self, mode, cores=None):
        return Server([self.folder / "bare_loop", mode, "0"], cores)

    def load(self, *arguments, cores=None):
        return run(self.folder / "load", *arguments, cores=cores)

    def request(self, method, path, body=None, token=None):
        """A file with the bytes of a request."""
        content = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "User-Agent: bench", "Accept: */*"]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        if content:
            lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
        file = self.folder / f"request-{uuid.uuid4().hex[:8]}"
        file.write_bytes("\r\n".join([*lines, "", ""]).encode() + content)
        return file

    def _make_accounts(self, count):
        database = sqlite3.connect(self.template / "hearth.sqlite3")
        accounts = [account(index) for index in range(count)]
        database.executescript("BEGIN; %s COMMIT;" % "".join(statements for statements, _ in accounts))
        database.close()
        return [token for _, token in accounts]


def account(index):
    """An account without a hash of its password. - Returns: the statements that create it, and an access token."""
    now, user, session = int(time.time()), f"00000000-0000-4000-8000-{index:012d}", str(uuid.uuid4())
    name = f"bench{index}"
    statements = (
        "INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at) "
        f"VALUES ('{user}', {1000 + index}, '{name}', '{name}', '', 0, 0);\n"
        "INSERT INTO sessions (id, user_id, family, created_at, expires_at) "
        f"VALUES ('{session}', '{user}', 'fitness', {now * 1000}, {(now + 86400) * 1000});\n")
    claims = {
        "iss": "hearth", "sub": user, "user_id": user, "username": name, "token_type": "access",
        "jti": str(uuid.uuid4()), "sid": session, "iat": now, "exp": now + 86400,
    }
    text = f"{encoded({'alg': 'HS256', 'typ': 'JWT'})}.{encoded(claims)}"
    return statements, f"{text}.{base64url(hmac.digest(KEY.encode(), text.encode(), hashlib.sha256))}"


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def encoded(value):
    return base64url(json.dumps(value).encode())
