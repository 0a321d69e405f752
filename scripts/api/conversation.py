"""Connections of the generated client. Every frame of both directions is recorded."""
import json
import urllib.parse

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TIMEOUT = 20


class Recording:
    """The frames of all connections: (channel, direction, frame), and the close codes."""

    def __init__(self):
        self.frames = []
        self.closes = []


class Socket:
    """A connection of one channel. Frames are built and parsed by the generated models."""

    def __init__(self, client, recording, base, name, parameters=None, **query):
        self.client, self.recording, self.name = client, recording, name
        self.channel = client.CHANNELS[name]
        path = self.channel["address"]
        for key in self.channel["parameters"]:
            path = path.replace("{%s}" % key, urllib.parse.quote(str(parameters[key]), safe=""))
        unknown = set(query) - set(self.channel["query"])
        missing = set(self.channel["required"]) - set(query)
        if unknown or missing:
            raise SystemExit(f"api-checks: {path}: query parameters {unknown} are not declared, {missing} are required")
        self.socket = connect(f"ws://{base}{path}?{urllib.parse.urlencode(query)}", open_timeout=TIMEOUT)

    def send(self, kind, **members):
        """Sends a message of the type `kind`."""
        model = getattr(self.client, self.channel["client"][kind])
        frame = model(type=kind, **members).model_dump(mode="json", by_alias=True, exclude_unset=True)
        self.recording.frames.append((self.name, "client", frame))
        self.socket.send(json.dumps(frame))

    def send_text(self, text):
        """Sends text that is no message of the channel."""
        self.socket.send(text)

    def receive(self):
        """Receives the next frame."""
        try:
            frame = json.loads(self.socket.recv(timeout=TIMEOUT))
        except TimeoutError:
            last = "\n".join(json.dumps(entry)[:400] for entry in self.recording.frames[-5:])
            raise SystemExit(f"api-checks: {self.channel['address']} sent nothing for {TIMEOUT} s after\n{last}")
        self.recording.frames.append((self.name, "server", frame))
        name = self.channel["server"].get(frame.get("type"))
        if name is None:
            raise SystemExit(f"api-checks: {self.channel['address']} does not declare {frame.get('type')}")
        getattr(self.client, name).model_validate(frame)
        return frame

    def until(self, kind, **members):
        """Receives frames up to one of the type `kind` with these members, and returns it."""
        while True:
            frame = self.receive()
            if frame["type"] == kind and all(frame.get(key) == value for key, value in members.items()):
                return frame

    def closed(self):
        """Receives frames up to the close, and records its code."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            self.recording.closes.append((self.name, end.rcvd.code if end.rcvd else None))

    def close(self):
        self.socket.close()
