"""Measures the time from a model's token to the client's frame. Endpoint and clients are one thread.

The endpoint streams chat completions whose tokens carry their time of sending; the sockets of the consultations note
the time of receipt.
"""

import base64
import json
import os
import selectors
import socket
import struct
import time
import urllib.request


class Endpoint:
    """The endpoint of the language model. Create it before the server starts."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.listener.setblocking(False)
        self.environment = {
            "HEARTH_COACH_PROVIDER": "openai", "HEARTH_COACH_MODEL": "bench", "no_proxy": "*",
            "HEARTH_COACH_BASE_URL": f"http://127.0.0.1:{self.listener.getsockname()[1]}/v1",
        }


class Model:
    """One connection to the endpoint."""

    def __init__(self, connection):
        self.socket, self.received, self.left = connection, b"", None

    def read(self):
        data = self.socket.recv(65536)
        if not data:
            return False
        self.received += data
        head, end, body = self.received.partition(b"\r\n\r\n")
        if end and self.left is None:
            length = next(int(l.split(b":")[1]) for l in head.split(b"\r\n") if l.lower().startswith(b"content-length:"))
            self.left = True if len(body) >= length else None
            if self.left:
                self.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        return True

    def send(self, data):
        self.socket.sendall(data)

    def event(self, text):
        data = f"data: {text}\n\n".encode()
        self.send(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def token(self, text):
        self.event(json.dumps({"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}))

    def finish(self):
        self.event(json.dumps({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}))
        self.event("[DONE]")
        self.send(b"0\r\n\r\n")


class Client:
    """The socket of a new consultation whose question has been sent."""

    def __init__(self, port, token):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/v1/consultations", json.dumps({"persona": "nutritionist"}).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request) as response:
            consultation = json.load(response)["data"]["id"]
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws/consultation?consultation_id={consultation}&token={token} HTTP/1.1\r\nHost: localhost\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            .encode())
        self.received, self.is_open, self.is_done = b"", False, False
        message = json.dumps({"type": "user_message", "content": "tell me", "messageId": "1"}).encode()
        self.socket.sendall(bytes([0x81, 0x80 | len(message), 0, 0, 0, 0]) + message)

    def read(self, now, times):
        """Reads the frames that arrived and appends the times of their tokens."""
        self.received += self.socket.recv(65536)
        if not self.is_open:
            head, end, rest = self.received.partition(b"\r\n\r\n")
            if not end:
                return
            self.is_open, self.received = True, rest
        while len(self.received) >= 2:
            length, start = self.received[1] & 0x7F, 2
            if length == 126:
                length, start = struct.unpack("!H", self.received[2:4])[0] if len(self.received) >= 4 else 1 << 20, 4
            if len(self.received) < start + length:
                return
            opcode, payload = self.received[0] & 0x0F, self.received[start:start + length]
            self.received = self.received[start + length:]
            if opcode != 1:
                continue
            frame = json.loads(payload)
            if frame["type"] == "ai_message_chunk":
                times += [now - int(sent) for sent in frame["content"].split()]
            if frame["type"] == "error":
                raise SystemExit(f"no answer: {payload.decode()}")
            self.is_done = self.is_done or frame["type"] == "ai_message_complete"


def measure(endpoint, port, tokens, count, interval):
    """Runs one answer for each of the access `tokens` at the same time, each of `count` pieces, one every `interval` seconds.

    - Returns: nanoseconds from a piece to its frame, sorted.
    """
    selector = selectors.DefaultSelector()
    selector.register(endpoint.listener, selectors.EVENT_READ)
    clients = [Client(port, token) for token in tokens]
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
    due, times = [], []
    while not all(client.is_done for client in clients):
        now = time.monotonic()
        while due and due[0][0] <= now:
            _, model, left = due.pop(0)
            if left == 0:
                model.finish()
                continue
            model.token(f"{time.monotonic_ns()} ")
            due.append((now + interval, model, left - 1))
            due.sort(key=lambda entry: entry[0])
        for key, _ in selector.select(max(0, due[0][0] - time.monotonic()) if due else 1):
            arrived = time.monotonic_ns()
            if key.fileobj is endpoint.listener:
                connection, _ = endpoint.listener.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                selector.register(connection, selectors.EVENT_READ, Model(connection))
            elif isinstance(key.data, Client):
                key.data.read(arrived, times)
            elif not key.data.read():
                selector.unregister(key.fileobj)
            elif key.data.left and not any(model is key.data for _, model, _ in due):
                due.append((time.monotonic() + interval, key.data, count))
                key.data.left = False
    return sorted(times)
