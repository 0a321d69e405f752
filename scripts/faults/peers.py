"""Slow and greedy peers: what they cost, and what others notice."""
import functools
import os
import selectors
import socket
import threading
import time

from client import PING, PONG, TEXT, WebSocket, masked, upgrade
from hearth import Server, wait_until
from load import Listener, Load
from witness import Witness, compare

KIB, MIB = 1 << 10, 1 << 20


class Attack:
    """A server with another user on it; measures before and during what `__enter__` surrounds."""

    def __init__(self, suite, environment=None, meals=False):
        """- meals: one user posts a hundred meals a second, and hears of them, also in the quiet phase."""
        self.suite = suite
        self.server = suite.keep(Server(suite.path("beside" if suite.beside else "data"), environment))
        self.witness = Witness(suite.keep(Server(suite.path("quiet"))) if suite.beside else self.server)
        # Before anything is measured: a password takes 32 MiB while it is checked.
        self.token = self.server.log_in()
        self.load, self.listener = Load(self.token, pause=0.02), Listener(self.token)
        if meals:
            self.listener.start(self.server.port)
            self.load.start(self.server.port, 2)

    def __enter__(self):
        time.sleep(2)
        self.witness.report()
        time.sleep(2 if self.suite.fast else 5)
        self.quiet = self.witness.report()
        self.before = self.peak = self.server.memory
        self.measuring = True
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def watch(self):
        while self.measuring and self.server.is_alive:
            try:
                self.peak = max(self.peak, self.server.memory)
            except (OSError, ValueError, IndexError):
                return
            time.sleep(0.05)

    def __exit__(self, kind, error, trace):
        self.measuring = False
        self.thread.join()
        if kind is None:
            self.busy = self.suite.busy = self.witness.report()
        self.witness.end()

    def settle_meals(self):
        """Ends the posts; the one who listens must hear of each."""
        self.load.stop()
        assert not self.load.refused, "some were refused: %s" % dict(self.load.refused)
        self.server.wait_for_jobs()
        wait_until(
            lambda: len(self.listener.heard) >= len(self.load.acknowledged), 60, "the one who listens misses meals")

    @property
    def growth(self):
        return max(0, self.peak - self.before)

    def end(self, count, bound):
        """Checks the growth against `bound` bytes, and that the server is well. Returns what to print."""
        assert self.server.is_alive, "the server is gone"
        assert self.growth <= bound, "memory grew by %.1f MiB, more than %.1f" % (self.growth / MIB, bound / MIB)
        self.server.wait_for_jobs()
        status = self.server.terminate()
        assert status == 0, "SIGTERM ended the server with %d" % status
        return "RSS %.1f + %.1f MiB (%.1f KiB each); %s" % (
            self.before / MIB, self.growth / MIB, self.growth / KIB / count, compare(self.quiet, self.busy))


def also_beside(check):
    """Does it once more to a second server beside that of the other user: what it costs whoever is on this machine."""
    @functools.wraps(check)
    def both(suite):
        said = check(suite)
        suite.beside = True
        check(suite)
        return "%s; %.1f ms (%.1f) where another server is attacked" % (said, suite.busy["p99"], suite.busy["p50"])
    return both


def connect(port, number, receive_buffer=None):
    """A connection from one of several addresses, so that ports do not run out."""
    peer = socket.socket()
    if receive_buffer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    # IP_BIND_ADDRESS_NO_PORT: the port is chosen when it connects.
    peer.setsockopt(socket.IPPROTO_IP, 24, 1)
    peer.bind(("127.0.0.%d" % (2 + number % 20), 0))
    peer.settimeout(60)
    peer.connect(("127.0.0.1", port))
    return peer


