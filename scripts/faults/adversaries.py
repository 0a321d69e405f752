"""Slow and greedy peers: their cost in memory, and the latency of another user meanwhile."""
import functools
import os
import selectors
import socket
import threading
import time

from client import PING, PONG, TEXT, WebSocket, masked, upgrade
from hearth import Server, wait_until
from load import Listener, Load
from latency_probe import LatencyProbe, compare

KIB, MIB = 1 << 10, 1 << 20


class Attack:
    """A server with another user on it; measures before and during the `with` block."""

    def __init__(self, suite, environment=None, meals=False):
        """- meals: one user posts a hundred meals a second and receives their events, also in the phase before."""
        self.suite = suite
        self.server = suite.keep(Server(suite.path("control" if suite.is_control else "data"), environment))
        self.probe = LatencyProbe(suite.keep(Server(suite.path("quiet"))) if suite.is_control else self.server)
        # Before the measurement: checking a password takes 32 MiB.
        self.token = self.server.log_in()
        self.load, self.listener = Load(self.token, pause=0.02), Listener(self.token)
        if meals:
            self.listener.start(self.server.port)
            self.load.start(self.server.port, 2)

    def __enter__(self):
        time.sleep(2)
        self.probe.report()
        time.sleep(2 if self.suite.fast else 5)
        self.quiet = self.probe.report()
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
            self.busy = self.suite.busy = self.probe.report()
        self.probe.end()

    def settle_meals(self):
        """Ends the posts. The listener must receive an event for each."""
        self.load.stop()
        assert not self.load.refused, "meals were refused: %s" % dict(self.load.refused)
        self.server.wait_for_jobs()
        wait_until(
            lambda: len(self.listener.received) >= len(self.load.acknowledged), 60, "the listener misses meals")

    @property
    def growth(self):
        return max(0, self.peak - self.before)

    def end(self, count, bound):
        """Checks the growth against `bound` bytes and that the server still works. Returns the text to print."""
        assert self.server.is_alive, "the server has exited"
        assert self.growth <= bound, "memory grew by %.1f MiB; the bound is %.1f" % (self.growth / MIB, bound / MIB)
        self.server.wait_for_jobs()
        status = self.server.terminate()
        assert status == 0, "exit status after SIGTERM: %d" % status
        return "RSS %.1f + %.1f MiB (%.1f KiB each); %s" % (
            self.before / MIB, self.growth / MIB, self.growth / KIB / count, compare(self.quiet, self.busy))


def with_control(check):
    """Repeats the attack on a second server: the control shows what the attack costs any process on this machine."""
    @functools.wraps(check)
    def both(suite):
        report = check(suite)
        suite.is_control = True
        check(suite)
        return "%s; control %.1f ms (%.1f)" % (report, suite.busy["p99"], suite.busy["p50"])
    return both


def connect(port, number, receive_buffer=None):
    """Connects from one of several addresses, so that ports do not run out."""
    peer = socket.socket()
    if receive_buffer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    # IP_BIND_ADDRESS_NO_PORT: the port is chosen by connect().
    peer.setsockopt(socket.IPPROTO_IP, 24, 1)
    peer.bind(("127.0.0.%d" % (2 + number % 20), 0))
    peer.settimeout(60)
    peer.connect(("127.0.0.1", port))
    return peer


@with_control
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
        deadline, round_number = time.monotonic() + seconds, 0
        while time.monotonic() < deadline:
            for number in range(round_number % 5, count, 5):
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
            round_number += 1
            time.sleep(1)
    for peer, _ in peers:
        peer.close()
    assert answers == {408}, "slow requests were not answered with 408"
    return "%d connections, %d cut with 408 and replaced; %s" % (count, cut, attack.end(count, count * 48 * KIB))


