"""Nodes, their connection to PostgreSQL, nginx in front of them, and their sockets."""
import json
import select
import socket
import threading
import time

from client import PING, PONG, TEXT, WebSocket, masked
from hearth import Server, wait_until
from nginx import Nginx

KEY = "0123456789abcdef0123456789abcdef"

# A request that a stopping node refuses goes to another one.
NEXT_UPSTREAM = "proxy_connect_timeout 1s; proxy_next_upstream error timeout http_503 non_idempotent;"


class Cluster:
    """Several nodes on a schema of their own."""

    def __init__(self, suite, count=3, environment=None, postgres=None, standby=None, host="127.0.0.1"):
        self.address = host
        self.suite, self.postgres, self.standby = suite, postgres or suite.postgres, standby
        bus = {"HEARTH_BUS_ENGINE": "redis", "HEARTH_BUS_URL": "unix://" + suite.redis.path} if suite.redis else {}
        self.environment = {**bus, **(environment or {})}
        self.schema = self.postgres.make_schema()
        self.links, self.nodes = [None] * count, [None] * count
        for index in range(count):
            self.start(index)
        self.nginx = None

    def start(self, index, through_link=False, host=None, environment=None):
        """Starts a node.
        - through_link: whether its connections to PostgreSQL pass a link that can be cut.
        - host: the host on which it runs; default: this one."""
        if through_link and not self.links[index]:
            self.links[index] = Link(self.postgres.port)
        link = self.links[index]
        url = self.postgres.url(
            self.schema, host.gateway if host else self.address, link.port if link else None, self.standby)
        node = Server(
            self.suite.path("node%d" % index), {
                "HEARTH_STORAGE_ENGINE": "postgres", "HEARTH_AUTH_SIGNING_KEY": KEY, "HEARTH_STORAGE_WRITERS": "4",
                "HEARTH_STORAGE_URL": url, **self.environment, **(environment or {})},
            port=self.nodes[index].port if self.nodes[index] else 0)
        self.nodes[index] = self.suite.keep(node)
        return node

    def front(self):
        """Starts nginx in front of all nodes. Returns its port."""
        if not self.nginx:
            servers = ["server 127.0.0.1:%d max_fails=1 fail_timeout=2s;" % node.port for node in self.nodes]
            self.nginx = Nginx(self.suite.path("nginx"), " ".join(servers), directives=NEXT_UPSTREAM)
            self.suite.after(self.nginx.stop)
        return self.nginx.port

    def kill(self, *indices):
        for index in indices:
            self.nodes[index].kill()

    def query(self, sql):
        return self.postgres.query(sql, self.schema)

    def token(self, node, username="admin", password="admin123"):
        return node.log_in(username, password)

    def sign_up(self, node, username):
        body = {"username": username, "password": "correct horse battery"}
        status, answer = node.http().request("POST", "/api/auth/signup", body)
        assert status == 201 or status == 200, "the sign-up returned %d %s" % (status, answer)
        return answer["access_token"]

    def wait_for_jobs(self):
        wait_until(lambda: self.query("SELECT COUNT(*) FROM jobs") == [["0"]], 60, "jobs are left")


class Link:
    """A TCP connection to PostgreSQL that can be cut: bytes are then held back, as by an interrupted network."""

    def __init__(self, port):
        self.target = port
        self.is_cut = False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            if self.is_cut:
                # Like packets that are dropped: the connection attempt gets no answer.
                threading.Thread(target=self.hold, args=(client,), daemon=True).start()
                continue
            server = socket.create_connection(("127.0.0.1", self.target))
            for pair in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=pair, daemon=True).start()

    def hold(self, client):
        while self.is_cut:
            time.sleep(0.1)
        client.close()

    def copy(self, source, target):
        try:
            while True:
                data = source.recv(65536)
                while self.is_cut:
                    time.sleep(0.05)
                if not data:
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Events:
    """A WebSocket whose frames are read one by one."""

    def __init__(self, node, path, **query):
        port = node if isinstance(node, int) else node.port
        text = "&".join("%s=%s" % item for item in query.items())
        self.socket = WebSocket(port, path + "?" + text, timeout=30)

    def next(self):
        return json.loads(self.socket.receive()[1])

    def until(self, kind, limit=30, **members):
        """Returns the next frame of a type with these members."""
        deadline, seen = time.monotonic() + limit, []
        while time.monotonic() < deadline:
            # A ping would start the timeout of the socket again.
            if not self.socket.buffer and not select.select([self.socket.socket], [], [], max(0, deadline - time.monotonic()))[0]:
                break
            frame = self.next()
            seen.append(frame["type"])
            if frame["type"] == kind and all(frame.get(name) == value for name, value in members.items()):
                return frame
        raise AssertionError("no %s %s among %s" % (kind, members, seen[-20:]))

    def is_quiet(self, kind, seconds=0.5):
        """Whether no frame of a type arrives for a while."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            frame = self.socket.take()
            if frame:
                if frame[0] == TEXT and json.loads(frame[1])["type"] == kind:
                    return False
                if frame[0] == PING:
                    self.socket.socket.sendall(masked(PONG, frame[1]))
            elif select.select([self.socket.socket], [], [], max(0, deadline - time.monotonic()))[0]:
                self.socket.fill()
        return True

    def send(self, kind, **members):
        self.socket.socket.sendall(masked(TEXT, json.dumps({"type": kind, **members}).encode()))

    def close(self):
        self.socket.close()
