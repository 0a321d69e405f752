"""What clients of every family see when they are connected to different nodes."""
import time
import uuid

from client import Closed
from hearth import wait_until
from nodes import Cluster, Events

MEAL = {"raw_input": "2 eggs and 100 g toast", "meal_type": "lunch"}


def request(node, method, path, body=None, token=None, expected=(200, 201, 202, 204)):
    status, answer = node.http().request(method, path, body, token)
    assert status in expected, "%s %s returned %d %s" % (method, path, status, answer)
    return answer


def closed(events, limit=10):
    """Reads until the close. Returns its reason."""
    events.socket.socket.settimeout(limit)
    try:
        while True:
            events.next()
    except Closed as reason:
        return str(reason)


def meals(suite):
    """A meal posted at one node reaches the sockets at another one, in order, and can be read at a third one."""
    cluster = Cluster(suite)
    first, second, third = cluster.nodes
    token = cluster.token(first)
    results, statuses = Events(first, "/ws/meal-logs", token=token), Events(third, "/ws", token=token)
    results.until("connected")
    times = []
    for _ in range(20):
        started = time.monotonic()
        request(second, "POST", "/api/v1/meal-logs/natural", MEAL, token)
        frame = results.until("meal_log.completed")
        times.append(time.monotonic() - started)
    statuses.until("meal_log_status_update")
    id = frame["data"]["id"]
    found = request(third, "GET", "/api/v1/meal-logs/" + id, token=token)
    assert found["data"]["status"] == "completed" if "data" in found else found["status"] == "completed"
    return "post to event on another node: median %.0f ms" % (sorted(times)[10] * 1000)


def accounts(suite):
    """A sign-out at one node ends the sockets and tokens at all others."""
    cluster = Cluster(suite)
    first, second, third = cluster.nodes
    token = cluster.sign_up(first, "anna")
    for node in cluster.nodes:
        request(node, "GET", "/api/v1/users/me", token=token)
    sockets = [Events(node, path, token=token) for node, path in ((first, "/ws"), (third, "/ws/meal-logs"))]
    started = time.monotonic()
    request(second, "POST", "/api/auth/logout", token=token)
    for socket in sockets:
        closed(socket)
    seconds = time.monotonic() - started
    wait_until(lambda: all(
        node.http().request("GET", "/api/v1/users/me", token=token)[0] == 401 for node in cluster.nodes),
        5, "a node still accepts the token")
    # Failures at all nodes count together; the limit is 10 for one client at one account.
    wrong = {"username": "anna", "password": "wrong"}
    statuses = []
    while 429 not in statuses and len(statuses) < 30:
        statuses.append(cluster.nodes[len(statuses) % 3].http().request("POST", "/api/auth/login", wrong)[0])
    # A hint may arrive a few tries later; without hints it would be 28.
    assert 10 <= statuses.index(429) <= 15, statuses
    return "sockets of other nodes closed after %.0f ms" % (seconds * 1000)


def connections(suite):
    """The limit of a user's connections holds on all nodes together."""
    cluster = Cluster(suite, environment={"HEARTH_WEBSOCKET_MAX_CONNECTIONS_PER_USER": "1"})
    first, second, _ = cluster.nodes
    token = cluster.token(first)
    old = Events(first, "/ws/meal-logs", token=token)
    old.until("connected")
    new = Events(second, "/ws/meal-logs", token=token)
    new.until("connected")
    reason = closed(old)
    assert "replaced" in reason, reason
    assert cluster.query("SELECT COUNT(*) FROM active_websocket_connections") == [["1"]]
    # An administrator at any node closes it.
    id = cluster.query("SELECT id FROM active_websocket_connections")[0][0]
    request(first, "DELETE", "/api/v1/admin/connections/" + id, token=token)
    assert "administrator" in closed(new)


