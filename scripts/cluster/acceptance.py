"""The acceptance of a single server, repeated with three nodes behind nginx."""
import os
import subprocess

from hearth import ROOT, Server
from nodes import Cluster

# As the checks of the API need them (scripts/api/server.py).
SETTINGS = {
    "HEARTH_LIMITS_WRITES_PER_MINUTE": "1000000", "HEARTH_WEBSOCKET_CONNECTIONS_PER_MINUTE": "1000",
    "HEARTH_WEBSOCKET_MAX_CONNECTIONS_PER_USER": "1", "HEARTH_COACH_WORD_INTERVAL": "0s",
    "HEARTH_WEBSOCKET_PERMESSAGE_DEFLATE": "true",
}


def api(suite):
    """Documents, sockets and generated requests, each on the node that nginx chooses."""
    python = run(os.path.join(ROOT, "scripts", "api", "setup")).splitlines()[-1]
    port = Cluster(suite, environment=SETTINGS).front()

    return run(
        python, os.path.join(ROOT, "scripts", "api", "main.py"), Server.binary, "--fast", "--address",
        "127.0.0.1:%d" % port).strip().splitlines()[-1]


def websocket(suite):
    """The Autobahn test suite through nginx."""
    run(os.path.join(ROOT, "scripts", "autobahn", "setup"))
    port = Cluster(suite, environment=SETTINGS).front()
    return run(
        os.path.join(ROOT, "scripts", "autobahn", "run"), "--strict", "--fast", "--short",
        "ws://127.0.0.1:%d/ws/echo" % port).strip().splitlines()[-1]


def run(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1200)
    assert done.returncode == 0, done.stdout[-3000:]
    return done.stdout
