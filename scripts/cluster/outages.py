"""Failures outside the nodes: of the bus, the network, the primary and the clocks; and what an idle cluster writes."""
import select
import time

from client import PING, PONG, masked
from databases import Postgres
from failures import Reader, audit, is_ready
from hearth import Shim, wait_until
from journeys import MEAL, closed, request
from load import Load
from network import Host
from nodes import Cluster, Events


def bus_interrupted(suite):
    """The connections of the bus alone are lost again and again. Sockets receive every event, once and in order."""
    cluster = Cluster(suite)
    token = cluster.token(cluster.nodes[0])
    load, listener = Load(token, reconnects=True), Reader(token)
    listener.start(cluster.nodes[1].port)
    load.start(cluster.nodes[0].port, clients=2)
    ended = 0
    for _ in range(3 if suite.fast else 10):
        time.sleep(suite.random.uniform(0.2, 0.8))
        if suite.redis:
            suite.redis.restart()
            ended += 1
            continue
        rows = cluster.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'hearth-%'"
                             " AND (query LIKE 'LISTEN %' OR query LIKE '%pg_notify(%') AND pid <> pg_backend_pid()")
        ended += len(rows)
    time.sleep(1)
    load.stop()
    assert ended >= 3, "no connection of the bus was found"
    cluster.wait_for_jobs()
    count = audit(cluster, load)
    listener.finish(count)
    assert listener.connections == 1, "the socket was closed"
    assert not load.refused, "requests were refused: %s" % dict(load.refused)
    return "%d connections ended, %d meals" % (ended, count)


def host_unreachable(suite):
    """The network to a node drops packets, in one direction or both: its place and its work go to others, and it is fenced."""
    host, times = Host(), []
    try:
        cluster = Cluster(suite, count=2)
        second = cluster.nodes[1]
        names = [cluster.sign_up(second, name) for name in ("anna", "ben")]
        room = request(second, "POST", "/api/rooms", {"name": "lab"}, names[0])["id"]
        stays = Events(second, "/ws/chat/%d" % room, token=names[0])
        cluster.kill(0)
        with host.inside():
            node = cluster.start(0, host=host)
        for directions in ((True, True), (True, False), (False, True)):
            with host.inside():
                wait_until(lambda: is_ready(node), 30, "the node is not ready")
                left = Events(node, "/ws/chat/%d" % room, token=names[1])
                left.until("connected")
                stays.until("user_joined", sender="ben")
                wait_until(lambda: node.http().request("POST", "/api/v1/meal-logs/natural", MEAL, names[1])[0] == 201, 20,
                           "the node does not store a meal")
                meals = [request(node, "POST", "/api/v1/meal-logs/natural", MEAL, names[1])["id"] for _ in range(20)]
            host.cut(*directions)
            started = time.monotonic()
            stays.until("user_left", sender="ben")
            times.append(time.monotonic() - started)
            assert closed(left, limit=30) == "Connect again"
            wait_until(lambda: cluster.query("SELECT COUNT(*) FROM nodes") == [["1"]], 30, "the node keeps its place")
            cluster.wait_for_jobs()
            done = cluster.query("SELECT COUNT(*) FROM meal_logs WHERE status = 'completed' AND id IN ('%s')" % "','".join(meals))
            assert done == [["20"]], "%s of 20 acknowledged meals were completed" % done
            host.mend()
            wait_until(lambda: cluster.query("SELECT COUNT(*) FROM nodes") == [["2"]], 30, "the node does not come back")
            assert stays.is_quiet("user_left"), "the departure was announced again"
    finally:
        host.remove()
    return "taken over after " + ", ".join("%.1f s" % seconds for seconds in times)


