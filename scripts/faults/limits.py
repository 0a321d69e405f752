"""Too few descriptors, and jumps of the wall clock."""
import socket
import time

from client import WebSocket
from hearth import NotListening, Server, Shim, wait_until
from load import Listener, Load, settle

HOUR, DAY, YEAR = 3600, 86400, 365 * 86400


def out_of_descriptors(suite):
    """More connections than descriptors: existing ones are served, the others when descriptors are free again."""
    folder = suite.path("data")
    server = suite.keep(Server(folder, descriptors=100))
    load = Load(server.log_in())
    inside = server.http()
    inside.request("GET", "/health")
    load.start(server.port, 4)
    wait_until(lambda: len(load.acknowledged) > 20, 30, "no meals were acknowledged")
    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    wait_until(lambda: "cannot accept" in server.log, 30, "the log does not report it")
    before = len(load.acknowledged)
    wait_until(lambda: len(load.acknowledged) > before + 20, 30, "existing connections are not served")
    lines = len(server.log.splitlines())
    time.sleep(2)
    lines = len(server.log.splitlines()) - lines
    assert lines <= 10, "%d log lines in two seconds" % lines
    assert server.descriptors <= 100
    load.stop()
    server.wait_for_jobs(http=inside)
    used = server.processor_time
    time.sleep(2)
    used = (server.processor_time - used) / 2
    assert used < 0.2, "%.0f %% of a core are used while nothing happens" % (used * 100)
    line = server.line("cannot accept")
    for one in crowd:
        one.close()
    status, _ = server.http().request("GET", "/health")
    assert status == 200
    assert not load.refused, "meals were refused: %s" % dict(load.refused)
    settle(server, folder, load)
    return "%d meals acknowledged with 300 connections for 100 descriptors, %.0f %% of a core used; log: %s" % (
        len(load.acknowledged), used * 100, line)


def too_few_to_start(suite):
    """With any small number of descriptors the server starts and stops, or exits with a reason."""
    reasons = set()
    for count in range(4, 80, 12 if suite.fast else 1):
        try:
            server = suite.keep(Server(suite.path("data%d" % count), descriptors=count))
            status = server.terminate()
            assert status == 0, "with %d descriptors the exit status is %d" % (count, status)
        except NotListening as refusal:
            assert refusal.status > 0, "with %d descriptors the exit status is %s" % (count, refusal.status)
            assert refusal.log.strip(), "with %d descriptors there is no message" % count
            reasons.add(refusal.log.strip().splitlines()[-1])
    return "log: " + min(reasons)


def clock_jumps(suite):
    """The wall clock jumps forward and back while meals are posted; each is still processed within seconds."""
    return jump(suite, (HOUR, -HOUR, 0, 2 * YEAR, -YEAR, 60, -60, 30 * YEAR, 0), 0.3, {})


def clock_jumps_under_sweeps(suite):
    """The same with a sweep for stale sockets every second: open sockets stay and receive every event."""
    # Events are kept longer than the clock jumps forward: the audit counts them.
    return jump(suite, (HOUR, -HOUR, 100 * DAY, -YEAR, 0), 1.5, {
        "HEARTH_WEBSOCKET_SWEEP_INTERVAL": "1s", "HEARTH_WEBSOCKET_PING_FLUSH_INTERVAL": "500ms",
        "HEARTH_WEBSOCKET_EVENT_RETENTION": "3650d"})


def jump(suite, jumps, pause, environment):
    shim, folder = Shim(suite.path("control")), suite.path("data")
    server = suite.keep(Server(folder, {**shim.environment, **environment}))
    load = Load(server.log_in())
    # It must receive every event, whatever the clock says.
    listener = Listener(load.token)
    listener.start(server.port)
    sockets = []
    for seconds in jumps:
        load.start(server.port)
        time.sleep(0.3)
        shim.set(seconds=seconds)
        time.sleep(pause)
        load.stop()
        # A token is refused before it was issued (RFC 7519 §4.1.6) and after it expires; a new one is valid.
        assert set(load.refused) <= {(401, "UNAUTHORIZED")}, "%+d s: responses were %s" % (seconds, dict(load.refused))
        load.token = server.log_in()
        load.start(server.port)
        before = len(load.acknowledged)
        wait_until(lambda: len(load.acknowledged) > before + 10, 10, "%+d s: no meals are accepted" % seconds)
        load.stop()
        try:
            server.wait_for_jobs(10)
        except AssertionError:
            raise AssertionError("%+d s: jobs wait for a time in the past" % seconds)
        sockets.append(WebSocket(server.port, "/ws/meal-logs?token=" + load.token))
        assert server.is_alive
    assert "upkeep" not in server.log, server.line("upkeep")
    settle(server, folder, load, listener)
    return "%d meals acknowledged over %d jumps of up to %d days" % (
        len(load.acknowledged), len(jumps), max(jumps) / DAY)


def clock_set_back_while_down(suite):
    """Meals accepted under a clock that was ahead are processed after a restart with the right clock."""
    shim, folder = Shim(suite.path("control")), suite.path("data")
    shim.set(seconds=YEAR)
    server = suite.keep(Server(folder, shim.environment))
    load = Load(server.log_in())
    load.start(server.port)
    wait_until(lambda: len(load.acknowledged) > 100, 30, "no meals were acknowledged")
    server.kill()
    load.stop()
    shim.set()
    server = suite.keep(Server(folder, shim.environment))
    try:
        server.wait_for_jobs(10)
    except AssertionError:
        raise AssertionError("%d jobs wait for next year" % server.metric("hearth_jobs_queued"))
    settle(server, folder, load)
    return "%d meals acknowledged" % len(load.acknowledged)
