"""Drives every socket path with the generated client and validates the recorded frames by JSON Schema."""
import pathlib
import tempfile

import generate
from conversation import Recording, Socket
from schemas import Validators, closed, escape

# Messages that no conversation has, and why.
UNSEEN = {}


def check(server, fast):
    document = server.request("GET", "/asyncapi.json")
    with tempfile.TemporaryDirectory() as folder:
        client = generate.client(document, pathlib.Path(folder))
    recording = Recording()

    def open_socket(name, parameters=None, **query):
        return Socket(client, recording, server.address, name, parameters, **query)

    meals(server, open_socket)
    consultations(server, open_socket)
    chat(server, open_socket)
    sync(server, open_socket)
    open_paths(server, document, recording)
    return list(problems(document, recording))


def problems(document, recording):
    """Yields recorded frames that do not match their schema, and declared messages that were not exchanged."""
    validators = {"client": Validators(document), "server": Validators(closed(document))}
    seen, reported = set(), set()
    for name, direction, frame in recording.frames:
        channel = document["channels"][name]
        for key, message in channel["messages"].items():
            if key.startswith(direction) and frame["type"] in message["payload"]["properties"]["type"]["enum"]:
                break
        else:
            yield f"{channel['address']} does not declare {frame['type']}"
            continue
        seen.add((name, key))
        pointer = f"/channels{escape(name)}/messages{escape(key)}/payload"
        for problem in validators[direction].problems(pointer, frame):
            if (name, key, problem) not in reported:
                reported.add((name, key, problem))
                yield f"{channel['address']} {key} {problem}: {str(frame)[:300]}"
    for name, code in recording.closes:
        codes = {entry["code"] for entry in document["channels"][name]["x-close-codes"]}
        if code not in codes:
            yield f"{document['channels'][name]['address']} does not declare the close code {code}"
    for name, channel in document["channels"].items():
        for key, message in channel["messages"].items():
            if message["payload"] and (name, key) not in seen and (name, key) not in UNSEEN:
                yield f"{channel['address']} {key} was not exchanged"


def renew(server, socket, account):
    """Pings, sends a new token, and a text that is not JSON."""
    socket.send("ping")
    socket.until("pong")
    socket.send("authenticate", token=server.log_in(account, "correct horse battery"))
    socket.until("authenticated")
    socket.send_text("{")
    socket.until("error")


def log_meal(server, token, text):
    server.request("POST", "/api/v1/meal-logs/natural", {"raw_input": text, "meal_type": "lunch"}, token)


def meals(server, open_socket):
    token = server.sign_up("meals")
    results, statuses = open_socket("ws_meal_logs", token=token), open_socket("ws", token=token)
    for socket in (results, statuses):
        socket.until("connected")
        renew(server, socket, "meals")
    log_meal(server, token, "2 large eggs and a slice of whole wheat toast")
    last = results.until("meal_log.completed")["event_id"]
    statuses.until("meal_log_status_update")
    log_meal(server, token, "xyzzy plugh")
    results.until("meal_log.failed")
    # A newer connection of the same kind replaces the older one.
    again = open_socket("ws_meal_logs", token=token, since=last, quantity="number", device_id="phone")
    again.until("meal_log.failed")
    results.closed()
    again.close()
    statuses.close()
    refused = open_socket("ws_meal_logs", token="wrong")
    refused.closed()


def consultations(server, open_socket):
    token = server.sign_up("consultations")
    body = {"persona": "nutritionist"}
    consultation = server.request("POST", "/api/v1/consultations", body, token)["data"]["id"]
    current = open_socket("ws_consultation", token=token, consultation_id=consultation)
    older = open_socket("api_v1_consultations_id_ws", {"id": consultation}, token=token)
    older.until("connected")
    for socket in (current, older):
        renew(server, socket, "consultations")
        socket.send("pong")
    current.send("user_message", content="make me a 2,000 kcal meal plan", messageId="m-1")
    current.until("template_created")
    older.until("template_created")
    older.send("user_message", content="thanks", message_id="m-2")
    older.until("message_received")
    older.until("stream_complete")
    for socket in (current, older):
        socket.send("stop")
    tracking = next(
        row["id"] for row in server.request("GET", "/api/v1/consultations", token=token)["data"]["consultations"]
        if row["kind"] == "meal_tracking")
    diary = open_socket("api_v1_consultations_id_ws", {"id": tracking}, token=token)
    diary.until("connected")
    for text, kind in (("120g chicken breast", "meal_log.completed"), ("xyzzy plugh", "meal_log.failed")):
        log_meal(server, token, text)
        diary.until(kind)
    diary.close()
    server.request("POST", f"/api/v1/consultations/{consultation}/complete", token=token)
    current.closed()
    older.closed()


