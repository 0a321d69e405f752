"""Clients that post meals, a listener that receives their events, and the audit of the data afterwards."""
import collections
import http.client
import json
import os
import sqlite3
import threading
import time
import uuid

from client import HTTP, Closed, WebSocket
from hearth import wait_until

MEAL = {"raw_input": "2 eggs and 100 g toast", "meal_type": "lunch"}
ITEMS = 2


class Load:
    """Every meal has an idempotency key; a meal without a response is posted again under its key."""

    def __init__(self, token, pause=0, reconnects=False):
        """- pause: seconds between a response and the next post of each client.
        - reconnects: whether a client continues after the loss of its connection."""
        self.token = token
        self.pause = pause
        self.reconnects = reconnects
        self.lock = threading.Lock()
        self.acknowledged = {}
        self.unanswered = []
        self.refused = collections.Counter()
        self.threads = []
        self.stopping = False

    def start(self, port, clients=6):
        self.stopping = False
        self.threads = [threading.Thread(target=self.post, args=(port,), daemon=True) for _ in range(clients)]
        for thread in self.threads:
            thread.start()

    def stop(self):
        """Ends the clients, or waits until they notice that the server has exited."""
        self.stopping = True
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive(), "a client got no response for a minute"

    def post(self, port):
        while self.post_until_lost(port) and self.reconnects:
            time.sleep(0.05)

    def post_until_lost(self, port):
        """Posts until the load stops or the connection is lost. Returns whether it was lost."""
        connection, key = HTTP(port), None
        try:
            while not self.stopping:
                with self.lock:
                    key = key or (self.unanswered.pop() if self.unanswered else str(uuid.uuid4()))
                status, body = connection.request("POST", "/api/v1/meal-logs/natural", MEAL, self.token, key)
                if status != 201:
                    with self.lock:
                        self.refused[status, body["error"]["code"]] += 1
                    time.sleep(0.02)
                    continue
                with self.lock:
                    self.acknowledged[key] = body["id"] if "id" in body else body["data"]["id"]
                key = None
                time.sleep(self.pause)
            return False
        except (OSError, http.client.HTTPException):
            return True
        finally:
            connection.close()
            if key:
                with self.lock:
                    self.unanswered.append(key)


class Listener:
    """A socket that continues after the last received event whenever it reconnects."""

    def __init__(self, token):
        self.token = token
        self.last = 0
        self.received = collections.Counter()
        self.disorder = []

    def start(self, port):
        self.thread = threading.Thread(target=self.listen, args=(port,), daemon=True)
        self.thread.start()

    def listen(self, port):
        try:
            socket = WebSocket(port, "/ws/meal-logs?since=%d&token=%s" % (self.last, self.token))
            while True:
                self.take(json.loads(socket.receive()[1]))
        except (OSError, Closed):
            pass

    def take(self, frame):
        if "event_id" not in frame:
            return
        if frame["event_id"] <= self.last:
            self.disorder.append((self.last, frame["event_id"]))
        self.last = frame["event_id"]
        if frame["type"] == "meal_log.completed":
            self.received[frame["data"]["id"]] += 1

    def join(self):
        self.thread.join(60)
        assert not self.thread.is_alive(), "the socket is open after the server exited"


def audit(folder, load, listener=None):
    """Checks the database after the server has processed everything and stopped. Returns the number of meals."""
    database = sqlite3.connect(os.path.join(folder, "hearth.sqlite3"))
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "the database is damaged"
        assert not database.execute("PRAGMA foreign_key_check").fetchall(), "rows refer to missing rows"
        assert database.execute("SELECT COUNT(*) FROM jobs").fetchone() == (0,), "jobs are left"
        logs = {row[0]: row[1:] for row in database.execute(
            "SELECT id, status, idempotency_key, (SELECT COUNT(*) FROM meal_items WHERE meal_log_id = l.id)"
            " FROM meal_logs l")}
        events = collections.Counter(
            json.loads(row[0])["id"] for row in database.execute(
                "SELECT payload FROM user_events WHERE kind = 'meal_log.completed'"))
    finally:
        database.close()
    lost = [id for id in load.acknowledged.values() if id not in logs]
    assert not lost, "%d acknowledged meals are lost" % len(lost)
    for key, id in load.acknowledged.items():
        assert logs[id][1] == key, "meal %s was stored for another request" % id
    for id, (status, _, items) in logs.items():
        assert (status, items) == ("completed", ITEMS), "meal %s is %s with %d items" % (id, status, items)
        assert events[id] == 1, "meal %s has %d events" % (id, events[id])
    if listener:
        assert not listener.disorder, "events were received twice or out of order: %s" % listener.disorder[:3]
        assert listener.received == events, "the socket received %d of %d meals" % (len(listener.received), len(events))
    return len(logs)


def completed(folder):
    database = sqlite3.connect(os.path.join(folder, "hearth.sqlite3"))
    try:
        return database.execute("SELECT COUNT(*) FROM user_events WHERE kind = 'meal_log.completed'").fetchone()[0]
    finally:
        database.close()


def settle(server, folder, load, listener=None):
    """Waits until the server has processed everything, stops it and audits its data."""
    server.wait_for_jobs()
    if listener:
        # The last event may still be in transit when its job is gone.
        wait_until(lambda: len(listener.received) >= completed(folder), 60, "the socket does not receive all meals")
    status = server.terminate()
    assert status == 0, "exit status after SIGTERM: %d" % status
    if listener:
        listener.join()
    return audit(folder, load, listener)
