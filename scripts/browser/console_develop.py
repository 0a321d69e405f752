"""The panel Develop: traffic, faults, clock, tokens, the scripted model, data."""
import re

from selenium.webdriver.common.keys import Keys

from audit import audit
from console import open_console
from console_operate import agree


def view(browser, name, account="admin"):
    """Opens a view of the panel."""
    open_console(browser, "develop/" + name, account=account)
    return browser.find(".view-" + name)


def traffic(browser):
    """Requests and frames appear while they happen, with details, and are filtered and cleared."""
    view(browser, "traffic")
    browser.site.token("testuser2", "password")
    # Before the filter, which makes the list anew.
    browser.click(".traffic-row summary", re.compile("/api/auth/login"))
    browser.find(".traffic-row[open] .traffic-details > *")
    assert not re.search(r'"password": ?"password"', browser.text(".traffic")), "the traffic shows a password"
    assert "eyJ" not in browser.text(".traffic"), "the traffic shows a token"
    browser.find("button", re.compile("curl", re.I))
    audit(browser, "traffic")
    browser.type("Search", "/api/auth/login")
    browser.wait(lambda: all("/api/auth/login" in row.text for row in browser.all(".traffic-row summary")),
                 "the filter shows other requests")
    browser.choose("Show", "Frames")
    browser.shows(re.compile("Nothing matches|Waiting"), ".traffic")
    browser.click("button", re.compile("^Pause"))
    browser.find("button[aria-pressed=true]", re.compile("Pause"))
    browser.click("button", re.compile("^Clear"))


def faults(browser):
    """A fault of one click and one of the form fire, are seen in the traffic, and are cleared."""
    # Earlier checks leave faults that have fired.
    browser.site.request("DELETE", "/dev/faults")
    view(browser, "faults")
    browser.click("button", "409, once")
    browser.find("tbody tr", re.compile("status"))
    audit(browser, "faults")
    status = browser.site.status("POST", "/api/auth/login", {"username": "admin", "password": "admin123"})
    assert status == 409, "the fault did not fire: %d" % status
    browser.find("tbody tr .badge", "spent")
    browser.choose("Kind", "delay")
    # The button moves while the list above it changes.
    browser.type("Milliseconds", "1").send_keys(Keys.ENTER)
    browser.wait(lambda: len(browser.all("tbody tr")) == 2, "the second fault is not listed")
    browser.click("button", "Clear all faults")
    agree(browser, "Clear all faults")
    browser.wait(lambda: not browser.all("tbody tr"), "faults are still listed")
    browser.open("/console#/develop/traffic")
    browser.reload()
    browser.choose("Show", "Faults")
    browser.find(".traffic-row.is-fault")


def clock(browser):
    """The clock of the server moves and returns to the real time."""
    view(browser, "clock")
    browser.click("button", "+ 1 hour")
    browser.shows("ahead of the real time")
    browser.shows("clock +", ".develop-state")
    audit(browser, "clock and tokens")
    browser.click("button", "Real time")
    browser.shows("The real time.")


def tokens(browser):
    """An expired access token is refreshed silently; a revoked session ends the sign-in."""
    view(browser, "clock", account="user@example.com")
    browser.allow("status of 401")
    browser.click("button", "Expire access tokens")
    browser.find(".toast", re.compile("expired"))
    browser.script("location.hash = '#/diary'")
    browser.find(".diary-title")
    browser.wait(lambda: not browser.all(".notice.error") and not browser.all(".welcome"), "the token is not refreshed")
    browser.script("location.hash = '#/develop/clock'")
    browser.click("button", "Revoke sessions")
    browser.find(".toast", re.compile("revoked"))
    browser.script("location.hash = '#/diary'")
    browser.find(".welcome")


def scripted_model(browser):
    """The coach answers by a script, until the script is removed."""
    view(browser, "model")
    browser.click("button", "+ Answer")
    audit(browser, "a script")
    browser.click("button", "Use this script")
    browser.shows("scripted model", ".develop-state")
    browser.script("location.hash = '#/play/coach'")
    browser.type("Message", "What do you recommend for breakfast?").send_keys(Keys.ENTER)
    browser.find(".bubble.assistant", re.compile("Oats with berries"))
    browser.script("location.hash = '#/develop/model'")
    browser.click("button", "Remove the script")
    agree(browser, "Remove the script")
    browser.shows("The usual coach answers.")


def snapshots(browser):
    """Example data is created; a snapshot is saved, restored and deleted; the server is reset."""
    site, name = browser.site, "check-%s" % browser.viewport["name"]
    browser.allow("status of 401", "status of 409", "WebSocket connection to .* failed")
    view(browser, "data")
    browser.click("button", "Create example data")
    browser.shows(re.compile("Created|It exists already"), ".view-data")
    browser.find("button", re.compile("^Sign in "))
    browser.type("Name", name)
    browser.click("button", "Save a snapshot")
    browser.find("button", "Restore " + name)
    audit(browser, "data")
    token = site.token("testuser2", "password")
    meal = {"raw_input": "1 banana", "meal_type": "snack"}
    log = site.request("POST", "/api/v1/meal-logs/natural", meal, token=token)
    identifier = log.get("id") or log["data"]["id"]
    browser.click("button", "Restore " + name)
    agree(browser, "Restore " + name)
    browser.find(".toast", re.compile("^Restored"))
    token = site.token("testuser2", "password")
    assert site.status("GET", "/api/v1/meal-logs/" + identifier, token=token) == 404, "the newer meal is still stored"
    open_console(browser, "develop/data")
    browser.click("button", "Delete " + name)
    agree(browser, "Delete " + name)
    browser.find(".toast", re.compile("^Deleted"))
    browser.click("button", "Reset the server")
    agree(browser, "Reset all data")
    browser.wait(lambda: browser.all(".toast", re.compile("^Reset")) or browser.all(".welcome"), "no reset")


def closed_to_others(browser):
    """Requests of other machines and pages of other sites do not reach /dev."""
    site = browser.site
    for fields in [{"Host": "hearth.example"}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"},
                   {"X-Forwarded-For": "192.0.2.1"}]:
        status = site.status("GET", "/dev", fields=fields)
        assert status == 403, "%s: %d" % (fields, status)
    status = site.status("PUT", "/dev/limits", fields={"Content-Type": "text/plain"}, body={"relaxed": True})
    assert status == 415, "a form of another site: %d" % status


CHECKS = [traffic, faults, clock, tokens, scripted_model, snapshots, closed_to_others]