@also_beside
def slow_senders(suite):
    """1,000 connections that send one byte every 5 s: request lines, headers, content, and WebSocket frames."""
    count, seconds = (200, 12) if suite.fast else (1000, 31)
    request = b"POST /api/v1/meal-logs/natural HTTP/1.1\r\nHost: localhost\r\n"
    texts = [request, request, b"x" * 100, b"x" * 100]
    heads = [
        b"", request + b"Content-Type: text/plain\r\nX-Slow: ",
        request + b"Content-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n",
        upgrade("/ws/echo") + bytes([0x81, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0]),
    ]
    cut, answers = 0, set()
    with Attack(suite) as attack:
        def begin(number):
            peer = connect(attack.server.port, number)
            if heads[number % 4]:
                peer.sendall(heads[number % 4])
            peer.setblocking(False)
            return [peer, 0]

        peers = [begin(number) for number in range(count)]
        deadline, turn = time.monotonic() + seconds, 0
        while time.monotonic() < deadline:
            for number in range(turn % 5, count, 5):
                peer, sent = peers[number]
                try:
                    peer.send(texts[number % 4][sent:sent + 1] or b"x")
                    peers[number][1] += 1
                    piece = peer.recv(65536)
                    if piece.startswith(b"HTTP/1.1 408"):
                        answers.add(408)
                    if not piece or b"Connection: close" in piece:
                        raise ConnectionError
                except BlockingIOError:
                    pass
                except ConnectionError:
                    cut += 1
                    peer.close()
                    peers[number] = begin(number)
            turn += 1
            time.sleep(1)
    for peer, _ in peers:
        peer.close()
    assert answers == {408}, "those whose time was over were not told 408"
    return "%d connections, %d cut with 408 and replaced; %s" % (count, cut, attack.end(count, count * 48 * KIB))


