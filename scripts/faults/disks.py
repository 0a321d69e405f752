"""Disks that are full, read-only or failing, and damaged databases."""
import errno
import hashlib
import os
import subprocess
import time

from client import WebSocket
from hearth import NotListening, Server, Shim, wait_until
from load import Load, settle


def remount(folder, mode):
    subprocess.run(["mount", "-o", "remount,%s,bind" % mode, folder], check=True)


def fill(path, leave=0):
    """Fills a small disk up to `leave` bytes."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            assert error.errno == errno.ENOSPC
    if leave:
        os.truncate(path, max(0, os.path.getsize(path) - leave))


def refuses_to_start(folder, suite, *words, **options):
    """Checks that the server exits with a failure status and a reason. Returns the reason."""
    try:
        server = suite.keep(Server(folder, **options))
    except NotListening as refusal:
        assert refusal.status > 0, "exit status %s" % refusal.status
        for word in words:
            assert word in refusal.log.lower(), "\"%s\" is missing in: %s" % (word, refusal.log)
        return refusal.log.strip().splitlines()[-1]
    raise AssertionError("the server started on port %d" % server.port)


def survives(suite, server, folder, load, fault, repair, message):
    """Posts fail with 503 during the fault, everything else works, and posts succeed after the repair."""
    token = load.token
    load.start(server.port)
    wait_until(lambda: len(load.acknowledged) > 20, 30, "no meals were acknowledged")
    fault()
    wait_until(lambda: sum(load.refused.values()) > 50, 60, "no post was refused")
    assert server.is_alive, "the server has exited"
    logged = len(server.log.splitlines())
    time.sleep(1)
    rate = len(server.log.splitlines()) - logged
    assert set(load.refused) == {(503, "STORAGE_UNAVAILABLE")}, "responses to posts were %s" % dict(load.refused)
    assert rate <= 10, "%d log lines in a second" % rate
    line = server.line(message)
    status, _ = server.http().request("GET", "/health")
    assert status == 200
    status, body = server.http().request("GET", "/ready")
    assert status == 503 and body["status"] == "unavailable", "/ready returns %d %s during the outage" % (status, body)
    status, body = server.http().request("GET", "/api/v1/meal-logs?limit=5", token=token)
    assert status == 200, "stored meals cannot be read: %d %s" % (status, body)
    repair()
    before = len(load.acknowledged)
    wait_until(lambda: len(load.acknowledged) > before + 20, 30, "the server does not recover")
    # More meals would fill the small disk again.
    load.stop()
    wait_until(lambda: server.http().request("GET", "/ready")[0] == 200, 30, "/ready does not recover")
    settle(server, folder, load)
    return "%d meals acknowledged, %d posts refused with 503, %d log lines a second; log: %s" % (
        len(load.acknowledged), sum(load.refused.values()), rate, line)


def disk_full(suite):
    """The disk fills up under load and is freed again."""
    disk = suite.small_disk("16m")
    folder, filler = disk + "/data", disk + "/filler"
    server = suite.keep(Server(folder, log=suite.path("log")))
    return survives(
        suite, server, folder, Load(server.log_in()), lambda: fill(filler), lambda: os.remove(filler),
        "request failed error=\"no space is left for the database\"")


def disk_full_and_kill(suite):
    """kill -9 while the disk is full; a start without space reports it, one with space finds everything."""
    disk = suite.small_disk("16m")
    folder, filler = disk + "/data", disk + "/filler"
    server = suite.keep(Server(folder, log=suite.path("log")))
    load = Load(server.log_in())
    load.start(server.port)
    wait_until(lambda: len(load.acknowledged) > 20, 30, "no meals were acknowledged")
    fill(filler)
    wait_until(lambda: sum(load.refused.values()) > 20, 60, "no post was refused")
    server.kill()
    load.stop()
    reason = None
    try:
        suite.keep(Server(folder, log=suite.path("log"))).kill()
    except NotListening as refusal:
        reason = refusal.log.strip().splitlines()[-1]
        assert refusal.status > 0 and "no space" in reason.lower(), reason
    os.remove(filler)
    server = suite.keep(Server(folder, log=suite.path("log")))
    settle(server, folder, load)
    return "%d meals acknowledged; without space the server %s" % (
        len(load.acknowledged), "reports: " + reason if reason else "starts")


def disk_full_and_terminate(suite):
    """SIGTERM while the disk is full: sockets work until then, the stop is clean, nothing is lost."""
    disk = suite.small_disk("16m")
    folder, filler = disk + "/data", disk + "/filler"
    server = suite.keep(Server(folder, log=suite.path("log")))
    load = Load(server.log_in())
    load.start(server.port)
    wait_until(lambda: len(load.acknowledged) > 20, 30, "no meals were acknowledged")
    fill(filler)
    wait_until(lambda: sum(load.refused.values()) > 20, 60, "no post was refused")
    socket = WebSocket(server.port, "/ws/meal-logs?token=" + load.token)
    assert b'"connected"' in socket.receive()[1], "a socket does not receive connected"
    load.stop()
    # The server would wait for a peer that does not answer its close frame.
    socket.close()
    started = time.monotonic()
    status = server.terminate()
    assert status == 0, "exit status after SIGTERM: %d" % status
    seconds = time.monotonic() - started
    assert seconds < 11, "the stop took %.1f s" % seconds
    os.remove(filler)
    settle(suite.keep(Server(folder, log=suite.path("log"))), folder, load)
    return "%d meals acknowledged; the stop took %.1f s" % (len(load.acknowledged), seconds)


def disk_full_at_first_start(suite):
    """A first start that runs out of space at any point reports it and leaves nothing that stops a later start."""
    disk = suite.small_disk("4m")
    filler, refusals, starts = disk + "/filler", set(), 0
    step = 120 if suite.fast else 24
    for number, leave in enumerate(range(0, 1680, step)):
        folder = "%s/data%d" % (disk, number)
        fill(filler, leave * 1024)
        try:
            server = suite.keep(Server(folder, log=suite.path("log")))
            starts += 1
            server.kill()
        except NotListening as refusal:
            reason = refusal.log.strip().splitlines()[-1]
            assert refusal.status > 0, "with %d KiB the exit status is %s: %s" % (leave, refusal.status, reason)
            assert "no space" in reason.lower(), "with %d KiB the reason is: %s" % (leave, reason)
            refusals.add(reason)
        os.remove(filler)
        server = suite.keep(Server(folder, log=suite.path("log")))
        server.log_in()
        assert server.terminate() == 0
        suite.servers = []
        subprocess.run(["rm", "-rf", folder], check=True)
    assert starts and refusals, "%d starts, %d kinds of refusals" % (starts, len(refusals))
    return "%d sizes; log: %s" % (number + 1, min(refusals))


def fsync_fails(suite):
    """Every fsync fails with EIO for a while."""
    shim, folder = Shim(suite.path("control")), suite.path("data")
    server = suite.keep(Server(folder, shim.environment))
    return survives(
        suite, server, folder, Load(server.log_in()), lambda: shim.set(error=errno.EIO), shim.set,
        "request failed error=\"input or output of the database failed")


def fsync_fails_and_kill(suite):
    """kill -9 while fsync fails: acknowledged meals exist, none twice."""
    rounds = 3 if suite.fast else 20
    shim, folder, load = Shim(suite.path("control")), suite.path("data"), None
    for _ in range(rounds):
        server = suite.keep(Server(folder, shim.environment))
        suite.servers = suite.servers[-1:]
        load = load or Load(server.log_in())
        load.start(server.port)
        time.sleep(suite.random.uniform(0.05, 0.2))
        shim.set(error=errno.EIO)
        time.sleep(suite.random.uniform(0, 0.2))
        server.kill()
        load.stop()
        shim.set()
    server = suite.keep(Server(folder))
    settle(server, folder, load)
    return "%d rounds, %d meals acknowledged" % (rounds, len(load.acknowledged))


def fsync_fails_at_start(suite):
    """A failing fsync is reported at the start."""
    shim = Shim(suite.path("control"))
    shim.set(error=errno.EIO)
    return "log: " + refuses_to_start(suite.path("data"), suite, "disk i/o error", environment=shim.environment)


def read_only_folder(suite):
    """A read-only data folder, with and without a database."""
    folder = suite.path("data")
    os.mkdir(folder)
    suite.mount(folder, "--bind", folder)
    remount(folder, "ro")
    empty = refuses_to_start(folder, suite, "read-only", folder)
    remount(folder, "rw")
    server = suite.keep(Server(folder))
    load = Load(server.log_in())
    load.start(server.port)
    wait_until(lambda: len(load.acknowledged) > 20, 30, "no meals were acknowledged")
    server.kill()
    load.stop()
    remount(folder, "ro")
    digest = contents(folder)
    refuses_to_start(folder, suite, "read-only", folder)
    assert contents(folder) == digest, "files of a read-only folder changed"
    remount(folder, "rw")
    settle(suite.keep(Server(folder)), folder, load)
    return "log: " + empty


def contents(folder):
    """Returns names and digests of all files but the index of the log, which every reader rebuilds."""
    result = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            if not name.endswith("-shm"):
                result[name] = hashlib.sha256(file.read()).hexdigest()
    return result


def damaged_header(suite):
    """A damaged database header, with and without a log: the server refuses to start and changes no file."""
    folder = suite.path("data")
    server = suite.keep(Server(folder))
    load = Load(server.log_in())
    load.start(server.port)
    wait_until(lambda: len(load.acknowledged) > 20, 30, "no meals were acknowledged")
    # The log of the killed process remains.
    server.kill()
    load.stop()
    reason = refuses_damages(suite, folder, with_log=True)
    settle(suite.keep(Server(folder)), folder, load)
    refuses_damages(suite, folder, with_log=False)
    settle(suite.keep(Server(folder)), folder, load)
    return "13 damages refused, no file changed; log: " + reason


def refuses_damages(suite, folder, with_log):
    path = folder + "/hearth.sqlite3"
    assert (os.path.exists(path + "-wal") and os.path.getsize(path + "-wal") > 0) == with_log
    with open(path, "rb") as file:
        intact = file.read()
    damages = {
        "noise": suite.random.randbytes(100) + intact[100:],
        "zeros": bytes(100) + intact[100:],
        "other": b"PK\x03\x04" + intact[4:],
        "text": intact[:16] + b"\x00\x03" + intact[18:],
        "cut": intact[:60],
    }
    if with_log:
        damages.update(empty=b"", missing=None, page=intact[:4095])
    kept = {name: data for name, data in read_all(folder).items() if name != "hearth.sqlite3"}
    reason = None
    for name, data in damages.items():
        if data is None:
            os.remove(path)
        else:
            with open(path, "wb") as file:
                file.write(data)
        before = contents(folder)
        try:
            reason = refuses_to_start(folder, suite, "hearth.sqlite3", "the database is damaged")
        except AssertionError as error:
            raise AssertionError("%s%s: %s" % (name, " with a log" if with_log else "", error))
        assert contents(folder) == before, "%s: files changed" % name
    for name, data in {**kept, "hearth.sqlite3": intact}.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
    return reason


def read_all(folder):
    """Returns the bytes of each file."""
    result = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            result[name] = file.read()
    return result
