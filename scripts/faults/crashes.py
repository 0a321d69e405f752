"""kill -9 and SIGTERM at random times, under meal posts and open sockets."""
import time

from client import WebSocket
from hearth import Server
from load import Listener, Load, settle


def kill_under_load(suite):
    """kill -9 at random times: while the server serves, starts and drains."""
    rounds = suite.rounds
    folder, load, listener = suite.path("data"), None, None
    for number in range(rounds):
        server = suite.keep(Server(folder, wait=False))
        suite.servers = suite.servers[-1:]
        if number % 10 == 9:
            time.sleep(suite.random.uniform(0, 0.08))
            server.kill()
            continue
        server.listening()
        load = load or Load(server.log_in())
        listener = listener or Listener(load.token)
        load.start(server.port)
        listener.start(server.port)
        idle = [WebSocket(server.port, "/ws?token=" + load.token) for _ in range(3)]
        time.sleep(suite.random.uniform(0, 0.4))
        if number % 10 == 4:
            server.process.terminate()
            time.sleep(suite.random.uniform(0, 0.03))
        server.kill()
        load.stop()
        listener.join()
        for socket in idle:
            socket.close()
    server = suite.keep(Server(folder))
    load.start(server.port, 2)
    listener.start(server.port)
    while load.unanswered:
        time.sleep(0.01)
    load.stop()
    count = settle(server, folder, load, listener)
    assert not load.refused, "meals were refused: %s" % dict(load.refused)
    return "%d kills, %d meals acknowledged, %d stored, each with one event" % (rounds, len(load.acknowledged), count)


def kill_at_first_start(suite):
    """kill -9 during the first start; the next start must work with what it left."""
    rounds = 5 if suite.fast else 40
    for number in range(rounds):
        folder = suite.path("data%d" % number)
        server = suite.keep(Server(folder, wait=False))
        time.sleep(suite.random.uniform(0, 0.12))
        server.kill()
        server = suite.keep(Server(folder))
        server.log_in()
        assert server.terminate() == 0
        suite.servers = []
    return "%d first starts" % rounds


def terminate_under_load(suite):
    """SIGTERM while clients post and sockets are open: exit status 0, nothing lost."""
    rounds = 3 if suite.fast else 20
    folder, load, listener, longest = suite.path("data"), None, None, 0
    for _ in range(rounds):
        server = suite.keep(Server(folder, {"HEARTH_LOG_LEVEL": "notice"}))
        suite.servers = suite.servers[-1:]
        load = load or Load(server.log_in())
        listener = listener or Listener(load.token)
        load.start(server.port)
        listener.start(server.port)
        time.sleep(suite.random.uniform(0, 0.5))
        started = time.monotonic()
        status = server.terminate()
        assert status == 0, "exit status after SIGTERM %d: %s" % (status, server.log[-300:])
        longest = max(longest, time.monotonic() - started)
        assert longest < 11, "the stop took longer than the grace time"
        lines = server.line("stopping") + " ... " + server.line("stopped")
        load.stop()
        listener.join()
    server = suite.keep(Server(folder))
    listener.start(server.port)
    settle(server, folder, load, listener)
    assert not load.refused, "meals were refused: %s" % dict(load.refused)
    return "%d stops, the longest %.1f s, %d meals acknowledged; log: %s" % (
        rounds, longest, len(load.acknowledged), lines)
