"""What clients see when nodes, PostgreSQL or the network between them fail."""
import signal
import time

from client import HTTP
from hearth import wait_until
from journeys import MEAL, closed, request
from load import ITEMS, Listener, Load
from nodes import Cluster, Events
from talk import Talk


def node_killed(suite):
    """The work of a killed node is taken over; its clients continue at others without a loss."""
    cluster = Cluster(suite)
    first, second, _ = cluster.nodes
    token = cluster.token(second)
    names = [cluster.sign_up(second, name) for name in ("anna", "ben")]
    room = request(second, "POST", "/api/rooms", {"name": "lab"}, names[0])["id"]
    left = Events(first, "/ws/chat/%d" % room, token=names[1])
    left.until("connected")
    stays = Events(second, "/ws/chat/%d" % room, token=names[0])
    assert stays.until("connected")["user_count"] == 2
    load = Load(token)
    load.start(first.port)
    time.sleep(1)
    started = time.monotonic()
    first.kill()
    load.stop()
    stays.until("user_left", sender="ben")
    seconds = time.monotonic() - started
    cluster.wait_for_jobs()
    audit(cluster, load)
    return "taken over after %.1f s, %d meals" % (seconds, len(load.acknowledged))


def kills_under_load(suite):
    """Random nodes are killed and started again under load, behind nginx. Nothing acknowledged is lost."""
    cluster = Cluster(suite)
    port = cluster.front()
    names = [cluster.sign_up(cluster.nodes[0], name) for name in ("anna", "ben", "cleo")]
    talk = Talk(request(cluster.nodes[0], "POST", "/api/rooms", {"name": "lab"}, names[0])["id"], names)
    talk.start(port)
    token = cluster.token(cluster.nodes[0])
    load, listener = Load(token, reconnects=True), Reader(token)
    listener.start(port)
    rounds = 3 if suite.fast else 12
    for _ in range(rounds):
        load.start(port)
        time.sleep(suite.random.uniform(0.5, 2))
        index = suite.random.randrange(3)
        cluster.nodes[index].kill()
        load.stop()
        cluster.start(index)
    load.start(port)
    time.sleep(1)
    load.stop()
    messages = talk.stop(cluster)
    cluster.wait_for_jobs()
    count = audit(cluster, load)
    expected = int(cluster.query("SELECT COUNT(*) FROM user_events WHERE kind = 'meal_log.completed'")[0][0])
    listener.finish(expected)
    return "%d kills, %d meals, %d messages, the socket reconnected %d times" % (
        rounds, count, messages, listener.connections - 1)


def database_restarted(suite):
    """PostgreSQL restarts: the nodes refuse for a moment, and continue. Users who left meanwhile are not listed any more."""
    cluster = Cluster(suite, environment={"HEARTH_WEBSOCKET_PING_FLUSH_INTERVAL": "1s"})
    names = [cluster.sign_up(cluster.nodes[0], name) for name in ("anna", "ben")]
    room = request(cluster.nodes[0], "POST", "/api/rooms", {"name": "lab"}, names[0])["id"]
    stays = Events(cluster.nodes[0], "/ws/chat/%d" % room, token=names[0])
    stays.until("connected")
    leaves = Events(cluster.nodes[1], "/ws/chat/%d" % room, token=names[1])
    stays.until("user_joined", sender="ben")
    token = cluster.token(cluster.nodes[0])
    load = Load(token, reconnects=True)
    load.start(cluster.nodes[0].port)
    time.sleep(1)
    suite.postgres.stop("immediate")
    leaves.close()
    time.sleep(1)
    suite.postgres.start()
    wait_until(lambda: all(is_ready(node) for node in cluster.nodes), 30, "a node is not ready after the restart")
    time.sleep(1)
    load.stop()
    stays.until("user_left", sender="ben")
    cluster.wait_for_jobs()
    return "%d meals, %d refused" % (audit(cluster, load), sum(load.refused.values()))