def standby_promoted(suite):
    """The primary is lost under load, and its synchronous standby is promoted. Nothing acknowledged is lost."""
    with Postgres() as primary, Postgres(primary) as standby:
        cluster = Cluster(suite, postgres=primary, standby=standby)
        token = cluster.token(cluster.nodes[0])
        load, listener = Load(token, reconnects=True), Reader(token)
        listener.start(cluster.nodes[1].port)
        load.start(cluster.nodes[0].port)
        time.sleep(2)
        before = len(load.acknowledged)
        primary.stop("immediate")
        standby.promote()
        started = time.monotonic()
        cluster.postgres = standby
        wait_until(lambda: all(is_ready(node) for node in cluster.nodes), 40, "a node is not ready after the promotion")
        seconds = time.monotonic() - started
        time.sleep(2)
        load.stop()
        cluster.wait_for_jobs()
        count = audit(cluster, load)
        assert len(load.acknowledged) > before, "no meal was stored after the promotion"
        listener.finish(count)
        cluster.kill(0, 1, 2)
        return "ready %.1f s after the promotion, %d meals" % (seconds, count)


def clocks_differ(suite):
    """The clocks of two nodes are an hour fast and an hour slow. Only tokens of other nodes are affected."""
    cluster = Cluster(suite)
    for index, seconds in ((0, 3600), (2, -3600)):
        shim = Shim(suite.path("control%d" % index))
        shim.set(seconds=seconds)
        cluster.kill(index)
        cluster.start(index, environment=shim.environment)
    clients = [(node, cluster.token(node)) for node in cluster.nodes]
    sockets = [Events(node, "/ws/meal-logs", token=token) for node, token in clients]
    for socket in sockets:
        socket.until("connected")
    meals = [request(node, "POST", "/api/v1/meal-logs/natural", MEAL, token)["id"] for node, token in clients * 5]
    for socket in sockets:
        seen = [socket.until("meal_log.completed")["data"]["id"] for _ in meals]
        assert sorted(seen) == sorted(meals), "events are missing, or were received twice"
    room = request(cluster.nodes[0], "POST", "/api/rooms", {"name": "lab"}, clients[0][1])["id"]
    members = [Events(node, "/ws/chat/%d" % room, token=token) for node, token in clients]
    for member in members:
        member.until("connected")
    for member in members * 5:
        member.send("message", content="hello")
    for member in members:
        assert [member.until("message")["message_id"] for _ in range(15)] == list(range(1, 16))
    # A sign-out at the slow node, of a token that the others regard as expired, closes the sockets of its account everywhere.
    request(cluster.nodes[2], "POST", "/api/auth/logout", token=clients[2][1])
    for socket in sockets:
        closed(socket)
    assert all(is_ready(node) for node in cluster.nodes)
    return "%d meals" % len(meals)


def idle(suite):
    """A cluster with open sockets and nothing to do writes nothing to PostgreSQL."""
    count, seconds = (100, 10) if suite.fast else (1000, 60)
    cluster = Cluster(suite)
    # PostgreSQL's own work writes, too.
    suite.postgres.configure("autovacuum", "off")
    suite.after(lambda: suite.postgres.configure("autovacuum", "on"))
    tokens = [cluster.sign_up(cluster.nodes[0], "user%d" % index) for index in range(count // 50)]
    sockets = [
        Events(cluster.nodes[index % 3], ("/ws", "/ws/meal-logs")[index % 2], token=tokens[index // 50])
        for index in range(count)]
    answer_pings(sockets, 6)
    start = suite.postgres.log_position()
    answer_pings(sockets, seconds)
    records = suite.postgres.log_records(start)
    assert not records, "the write-ahead log has %d new records: %s" % (len(records), records[:3])
    return "%d sockets, %d s" % (count, seconds)


def answer_pings(sockets, seconds):
    """Answers the pings of sockets for a while, so that the server keeps them open."""
    by_socket = {events.socket.socket: events.socket for events in sockets}
    deadline = time.monotonic() + seconds
    poll = select.epoll()
    for descriptor in by_socket:
        poll.register(descriptor, select.EPOLLIN)
    numbers = {descriptor.fileno(): socket for descriptor, socket in by_socket.items()}
    while (left := deadline - time.monotonic()) > 0:
        for number, _ in poll.poll(left):
            socket = numbers[number]
            socket.fill()
            while frame := socket.take():
                if frame[0] == PING:
                    socket.socket.sendall(masked(PONG, frame[1]))
    poll.close()