def rooms(suite):
    """Members at different nodes see the same messages in the same order, and each other."""
    cluster = Cluster(suite)
    first, second, third = cluster.nodes
    tokens = {name: cluster.sign_up(first, name) for name in ("anna", "ben", "cleo")}
    room = request(first, "POST", "/api/rooms", {"name": "lab"}, tokens["anna"])["id"]
    path = "/ws/chat/%d" % room
    anna = Events(first, path, token=tokens["anna"])
    assert anna.until("connected")["users"] == ["anna"]
    ben = Events(second, path, token=tokens["ben"])
    assert ben.until("connected")["users"] == ["anna", "ben"]
    anna.until("user_joined", sender="ben")
    # A second connection of the same user at another node is no second user.
    again = Events(third, path, token=tokens["ben"])
    assert again.until("connected")["user_count"] == 2
    cleo = Events(third, path, token=tokens["cleo"])
    cleo.until("connected")
    anna.until("user_joined", sender="cleo")
    texts = {name: ["%s %d" % (name, number) for number in range(40)] for name in tokens}
    for number in range(40):
        for name, socket in (("anna", anna), ("ben", ben), ("cleo", cleo)):
            socket.send("message", content=texts[name][number], client_message_id=str(uuid.uuid4()))
    # A frame that is too large for a hint.
    cleo.send("message", content="ä" * 3900)
    orders = []
    for socket in (anna, ben, cleo, again):
        seen = [socket.until("message") for _ in range(121)]
        assert [frame["message_id"] for frame in seen] == list(range(1, 122)), "messages are missing or out of order"
        orders.append([frame["content"] for frame in seen])
    assert all(order == orders[0] for order in orders)
    for name in tokens:
        assert [text for text in orders[0] if text.startswith(name)] == texts[name], "the order of a sender is lost"
    ben.send("typing", is_typing=True)
    anna.until("typing", sender="ben")
    ben.send("read", message_id=121)
    cleo.until("read", sender="ben")
    own = orders[0].index("anna 0") + 1
    anna.send("edit_message", message_id=own, content="edited")
    ben.until("message_edited", message_id=own)
    ben.close()
    assert anna.is_quiet("user_left"), "ben is still connected to another node"
    again.close()
    anna.until("user_left", sender="ben")
    request(second, "DELETE", "/api/rooms/%d" % room, token=tokens["anna"])
    cleo.until("room_deleted")


def answers(suite):
    """An answer that one node writes streams to a socket of another one, and is stopped from there."""
    cluster = Cluster(suite, environment={"HEARTH_COACH_WORD_INTERVAL": "100ms"})
    first, second, _ = cluster.nodes
    token = cluster.token(first)
    id = request(first, "POST", "/api/v1/consultations", {"persona": "nutritionist"}, token)["data"]["id"]
    socket = Events(first, "/ws/consultation", token=token, consultation_id=id)
    request(second, "POST", "/api/v1/consultations/%s/messages" % id, {"content": "make me a 2,000 kcal meal plan"},
            token)
    for _ in range(3):
        socket.until("ai_message_chunk")
    socket.send("stop")
    socket.until("ai_message_complete")


def sync(suite):
    """A batch that one device stores at one node reaches the other device at another node."""
    cluster = Cluster(suite)
    first, second, third = cluster.nodes
    token = cluster.token(first)
    phone = Events(first, "/ws/mobile/sync/", token=token, device_id="phone")
    pad = Events(second, "/ws/mobile/sync/", token=token, device_id="pad")
    for device in (phone, pad):
        device.until("connection_established")
    pad.send("subscribe_events", event_types=["all"])
    pad.until("subscription_confirmed")
    phone.send("sync_data", idempotency_key="b-1", data={"sessions": [{"session_id": "s1", "status": "active"}]})
    phone.until("sync_progress", status="batch_stored")
    pad.until("push_notification")
    watch = Events(third, "/ws/mobile/sync/", token=token, device_id="watch")
    watch.until("connection_established")
    watch.send("start_sync", sync_id="s-1", data_types=["session"])
    watch.until("sync_progress", status="completed")
