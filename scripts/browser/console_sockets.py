"""The panel Sockets: connections of every family, frames, and messages."""
import json
import os
import re
import tempfile

from selenium.webdriver.common.keys import Keys

from audit import audit
from console import open_console
from processes import DEMO


def connect(browser, path, account=None, fields=None):
    """Opens a connection. - fields: values by label."""
    if browser.all("button", "New connection"):
        browser.click("button", "New connection")
    form = browser.find("form.stack", scope=(browser.all("dialog") or [None])[0])
    browser.choose("Socket", path, scope=form)
    if account:
        browser.choose("Account", account, scope=form)
    # These are read from the server.
    if "consultation" in path:
        browser.find("field", "Consultation", scope=form)
    if "room" in path:
        browser.find("field", "Room", scope=form)
    for label, value in (fields or {}).items():
        browser.type(label, value, scope=form)
    browser.click("button", "Connect", scope=form)
    wait_open(browser)


def wait_open(browser):
    browser.find(".stage-title .badge.good", re.compile("open"))


def send(browser, message):
    """Sends a message with the composer."""
    browser.type("Message", json.dumps(message))
    browser.click("button", "Send")


def frame(browser, kind, direction="server"):
    """The first frame of a type, and its button."""
    rows = browser.wait(lambda: [row for row in browser.all("li.frame." + direction)
                                 if row.find_elements("css selector", ".type")
                                 and row.find_element("css selector", ".type").text == kind],
                        "no frame %s" % kind)
    return rows[-1]


def every_family(browser):
    """Each of the six kinds of sockets connects and responds to a message."""
    open_console(browser, "sockets")
    form = browser.find("field", "Socket")
    families = browser.script("return [...arguments[0].options].map((option) => option.value)", form)
    assert len(families) >= 6, families
    for path in families:
        connect(browser, path)
        send(browser, {"type": "ping"})
        browser.find("li.frame.server .frame-head")
    connections = browser.all(".connection-list .connection")
    assert len(connections) == len(families), "%d connections" % len(connections)
    audit(browser, "a connection of each family")
    return "%d families" % len(families)


def fields_before_connect(browser):
    """A path with fields that are still loading cannot be connected to."""
    browser.site.request("POST", "/dev/faults", {
        "kind": "delay", "ms": 1500, "count": 1, "match": {"method": "GET", "path": "/api/rooms"}})
    open_console(browser, "sockets")
    form = browser.find("field", "Socket")
    paths = browser.script("return [...arguments[0].options].map((option) => option.value)", form)
    browser.choose("Socket", next(path for path in paths if "{room" in path))
    assert not browser.find("button", "Connect").is_enabled(), "Connect is enabled without a room"
    browser.find("field", "Room")
    browser.wait(lambda: browser.find("button", "Connect").is_enabled(), "Connect stays disabled")


def send_and_receive(browser):
    """A message and its response appear with time, size and direction, as JSON, and lead to their documentation."""
    open_console(browser, "sockets")
    connect(browser, "/ws/meal-logs")
    browser.find("li.frame.server .frame-head", re.compile("connected"))
    send(browser, {"type": "ping"})
    sent, received = frame(browser, "ping", "client"), frame(browser, "pong")
    for row in (sent, received):
        assert row.find_element("css selector", "time").text and row.find_element("css selector", ".size").text
    browser.click(".frame-head", scope=received)
    browser.find(".json", scope=received)
    link = browser.find("link", re.compile("Documentation"), scope=received).get_attribute("href")
    audit(browser, "an open frame")
    browser.click(".frame-head", scope=sent)
    browser.click("button", re.compile("Send again"), scope=sent)
    browser.wait(lambda: len([row for row in browser.all("li.frame.client")]) == 2, "the message is not sent again")
    browser.open(link.removeprefix(browser.site.url))
    opened = browser.find("details[open]")
    assert "server.pong" in opened.get_attribute("id"), opened.get_attribute("id")


def live_meal(browser):
    """A meal that is logged elsewhere appears without a reload; a cut connection continues after the last event."""
    site = browser.site
    token = site.token("testuser2", "password")
    def log(text):
        site.request("POST", "/api/v1/meal-logs/natural", {"raw_input": text, "meal_type": "snack"}, token=token)
    open_console(browser, "sockets", account="testuser2")
    connect(browser, "/ws/meal-logs")
    log("1 banana")
    frame(browser, "meal_log.completed")
    position = int(re.search(r"\d+", browser.find(".stage-title .badge.accent").text).group())
    browser.allow("WebSocket connection to .* failed")
    browser.click("button", "Cut")
    browser.find(".stage-title .badge", re.compile("closed"))
    log("2 apples")
    browser.click("button", re.compile(r"^Since %d" % position))
    wait_open(browser)
    browser.wait(lambda: len([r for r in browser.all("li.frame.server .type") if r.text == "meal_log.completed"]) == 2,
                 "the event of the time without connection is not delivered")
    audit(browser, "after a cut", dark=False)


