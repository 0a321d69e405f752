"""Minimal HTTP and WebSocket clients. All calls block."""
import base64
import http.client
import json
import os
import socket
import struct

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class HTTP:
    """One keep-alive connection."""

    def __init__(self, port, timeout=30):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def request(self, method, path, body=None, token=None, key=None):
        """Returns the status and the body, decoded if it is JSON."""
        headers = {}
        if token:
            headers["Authorization"] = "Bearer " + token
        if key:
            headers["Idempotency-Key"] = key
        if body is not None:
            body = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        data = response.read()
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        return response.status, json.loads(data) if is_json else data

    def close(self):
        self.connection.close()


class Closed(Exception):
    """The peer closed the WebSocket or the connection."""


class WebSocket:
    """The client side of one WebSocket."""

    def __init__(self, port, path, timeout=60):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.socket.sendall(upgrade(path))
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101 "), head.decode("latin-1")

    def fill(self):
        piece = self.socket.recv(262144)
        if not piece:
            raise Closed("end of stream")
        self.buffer += piece

    def receive(self):
        """Returns opcode and payload of the next frame that is not a ping."""
        while True:
            frame = self.take()
            if frame is None:
                self.fill()
            elif frame[0] == CLOSE:
                raise Closed(frame[1][2:].decode("utf-8", "replace"))
            elif frame[0] == PING:
                self.socket.sendall(masked(PONG, frame[1]))
            else:
                return frame

    def take(self):
        """Takes a frame from the buffer; None while it is incomplete (RFC 6455 §5.2)."""
        if len(self.buffer) < 2:
            return None
        length, start = self.buffer[1] & 0x7F, 2
        if length >= 126:
            start, form = (4, ">H") if length == 126 else (10, ">Q")
            if len(self.buffer) < start:
                return None
            length = struct.unpack(form, self.buffer[2:start])[0]
        if len(self.buffer) < start + length:
            return None
        frame = self.buffer[0] & 0x0F, self.buffer[start:start + length]
        self.buffer = self.buffer[start + length:]
        return frame

    def close(self):
        self.socket.close()


def upgrade(path):
    key = base64.b64encode(os.urandom(16)).decode()
    return ("GET %s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n" % (path, key)).encode()


def masked(opcode, payload=b"", final=True):
    """Encodes a frame with a masking key of zeros, which does not change the payload."""
    size = len(payload)
    if size < 126:
        length = struct.pack(">B", 0x80 | size)
    elif size < 65536:
        length = struct.pack(">BH", 0xFE, size)
    else:
        length = struct.pack(">BQ", 0xFF, size)
    return bytes([(0x80 if final else 0) | opcode]) + length + bytes(4) + payload