def sessions_ended(suite):
    """An administrator of PostgreSQL ends all sessions of the nodes: they connect again and keep their places."""
    cluster = Cluster(suite)
    token = cluster.token(cluster.nodes[0])
    load, listener = Load(token, reconnects=True), Reader(token)
    listener.start(cluster.nodes[1].port)
    load.start(cluster.nodes[0].port)
    for _ in range(3):
        time.sleep(0.7)
        cluster.query("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                      " WHERE application_name LIKE 'hearth-%' AND pid <> pg_backend_pid()")
    time.sleep(1)
    load.stop()
    cluster.wait_for_jobs()
    count = audit(cluster, load)
    # A node that loses all sessions at a bad moment asks its clients to connect again.
    listener.finish(count)
    assert cluster.query("SELECT COUNT(*) FROM nodes") == [["3"]]
    return "%d meals" % count


def node_stopped(suite):
    """A stopped node keeps its work until it continues, and is reported; the others continue."""
    cluster = Cluster(suite)
    first, second, _ = cluster.nodes
    # The stopped node keeps the locks of its transactions, and with them the scope of their user, for some seconds.
    token, load = cluster.sign_up(second, "anna"), Load(cluster.token(second), reconnects=True)
    for seconds in (5, 15, 60):
        load.start(first.port)
        time.sleep(0.5)
        first.process.send_signal(signal.SIGSTOP)
        stopped = time.monotonic()
        try:
            meal = request(second, "POST", "/api/v1/meal-logs/natural", MEAL, token)["id"]
            wait_until(lambda: status(second, meal, token) == "completed", 20, "the others do not continue")
            if seconds > 10:
                wait_until(lambda: second.metric("hearth_cluster_silent_nodes") == 1, 30, "the stopped node is not reported")
            time.sleep(max(0, stopped + seconds - time.monotonic()))
            assert cluster.query("SELECT COUNT(*) FROM nodes") == [["3"]], "the stopped node was taken over"
        finally:
            first.process.send_signal(signal.SIGCONT)
        wait_until(lambda: is_ready(first), 20, "the node does not continue")
        load.stop()
        wait_until(lambda: second.metric("hearth_cluster_silent_nodes") == 0, 20, "the node is still reported")
    cluster.wait_for_jobs()
    assert second.metric("hearth_cluster_takeovers_total") == 0
    return "%d meals" % audit(cluster, load)


def status(node, id, token):
    return request(node, "GET", "/api/v1/meal-logs/" + id, token=token)["status"]


def node_partitioned(suite):
    """A node without a connection to PostgreSQL is fenced, and works again once it has one."""
    cluster = Cluster(suite, count=2)
    cluster.nodes[0].kill()
    node = cluster.start(0, through_link=True)
    token = cluster.token(cluster.nodes[1])
    socket = Events(node, "/ws/meal-logs", token=token)
    socket.until("connected")
    cluster.links[0].is_cut = True
    started = time.monotonic()
    reason = closed(socket, limit=30)
    seconds = time.monotonic() - started
    assert reason == "Connect again", reason
    assert not is_ready(node)
    cluster.links[0].is_cut = False
    wait_until(lambda: is_ready(node), 30, "the node does not work again")
    request(node, "POST", "/api/v1/meal-logs/natural", MEAL, token)
    cluster.wait_for_jobs()
    return "fenced after %.1f s" % seconds


def rolling_restart(suite):
    """Each node is stopped and started again under load behind nginx. No request fails, and no event is lost."""
    cluster = Cluster(suite)
    port = cluster.front()
    token = cluster.token(cluster.nodes[0])
    load, listener = Load(token, reconnects=True), Reader(token)
    listener.start(port)
    load.start(port, clients=3)
    for index in range(3):
        time.sleep(0.5)
        status = cluster.nodes[index].terminate()
        assert status == 0, "exit status after SIGTERM: %d" % status
        cluster.start(index)
        # nginx tries a failed server again after this time.
        time.sleep(2.5)
    load.stop()
    cluster.wait_for_jobs()
    count = audit(cluster, load)
    listener.finish(count)
    assert not load.refused, "requests were refused: %s" % dict(load.refused)
    return "%d meals" % count


class Reader(Listener):
    """A socket that continues after the last received event, at whichever node answers."""

    connections, stopping = 0, False

    def listen(self, port):
        while not self.stopping:
            try:
                self.connections += 1
                Listener.listen(self, port)
            except AssertionError:  # no node is ready
                pass
            time.sleep(0.1)

    def finish(self, meals):
        """Ends when this many meals were received, each in its place."""
        wait_until(lambda: len(self.received) >= meals, 60, "the socket does not receive all meals")
        self.stopping = True
        assert not self.disorder, "events were received out of order: %s" % self.disorder[:3]


def is_ready(node):
    try:
        return HTTP(node.port, timeout=5).request("GET", "/ready")[0] == 200
    except OSError:
        return False


def audit(cluster, load):
    """Checks the rows after everything was processed. Returns the number of meals."""
    rows = {row[0]: row[1:] for row in cluster.query(
        "SELECT l.id, l.status, l.idempotency_key, (SELECT COUNT(*) FROM meal_items i WHERE i.meal_log_id = l.id),"
        " (SELECT COUNT(*) FROM user_events e WHERE e.kind = 'meal_log.completed' AND e.payload LIKE '%' || l.id || '%')"
        " FROM meal_logs l")}
    lost = [id for id in load.acknowledged.values() if id not in rows]
    assert not lost, "%d acknowledged meals are lost" % len(lost)
    for key, id in load.acknowledged.items():
        assert rows[id][1] == key, "meal %s was stored for another request" % id
    for id, (status, _, items, events) in rows.items():
        assert (status, items, events) == ("completed", str(ITEMS), "1"), "meal %s: %s" % (id, rows[id])
    return len(rows)
