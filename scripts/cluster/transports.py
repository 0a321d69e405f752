"""Nodes whose connections to PostgreSQL and Redis are encrypted, or pass pgbouncer, and nodes behind Caddy."""
import os
import pwd
import re
import shutil
import subprocess
import time
import uuid

from client import HTTP
from databases import Postgres, Redis, reserve_port
from hearth import ROOT, NotListening, wait_until
from journeys import MEAL, request
from nodes import Cluster, Events


def encrypted(suite):
    """PostgreSQL and Redis over TLS, verified for the host name. A server of another authority is refused."""
    folder = suite.path("keys")
    authority, other = make_certificate(folder, "authority"), make_certificate(folder, "other")
    certificate = make_certificate(folder, "server", authority, "localhost")
    with Postgres() as postgres:
        postgres.encrypt(*certificate)
        redis = Redis(certificate)
        try:
            bus = {"HEARTH_BUS_ENGINE": "redis", "HEARTH_BUS_URL": "rediss://localhost:%d" % redis.port}
            verified = {**bus, "HEARTH_BUS_AUTHORITIES_FILE": authority[0], "PGSSLMODE": "verify-full", "PGSSLROOTCERT": authority[0]}
            cluster = Cluster(suite, 2, environment=verified, postgres=postgres, host="localhost")
            works_together(cluster)
            sessions = postgres.query(
                "SELECT COUNT(*) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name LIKE 'hearth-%'"
                " AND NOT s.ssl")
            assert sessions == [["0"]], "%s sessions are not encrypted" % sessions
            cluster.kill(0)
            try:
                cluster.start(0, environment={"PGSSLROOTCERT": other[0]})
            except NotListening as failure:
                assert "certificate" in failure.log, failure.log
            else:
                raise AssertionError("a server with a certificate of another authority was accepted")
            # The bus is not needed to start: it keeps trying.
            node = cluster.start(0, environment={"HEARTH_BUS_AUTHORITIES_FILE": other[0]})
            wait_until(lambda: "bus has no connection" in node.log, 20, "the bus accepted a certificate of another authority")
            return node.line("bus has no connection").partition("error=")[2]
        finally:
            redis.stop()


def pooled(suite):
    """The connections pass pgbouncer in session mode, which keeps locks and LISTEN with the session."""
    with Postgres() as postgres, Pgbouncer(suite, postgres) as bouncer:
        cluster = Cluster(suite, 0, postgres=postgres)
        # pgbouncer does not pass the parameter of the URL that names the schema.
        postgres.query("ALTER ROLE %s SET search_path TO %s" % (postgres.user, cluster.schema))
        cluster.links, cluster.nodes = [None] * 2, [None] * 2
        for index in range(2):
            cluster.start(index, environment={"HEARTH_STORAGE_URL": "postgresql://%s@127.0.0.1:%d/hearth" % (
                postgres.user, bouncer.port)})
        works_together(cluster)
        cluster.kill(0)
        wait_until(lambda: cluster.query("SELECT COUNT(*) FROM nodes") == [["1"]], 30, "the killed node was not taken over")


def behind_caddy(suite):
    """The arrangement of the compose file in docs/guides/several-nodes.md, with its Caddyfile: two nodes, one of which stops."""
    cluster = Cluster(suite, count=2)
    with Caddy(suite, [node.port for node in cluster.nodes]) as caddy:
        token = caddy.log_in("admin", "admin123")
        sockets = [Events(caddy.port, path, token=token) for path in ("/ws/meal-logs", "/ws")]
        sockets[0].until("connected")
        for _ in range(10):
            request(caddy, "POST", "/api/v1/meal-logs/natural", MEAL, token)
            sockets[0].until("meal_log.completed")
            sockets[1].until("meal_log_status_update")
        cluster.nodes[1].terminate()
        results = Events(caddy.port, "/ws/meal-logs", token=token)
        results.until("connected")
        for _ in range(10):
            post(caddy, token)
            results.until("meal_log.completed")
        assert cluster.query("SELECT COUNT(*) FROM meal_logs") == [["20"]]


