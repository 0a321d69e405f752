"""Servers of PostgreSQL and Redis."""
import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile

from hearth import wait_until
from network import NETWORK


class Postgres:
    """A server of PostgreSQL on a free port, in a temporary folder, without passwords."""

    def __init__(self, primary=None):
        """- primary: the server of which this one becomes a synchronous standby."""
        self.folder = tempfile.mkdtemp(prefix="hearth-pg-")
        self.programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        os.chmod(self.folder, 0o755)
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.data = os.path.join(self.folder, "data")
        self.reservation, self.port = reserve_port()
        if primary:
            self.run("pg_basebackup", "-R", "-h", primary.folder, "-p", str(primary.port), "-U", self.user, "-D", self.data)
        else:
            self.run("initdb", "-A", "trust", "-E", "UTF8", "--locale", "C", "-D", self.data)
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.write("listen_addresses = '*'\nport = %d\nunix_socket_directories = '%s'\n"
                       "max_connections = 200\n" % (self.port, self.folder))
        with open(os.path.join(self.data, "pg_hba.conf"), "a") as file:
            file.write("host all all %s trust\n" % NETWORK)
        self.reservation.close()
        self.start()
        self.schemas = 0
        if primary:
            primary.configure("synchronous_standby_names", "*")

    def run(self, program, *arguments):
        command = [os.path.join(self.programs, program), *arguments]
        if os.getuid() == 0:
            command = ["runuser", "-u", "postgres", "--"] + command
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=120)
        assert done.returncode == 0, "%s failed: %s" % (program, done.stderr.strip()[-1000:])
        return done.stdout

    def start(self):
        self.run("pg_ctl", "-w", "-D", self.data, "-l", os.path.join(self.folder, "log"), "start")

    def stop(self, mode="immediate"):
        self.run("pg_ctl", "-w", "-D", self.data, "-m", mode, "stop")

    def query(self, sql, schema="public"):
        """Returns the rows of a query as lists of texts."""
        text = self.run("psql", "-h", self.folder, "-p", str(self.port), "-U", self.user, "-d", "postgres", "-XAtq", "-F", "\t",
                        "-c", "SET search_path TO %s" % schema, "-c", sql)
        return [line.split("\t") for line in text.splitlines()]

    def configure(self, name, value):
        self.query("ALTER SYSTEM SET %s = '%s'" % (name, value))
        self.query("SELECT pg_reload_conf()")

    def encrypt(self, certificate, key):
        """Offers TLS with a certificate."""
        for source, name in ((certificate, "server.crt"), (key, "server.key")):
            place = os.path.join(self.data, name)
            shutil.copyfile(source, place)
            os.chmod(place, 0o600)
            if os.getuid() == 0:
                shutil.chown(place, "postgres")
        self.configure("ssl", "on")

    def log_position(self):
        """The end of the write-ahead log."""
        return self.query("SELECT pg_current_wal_lsn()")[0][0]

    def log_records(self, start):
        """The records of the write-ahead log since a position, without checkpoints and notes of the background writer."""
        end = self.log_position()
        if start == end:
            return []
        text = self.run("pg_waldump", "-p", os.path.join(self.data, "pg_wal"), "-s", start, "-e", end)
        return [line for line in text.splitlines() if not line.startswith("rmgr: Standby") and "CHECKPOINT" not in line]

    def promote(self):
        """Makes a standby the primary."""
        self.run("pg_ctl", "-w", "-D", self.data, "promote")

    def make_schema(self):
        self.schemas += 1
        name = "cluster%d" % self.schemas
        self.query("CREATE SCHEMA " + name)
        return name

    def url(self, schema, host="127.0.0.1", port=None, standby=None):
        hosts = "%s:%d" % (host, port or self.port)
        if standby:
            hosts += ",%s:%d" % (host, standby.port)
        return "postgresql://%s@%s/postgres?target_session_attrs=read-write&options=-csearch_path%%3D%s" % (
            self.user, hosts, schema)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        # A check may have ended it; the reason of a failure must not be hidden by that.
        if os.path.exists(os.path.join(self.data, "postmaster.pid")):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Redis:
    """A Redis server on a Unix socket in a temporary folder, and with a certificate on a port."""

    def __init__(self, certificate=None):
        """- certificate: its file and that of its key."""
        self.folder = tempfile.mkdtemp(prefix="hearth-redis-")
        self.path = os.path.join(self.folder, "redis.sock")
        self.port, self.tls = None, []
        if certificate:
            reservation, self.port = reserve_port()
            reservation.close()
            self.tls = ["--tls-port", str(self.port), "--tls-cert-file", certificate[0], "--tls-key-file", certificate[1],
                        "--tls-auth-clients", "no", "--tls-ca-cert-file", certificate[0]]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.path, "--dir", self.folder, "--save", "", *self.tls],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        wait_until(lambda: os.path.exists(self.path), 30, "Redis does not listen")

    def restart(self):
        """Ends the process, and with it all connections, and starts it again."""
        self.process.kill()
        self.process.wait()
        os.unlink(self.path)
        self.start()

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def reserve_port():
    listener = socket.create_server(("127.0.0.1", 0))
    return listener, listener.getsockname()[1]