def chat(server, open_socket):
    anna, ben = server.sign_up("anna"), server.sign_up("ben")
    room = server.request("POST", "/api/rooms", {"name": "lab"}, anna)["id"]
    first = open_socket("ws_chat_room", {"room": room}, token=anna)
    first.until("connected")
    second = open_socket("ws_chat_room", {"room": "lab"}, token=ben, since=0)
    second.until("connected")
    first.until("user_joined", sender="ben")
    renew(server, first, "anna")
    first.send("message", content="Hello", client_message_id="c-1")
    number = second.until("message")["message_id"]
    first.send("message", content="Hello", client_message_id="c-1")
    first.until("message", duplicate=True)
    second.send("read", message_id=number)
    first.until("read")
    for kind, members in (("typing", {"is_typing": True}), ("typing_start", {}), ("typing_stop", {})):
        second.send(kind, **members)
        first.until("typing")
    first.send("presence")
    first.until("presence")
    first.send("edit_message", message_id=number, content="Hello!")
    second.until("message_edited")
    first.send("delete_message", message_id=str(number))
    second.until("message_deleted")
    second.close()
    first.until("user_left", sender="ben")
    server.request("DELETE", f"/api/rooms/{room}", token=anna)
    first.until("room_deleted")
    first.closed()


def sync(server, open_socket):
    token = server.sign_up("sync")
    phone = open_socket("ws_mobile_sync", token=token, device_id="phone")
    phone.until("connection_established")
    pad = open_socket("ws_mobile_sync", token=token, device_id="pad")
    pad.until("connection_established")
    renew(server, phone, "sync")
    pad.send("subscribe_events", event_types=["all"])
    pad.until("subscription_confirmed")
    phone.send("heartbeat", client_time="2026-01-15T12:00:00Z")
    phone.until("heartbeat_ack")
    for kind in ("device_status", "sync_complete", "pong", "heartbeat_ack"):
        phone.send(kind)
    phone.send("sync_data", idempotency_key="b-1", data={"sessions": [{"session_id": "s1", "status": "active"}]})
    phone.until("sync_progress", status="batch_stored")
    pad.until("push_notification")
    pad.send("sync_data", sync_id="b-2", data={"sessions": [{"session_id": "s1", "status": "done"}]})
    pad.until("sync_progress", status="batch_stored")
    conflict = phone.until("conflict_notification")["conflict_id"]
    phone.send("resolve_conflict", conflict_id=conflict, resolution_strategy="client_wins")
    phone.until("conflict_resolved")
    pad.send("start_sync", sync_id="s-1", data_types=["session"])
    pad.until("sync_session_started")
    position = pad.until("sync_progress", status="completed")["next_sync_token"]
    pad.send("request_server_data", request_id="r-1", since=position)
    pad.until("server_data_response", request_id="r-1")
    pad.send("server_data_request", request_id="r-2", data_types="session", limit=10)
    pad.until("server_data", request_id="r-2")
    phone.close()
    pad.close()


def open_paths(server, document, recording):
    """The paths that take any message return or distribute it."""
    from websockets.sync.client import connect

    for channel in document["channels"].values():
        if not any(message["payload"] for message in channel["messages"].values()):
            with connect(f"ws://{server.address}{channel['address']}") as socket:
                socket.send("anything")
                if socket.recv(timeout=20) != "anything":
                    raise SystemExit(f"api-checks: {channel['address']} changed a message")