def filter_frames(browser):
    """Frames are found by direction, type and text; the list pauses, continues and is cleared."""
    open_console(browser, "sockets")
    connect(browser, "/ws/meal-logs")
    browser.find("li.frame.server .frame-head")
    for _ in range(3):
        send(browser, {"type": "ping"})
    browser.wait(lambda: len(browser.all("li.frame.client")) == 3, "three messages are not shown")
    browser.choose("Direction", "Sent")
    browser.wait(lambda: not browser.all("li.frame.server"), "the filter by direction shows received frames")
    browser.choose("Direction", "Both")
    browser.choose("Type", "pong")
    browser.wait(lambda: len(browser.all("li.frame")) == 3, "the filter by type shows other frames")
    browser.choose("Type", "All types")
    browser.type("Search in frames", "connected")
    browser.wait(lambda: len(browser.all("li.frame.server")) >= 1 and not browser.all("li.frame.client"),
                 "the search shows other frames")
    browser.find("field", "Search in frames").send_keys(Keys.CONTROL, "a", Keys.DELETE)
    browser.wait(lambda: len(browser.all("li.frame.client")) == 3, "frames are missing after the search")
    browser.click("button", re.compile("^Pause"))
    send(browser, {"type": "ping"})
    browser.shows("new while paused", ".frame-status")
    assert len(browser.all("li.frame.client")) == 3
    browser.click("button", re.compile("^Pause"))
    browser.wait(lambda: len(browser.all("li.frame.client")) == 4, "the paused frame is missing")
    browser.click("button", re.compile("^(Clear|Forget)"))
    browser.wait(lambda: not browser.all("li.frame.client"), "frames stay after clearing")


def saved_messages(browser):
    """A message is saved by name, chosen again after a reload, sent, and deleted."""
    open_console(browser, "sockets")
    connect(browser, "/ws/meal-logs")
    browser.type("Message", '{"type": "ping", "nonce": 7}')
    browser.click("button", "Save the message")
    dialog = browser.find("dialog", "Save the message")
    audit(browser, "the dialog for a name", dark=False)
    browser.type("Name", "my ping", scope=dialog)
    browser.click("button", "Save", scope=dialog)
    browser.wait(lambda: not browser.all("dialog"), "the dialog stays open")
    browser.reload()
    browser.find("main .panel-sockets")
    connect(browser, "/ws/meal-logs")
    browser.choose("Example or saved message", "my ping")
    browser.click("button", "Send")
    frame(browser, "pong")
    browser.click("button", "Saved messages")
    dialog = browser.find("dialog", "Saved messages")
    browser.click("button", "Delete my ping", scope=dialog)
    browser.shows("No message is saved", "dialog")
    browser.click("button", "Close", scope=dialog)


def close_and_export(browser):
    """A close frame ends a connection, which reconnects; its frames are exported without tokens."""
    folder = tempfile.mkdtemp(prefix="hearth-export-")
    browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
    open_console(browser, "sockets")
    connect(browser, "/ws/meal-logs")
    browser.find("li.frame.server .frame-head")
    browser.click("button", "Disconnect")
    browser.find(".stage-title .badge", re.compile("closed"))
    browser.find("li.frame.note", re.compile("Closed with 1000"))
    browser.click("button", "Reconnect")
    wait_open(browser)
    browser.click("button", re.compile("^(Export|Download)"))
    # The browser creates an empty file of the final name first.
    paths = lambda: [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".jsonl")]
    path = browser.wait(lambda: [path for path in paths() if os.path.getsize(path)], "no file is downloaded")[0]
    with open(path, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    assert {"time", "direction", "path", "size"} <= set(lines[0]), lines[0]
    assert "eyJ" not in json.dumps(lines), "the recording contains a token"
    browser.click("button", "Remove the connection")
    browser.find("button", "Connect")


def picture(browser):
    """A connection with the events of a meal, one of them open."""
    open_console(browser, "sockets", account=DEMO[0], password=DEMO[1])
    connect(browser, "/ws/meal-logs")
    token = browser.site.token(*DEMO)
    body = {"raw_input": "120g chicken breast, 1 cup broccoli", "meal_type": "lunch"}
    browser.site.request("POST", "/api/v1/meal-logs/natural", body, token=token)
    row = frame(browser, "meal_log.completed")
    browser.click(".frame-head", scope=row)
    browser.script("arguments[0].scrollIntoView()", row)


CHECKS = [every_family, fields_before_connect, send_and_receive, live_meal, filter_frames, saved_messages, close_and_export]