@with_control
def stalled_readers(suite):
    """Peers that stop reading pongs, pipelined responses or events. A client that reads misses nothing."""
    count = 10 if suite.fast else 20
    with Attack(suite, {"HEARTH_WEBSOCKET_MAX_QUEUE": "256KiB"}, meals=True) as attack:
        server, load, peers, threads = attack.server, attack.load, [], []
        for number in range(count):
            stalled = connect(server.port, number, receive_buffer=4096)
            stalled.sendall(upgrade("/ws/meal-logs?token=" + load.token))
            peers.append(stalled)
        ping = masked(TEXT, b'{"type":"ping"}') * 1000
        pipelined = (b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n") * 1000
        for number in range(count):
            for head, piece in ((upgrade("/ws?token=" + load.token), ping), (b"", pipelined)):
                peer = connect(server.port, number, receive_buffer=4096)
                peers.append(peer)
                threads.append(threading.Thread(target=flood, args=(peer, head, piece, 8), daemon=True))
        for thread in threads:
            thread.start()
        enough = len(load.acknowledged) + (300 if suite.fast else 1200)
        wait_until(lambda: len(load.acknowledged) > enough, 300, "no meals are accepted")
        for thread in threads:
            thread.join(60)
        attack.settle_meals()
        left = server.metric("websocket_connections_active") - 1
    for peer in peers:
        peer.close()
    return "%d peers, %d of their %d sockets dropped, %d meals received by the reading client; %s" % (
        len(peers), 2 * count - left, 2 * count, len(attack.listener.received), attack.end(len(peers), count * MIB + 32 * MIB))


def flood(peer, head, piece, seconds, pieces=None):
    """Sends as much as the peer accepts, or `pieces` times `piece`."""
    # The sender must not take the processor from the server: a real one is another machine.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    deadline = time.monotonic() + seconds
    sent, most = 0, len(piece) * pieces if pieces else 1 << 62
    peer.settimeout(1)
    try:
        peer.sendall(head)
        while time.monotonic() < deadline and sent < most:
            try:
                # Continues in the middle of a piece, so that frames and requests stay complete.
                sent += peer.send(piece[sent % len(piece):])
            except socket.timeout:
                pass
    except OSError:
        pass


@with_control
def many_pings(suite):
    """100,000 pings on one socket: answered in order up to the last; several pending ones may share a pong."""
    count = 10_000 if suite.fast else 100_000
    with Attack(suite) as attack:
        peer = WebSocket(attack.server.port, "/ws/echo")
        started = time.monotonic()
        payloads = [b"%d" % number for number in range(count)]
        sender = threading.Thread(
            target=lambda: peer.socket.sendall(b"".join(masked(PING, one) for one in payloads)), daemon=True)
        sender.start()
        last, pongs = -1, 0
        # RFC 6455 §5.5.3: a pong for the most recent ping answers earlier pings too.
        while last < count - 1:
            opcode, payload = peer.receive()
            assert opcode == PONG and int(payload) > last, "frame after pong %d: opcode %d, %s" % (last, opcode, payload)
            last, pongs = int(payload), pongs + 1
        seconds = time.monotonic() - started
        peer.socket.sendall(masked(TEXT, b"still here"))
        assert peer.receive() == (TEXT, b"still here")
        peer.close()
    return "%d pings answered by %d pongs in %.1f s; %s" % (count, pongs, seconds, attack.end(1, 16 * MIB))


@with_control
def unread_pongs(suite):
    """100,000 pings by each of 20 peers that read no pong: each costs at most its queue, then its connection."""
    count = 5 if suite.fast else 20
    with Attack(suite, {"HEARTH_WEBSOCKET_MAX_QUEUE": "1MiB"}) as attack:
        piece, request = masked(PING, b"x" * 125) * 1000, upgrade("/ws?token=" + attack.token)
        peers = [connect(attack.server.port, number, receive_buffer=4096) for number in range(count)]
        threads = [
            threading.Thread(target=flood, args=(peer, request, piece, 30, 100), daemon=True) for peer in peers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    for peer in peers:
        peer.close()
    return "%d peers; %s" % (count, attack.end(count, count * 2 * MIB + 16 * MIB))


@with_control
def empty_fragments(suite):
    """A million empty fragments between the two ends of a message, on each of four sockets."""
    count = 100_000 if suite.fast else 1_000_000
    with Attack(suite) as attack:
        sockets = [WebSocket(attack.server.port, "/ws/echo") for _ in range(4)]
        started = time.monotonic()
        frames = masked(TEXT, b"begin", final=False) + masked(0, final=False) * count + masked(0, b" end")
        threads = [
            threading.Thread(target=lambda one=one: one.socket.sendall(frames), daemon=True) for one in sockets]
        for thread in threads:
            thread.start()
        for one in sockets:
            frame = one.receive()
            assert frame == (TEXT, b"begin end"), "the echo is %s" % (frame,)
        seconds = time.monotonic() - started
        for one in sockets:
            one.close()
    return "%d fragments in %.1f s; %s" % (4 * count, seconds, attack.end(4, 16 * MIB))


@with_control
def many_sockets(suite):
    """10,000 WebSockets that open, send and close at the same time, while one user receives events."""
    count = 1000 if suite.fast else 10_000
    count = min(count, suite.descriptors - 200)
    with Attack(suite, meals=True) as attack:
        server = attack.server
        base = server.descriptors
        started = time.monotonic()
        peers = at_idle_priority(open_sockets, server.port, count)
        seconds = time.monotonic() - started
        open_ = server.descriptors - base
        assert open_ >= count, "%d of %d sockets are open" % (open_, count)
        memory = server.memory
        started = time.monotonic()
        at_idle_priority(exchange, peers, masked(TEXT, b"hello"), b"\x81\x05hello")
        echoed = time.monotonic() - started
        for peer in peers:
            peer.close()
        wait_until(lambda: server.descriptors < base + 100, 60, "closed sockets stay open in the server")
        attack.settle_meals()
    report = attack.end(count, count * 24 * KIB + 32 * MIB)
    return "%d sockets in %.1f s, an echo of each in %.1f s, %.1f KiB each when open; %s" % (
        count, seconds, echoed, (memory - attack.before) / KIB / count, report)


def at_idle_priority(work, *arguments):
    """Runs `work` in a thread of idle priority, which leaves the processor to the server. Returns its result."""
    result = []

    def run():
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        try:
            result.extend((work(*arguments), None))
        except Exception as error:  # raised in the caller
            result.extend((None, error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    if result[1]:
        raise result[1]
    return result[0]


def open_sockets(port, count):
    """Opens all sockets at the same time."""
    peers = []
    for number in range(count):
        peer = socket.socket()
        peer.setsockopt(socket.IPPROTO_IP, 24, 1)
        peer.bind(("127.0.0.%d" % (2 + number % 20), 0))
        peer.setblocking(False)
        peer.connect_ex(("127.0.0.1", port))
        peers.append(peer)
    exchange(peers, upgrade("/ws/echo"), b"HTTP/1.1 101 ", 4)
    return peers


def exchange(peers, request, expected, ends=0):
    """Sends `request` on each and waits for a response of each that begins with `expected`.

    - ends: nonzero if the response ends with a blank line; 0 if it is `expected` itself.
    """
    selector, deadline = selectors.DefaultSelector(), time.monotonic() + 120
    for peer in peers:
        selector.register(peer, selectors.EVENT_WRITE)
    got = {peer: b"" for peer in peers}
    while got:
        assert time.monotonic() < deadline, "%d peers wait for a response" % len(got)
        for key, events in selector.select(1):
            peer = key.fileobj
            if events & selectors.EVENT_WRITE:
                peer.send(request)
                selector.modify(peer, selectors.EVENT_READ)
                continue
            piece = peer.recv(4096)
            assert piece, "a socket was closed after %s" % got[peer][:200]
            got[peer] += piece
            if len(got[peer]) >= len(expected) and (not ends or got[peer].endswith(b"\r\n\r\n")):
                assert got[peer].startswith(expected), got[peer][:200]
                selector.unregister(peer)
                del got[peer]
    selector.close()