def post(caddy, token):
    """Posts a meal as a client should. Caddy repeats no POST that was sent on a connection which the stopping node closed (502).

    Debian's Caddy 2.6 also loses the content of a POST that it repeats after a refused connection, counts that against the
    next node, and has none left for `fail_duration` (503).
    """
    key = str(uuid.uuid4())
    for _ in range(10):
        status, answer = caddy.http().request("POST", "/api/v1/meal-logs/natural", MEAL, token, key)
        if status == 201:
            return
        assert status in (502, 503), "the POST returned %d %s" % (status, answer)
        time.sleep(0.5)
    raise AssertionError("Caddy finds no node")


def works_together(cluster):
    first, second = cluster.nodes
    token = cluster.token(first)
    socket = Events(second, "/ws/meal-logs", token=token)
    socket.until("connected")
    for _ in range(5):
        request(first, "POST", "/api/v1/meal-logs/natural", MEAL, token)
        socket.until("meal_log.completed")
    assert second.metric("hearth_bus_connected") == 1


def make_certificate(folder, name, authority=None, host=None):
    """Returns the files of a certificate and its key. Without an authority it signs itself."""
    os.makedirs(folder, exist_ok=True)
    os.chmod(os.path.dirname(folder), 0o755)
    file, key = os.path.join(folder, name + ".crt"), os.path.join(folder, name + ".key")
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-keyout", key,
        "-out", file, "-subj", "/CN=" + (host or name)]
    if authority:
        command += ["-CA", authority[0], "-CAkey", authority[1], "-addext", "subjectAltName=DNS:" + host,
                    "-addext", "basicConstraints=critical,CA:FALSE"]
    subprocess.run(command, check=True, capture_output=True)
    return file, key


class Caddy:
    """Caddy on a free port in front of several nodes."""

    def __init__(self, suite, ports):
        reservation, self.port = reserve_port()
        reservation.close()
        folder = suite.path("caddy")
        os.makedirs(folder)
        with open(os.path.join(ROOT, "docs", "guides", "several-nodes.md")) as guide:
            text = re.search("```caddyfile\n(.*?)```", guide.read(), re.DOTALL).group(1)
        for number, port in enumerate(ports, 1):
            text = text.replace("node%d:8000" % number, "127.0.0.1:%d" % port)
        file = os.path.join(folder, "Caddyfile")
        with open(file, "w") as out:
            # Its interface for changes has a fixed port.
            out.write("{\n\tadmin off\n}\n" + text)
        with open(os.path.join(folder, "log"), "wb") as log:
            self.process = subprocess.Popen(
                ["caddy", "run", "--config", file], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "HOME": folder, "HEARTH_SITE": ":%d" % self.port})
        wait_until(self.answers, 30, "Caddy does not listen")

    def answers(self):
        try:
            return self.http().request("GET", "/ready")[0] == 200
        except OSError:
            return False

    def http(self):
        return HTTP(self.port)

    def log_in(self, username, password):
        return request(self, "POST", "/api/auth/login", {"username": username, "password": password})["access_token"]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.kill()
        self.process.wait()


class Pgbouncer:
    """pgbouncer in session mode on a free port."""

    def __init__(self, suite, postgres):
        self.folder, self.postgres = suite.path("pgbouncer"), postgres
        reservation, self.port = reserve_port()
        os.makedirs(self.folder)
        file = os.path.join(self.folder, "pgbouncer.ini")
        with open(os.path.join(self.folder, "users"), "w") as users:
            users.write('"%s" ""\n' % self.postgres.user)
        with open(file, "w") as out:
            out.write(
                "[databases]\nhearth = host=127.0.0.1 port=%d dbname=postgres\n"
                "[pgbouncer]\npool_mode = session\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\n"
                "auth_type = trust\nauth_file = %s/users\nmax_client_conn = 100\ndefault_pool_size = 50\n" % (
                    self.postgres.port, self.port, self.folder))
        if os.getuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chmod(os.path.dirname(self.folder), 0o755)
            shutil.chown(self.folder, account.pw_uid)
        reservation.close()
        program = shutil.which("pgbouncer", path=os.environ.get("PATH", "") + ":/usr/sbin")
        user = ["-u", "postgres"] if os.getuid() == 0 else []
        self.process = subprocess.Popen([program, "-q", *user, file], stdin=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.terminate()
        self.process.wait(20)
