"""Users who talk in a room while nodes fail, members who listen, and the audit of the room afterwards."""
import http.client
import json
import threading
import time
import uuid

from client import HTTP, Closed, WebSocket


class Talk:
    """Each user posts one message after the other; one without a response is posted again under its id."""

    def __init__(self, room, tokens):
        self.room, self.tokens = room, tokens
        self.acknowledged, self.heard = {}, []
        self.is_over = self.is_complete = False
        self.threads, self.failures = [], []

    def start(self, port):
        for number, token in enumerate(self.tokens):
            self.run(self.post, port, token, "user %d" % number)
        self.run(self.listen, port)

    def run(self, body, *arguments):
        def guarded():
            try:
                body(*arguments)
            except Exception as error:  # reported by `stop`
                self.failures.append(error)

        self.threads.append(threading.Thread(target=guarded, daemon=True))
        self.threads[-1].start()

    def post(self, port, token, name):
        number, connection = 0, HTTP(port)
        message = {"content": "%s 0" % name, "client_message_id": str(uuid.uuid4())}
        while not self.is_over:
            try:
                status, answer = connection.request("POST", "/api/messages/%d" % self.room, message, token)
            except (OSError, http.client.HTTPException):
                connection.close()
                connection = HTTP(port)
                continue
            if status == 200:
                self.acknowledged[message["client_message_id"]] = answer["message_id"]
                number += 1
                message = {"content": "%s %d" % (name, number), "client_message_id": str(uuid.uuid4())}
            else:
                assert status in (502, 503, 504), "a message was refused: %d %s" % (status, answer)
            time.sleep(0.02)

    def listen(self, port):
        """A member who connects again after the last message."""
        while not self.is_complete:
            try:
                last = self.heard[-1] if self.heard else 0
                socket = WebSocket(port, "/ws/chat/%d?since=%d&token=%s" % (self.room, last, self.tokens[0]))
                while True:
                    frame = json.loads(socket.receive()[1])
                    if frame["type"] == "message":
                        self.heard.append(frame["message_id"])
            except (OSError, Closed, AssertionError):  # the node ended, or none is ready
                time.sleep(0.1)

    def stop(self, cluster):
        """Ends the users and checks the room. Returns the number of messages."""
        deadline = time.monotonic() + 60
        self.is_over = True
        for thread in self.threads[:-1]:
            thread.join(60)
            assert not thread.is_alive(), "a user got no response for a minute"
        count = int(cluster.query("SELECT last_message FROM chat_rooms WHERE id = %d" % self.room)[0][0])
        while len(self.heard) < count and time.monotonic() < deadline:
            time.sleep(0.05)
        self.is_complete = True
        assert not self.failures, self.failures
        assert self.heard == list(range(1, count + 1)), "a member missed messages, or received them twice or out of order"
        rows = {row[0]: int(row[1]) for row in cluster.query(
            "SELECT client_id, id FROM chat_messages WHERE room_id = %d" % self.room)}
        assert sorted(rows.values()) == list(range(1, count + 1)), "the numbers of the room have gaps"
        for key, number in self.acknowledged.items():
            assert rows.get(key) == number, "message %s was acknowledged as %d and stored as %s" % (key, number, rows.get(key))
        pages = []
        for node in cluster.nodes:
            status, page = node.http().request("GET", "/api/messages/%d/recent" % self.room, token=self.tokens[0])
            assert status == 200, page
            pages.append([(message["message_id"], message["content"]) for message in page])
        assert pages.count(pages[0]) == len(pages), "nodes show different messages"
        return count