@also_beside
def readers_that_stop(suite):
    """Peers that stop reading: of pongs, of pipelined answers, of events. Those who read miss nothing."""
    count = 10 if suite.fast else 20
    with Attack(suite, {"HEARTH_WEBSOCKET_MAX_QUEUE": "256KiB"}, meals=True) as attack:
        server, load, peers, threads = attack.server, attack.load, [], []
        for number in range(count):
            deaf = connect(server.port, number, receive_buffer=4096)
            deaf.sendall(upgrade("/ws/meal-logs?token=" + load.token))
            peers.append(deaf)
        ping = masked(TEXT, b'{"type":"ping"}') * 1000
        pipelined = (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n") * 1000
        for number in range(count):
            for head, piece in ((upgrade("/ws?token=" + load.token), ping), (b"", pipelined)):
                peer = connect(server.port, number, receive_buffer=4096)
                peers.append(peer)
                threads.append(threading.Thread(target=stuff, args=(peer, head, piece, 8), daemon=True))
        for thread in threads:
            thread.start()
        enough = len(load.acknowledged) + (300 if suite.fast else 1200)
        wait_until(lambda: len(load.acknowledged) > enough, 300, "no meals are taken")
        for thread in threads:
            thread.join(60)
        attack.settle_meals()
        left = server.metric("websocket_connections_active") - 1
    for peer in peers:
        peer.close()
    return "%d peers, %d of their %d sockets cut, %d meals heard by the one who reads; %s" % (
        len(peers), 2 * count - left, 2 * count, len(attack.listener.heard), attack.end(len(peers), count * MIB + 32 * MIB))


def stuff(peer, head, piece, seconds, pieces=None):
    """Sends as much as is taken, or so many pieces."""
    # What sends shall not take the processor from what answers: it would be on another machine.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    deadline = time.monotonic() + seconds
    sent, most = 0, len(piece) * pieces if pieces else 1 << 62
    peer.settimeout(1)
    try:
        peer.sendall(head)
        while time.monotonic() < deadline and sent < most:
            try:
                # From where the last one was cut, so that frames and requests stay whole.
                sent += peer.send(piece[sent % len(piece):])
            except socket.timeout:
                pass
    except OSError:
        pass


@also_beside
def many_pings(suite):
    """100,000 pings on one socket: answered in order, up to the last one; of several that wait, one may be."""
    count = 10_000 if suite.fast else 100_000
    with Attack(suite) as attack:
        peer = WebSocket(attack.server.port, "/ws/echo")
        started = time.monotonic()
        payloads = [b"%d" % number for number in range(count)]
        sender = threading.Thread(
            target=lambda: peer.socket.sendall(b"".join(masked(PING, one) for one in payloads)), daemon=True)
        sender.start()
        last, pongs = -1, 0
        # RFC 6455, 5.5.3: a pong for the most recent ping answers those before it, too.
        while last < count - 1:
            opcode, payload = peer.receive()
            assert opcode == PONG and int(payload) > last, "behind %d came %d %s" % (last, opcode, payload)
            last, pongs = int(payload), pongs + 1
        seconds = time.monotonic() - started
        peer.socket.sendall(masked(TEXT, b"still here"))
        assert peer.receive() == (TEXT, b"still here")
        peer.close()
    return "%d pings answered by %d pongs in %.1f s; %s" % (count, pongs, seconds, attack.end(1, 16 * MIB))


@also_beside
def pongs_that_nobody_reads(suite):
    """100,000 pings by each of 20 peers that read no pong: each costs its queue at most, then its connection."""
    count = 5 if suite.fast else 20
    with Attack(suite, {"HEARTH_WEBSOCKET_MAX_QUEUE": "1MiB"}) as attack:
        piece, request = masked(PING, b"x" * 125) * 1000, upgrade("/ws?token=" + attack.token)
        peers = [connect(attack.server.port, number, receive_buffer=4096) for number in range(count)]
        threads = [
            threading.Thread(target=stuff, args=(peer, request, piece, 30, 100), daemon=True) for peer in peers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    for peer in peers:
        peer.close()
    return "%d peers; %s" % (count, attack.end(count, count * 2 * MIB + 16 * MIB))


@also_beside
def empty_fragments(suite):
    """A million empty fragments between the two ends of a message, on each of four sockets."""
    count = 100_000 if suite.fast else 1_000_000
    with Attack(suite) as attack:
        sockets = [WebSocket(attack.server.port, "/ws/echo") for _ in range(4)]
        started = time.monotonic()
        flood = masked(TEXT, b"begin", final=False) + masked(0, final=False) * count + masked(0, b" end")
        threads = [
            threading.Thread(target=lambda one=one: one.socket.sendall(flood), daemon=True) for one in sockets]
        for thread in threads:
            thread.start()
        for one in sockets:
            frame = one.receive()
            assert frame == (TEXT, b"begin end"), "it came back as %s" % (frame,)
        seconds = time.monotonic() - started
        for one in sockets:
            one.close()
    return "%d fragments in %.1f s; %s" % (4 * count, seconds, attack.end(4, 16 * MIB))


@also_beside
def many_sockets(suite):
    """10,000 WebSockets that come at once, stay, speak, and go at once; one user's events come all the while."""
    count = 1000 if suite.fast else 10_000
    count = min(count, suite.descriptors - 200)
    with Attack(suite, meals=True) as attack:
        server = attack.server
        base = server.descriptors
        started = time.monotonic()
        peers = politely(storm, server.port, count)
        seconds = time.monotonic() - started
        open_ = server.descriptors - base
        assert open_ >= count, "%d of %d sockets are open" % (open_, count)
        memory = server.memory
        started = time.monotonic()
        politely(answers, peers, masked(TEXT, b"hello"), b"\x81\x05hello")
        spoken = time.monotonic() - started
        for peer in peers:
            peer.close()
        wait_until(lambda: server.descriptors < base + 100, 60, "sockets that are gone stay open")
        attack.settle_meals()
    said = attack.end(count, count * 24 * KIB + 32 * MIB)
    return "%d sockets in %.1f s, an echo of each in %.1f s, %.1f KiB each when open; %s" % (
        count, seconds, spoken, (memory - attack.before) / KIB / count, said)


def politely(work, *arguments):
    """Does `work` in a thread that leaves the processor to what answers. Returns what it returns."""
    result = []

    def run():
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        try:
            result.extend((work(*arguments), None))
        except Exception as error:  # told to the caller
            result.extend((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if result[1]:
        raise result[1]
    return result[0]


def storm(port, count):
    """Opens all at once, as far as one thread can."""
    peers = []
    for number in range(count):
        peer = socket.socket()
        peer.setsockopt(socket.IPPROTO_IP, 24, 1)
        peer.bind(("127.0.0.%d" % (2 + number % 20), 0))
        peer.setblocking(False)
        peer.connect_ex(("127.0.0.1", port))
        peers.append(peer)
    answers(peers, upgrade("/ws/echo"), b"HTTP/1.1 101 ", 4)
    return peers


def answers(peers, request, expected, ends=0):
    """Sends `request` on each and waits until each has answered with what begins with `expected`.

    - ends: how many bytes a blank line at the end of the answer has; 0: the answer is `expected` itself.
    """
    selector, deadline = selectors.DefaultSelector(), time.monotonic() + 120
    for peer in peers:
        selector.register(peer, selectors.EVENT_WRITE)
    got = {peer: b"" for peer in peers}
    while got:
        assert time.monotonic() < deadline, "%d peers wait for an answer" % len(got)
        for key, events in selector.select(1):
            peer = key.fileobj
            if events & selectors.EVENT_WRITE:
                peer.send(request)
                selector.modify(peer, selectors.EVENT_READ)
                continue
            piece = peer.recv(4096)
            assert piece, "a socket was closed behind %s" % got[peer][:200]
            got[peer] += piece
            if len(got[peer]) >= len(expected) and (not ends or got[peer].endswith(b"\r\n\r\n")):
                assert got[peer].startswith(expected), got[peer][:200]
                selector.unregister(peer)
                del got[peer]
    selector.close()
