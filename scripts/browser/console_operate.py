"""The panel Operate, for accounts with the role admin."""
import os
import re
import sqlite3
import time

from audit import audit
from console import open_console
from console_sockets import connect


def view(browser, name):
    """Opens a view of the panel for the administrator."""
    open_console(browser, "operate/" + name)
    return browser.find(".view-" + name)


def agree(browser, label):
    """Confirms the dialog that asks before a change."""
    # Another dialog may be open below it.
    dialog = browser.wait(lambda: [one for one in browser.all("dialog") if browser.all("button", "Cancel", one)],
                          "no dialog asks")[-1]
    browser.click("button", label, scope=dialog)
    browser.wait(lambda: dialog not in browser.all("dialog"), "the dialog stays open")


def row(browser, text):
    """The row of a table with a text."""
    return browser.find("tbody tr", re.compile(re.escape(text)))


def act_on(browser, username, label):
    """Chooses an entry of the menu of an account."""
    browser.click("button", "Actions for " + username)
    browser.click(".menu-list button", label)


def overview(browser):
    """The overview plots requests, latency, sockets, jobs, lag, memory and disk."""
    view(browser, "overview")
    browser.wait(lambda: len(browser.all(".charts svg")) >= 7, "plots are missing")
    browser.shows(re.compile(r"Memory\s+[\d.,]+ [kKMG]i?B"), ".tiles")
    audit(browser, "the overview")


def connections(browser):
    """A live connection is listed, and is closed by the administrator."""
    open_console(browser, "sockets")
    connect(browser, "/ws/meal-logs")
    browser.script("location.hash = '#/operate/connections'")
    browser.find("button", re.compile("^Disconnect admin"))
    audit(browser, "connections")
    browser.click("button", re.compile("^Disconnect admin"))
    agree(browser, "Disconnect")
    browser.wait(lambda: not browser.all("button", re.compile("^Disconnect admin")), "the connection is still listed")
    browser.script("location.hash = '#/sockets'")
    browser.find("li.frame.note", re.compile("Closed with 1001"))


def jobs(browser):
    """A failed job is listed with its error, and is queued again."""
    job = int(time.time() * 1000) % 1_000_000_000 + 1_000_000_000
    file = os.path.join(browser.site.hearth.folder, "data", "hearth.sqlite3")
    now = int(time.time() * 1000)
    with sqlite3.connect(file, timeout=20) as database:
        database.execute(
            "INSERT INTO failed_jobs (id, kind, payload, attempt, error, enqueued_at, failed_at) "
            "VALUES (?, 'unknown', '{}', 5, 'a check made this job', ?, ?)", (job, now, now))
    database.close()
    view(browser, "jobs")
    browser.choose("State", "failed")
    browser.shows("a check made this job", ".view-jobs")
    audit(browser, "jobs")
    browser.click("button", "Retry job %d" % job)
    agree(browser, "Retry job %d" % job)
    browser.find(".toast", re.compile("queued again"))


def accounts(browser):
    """An account is created with a one-time link, which sets its password; then role, state and sessions change."""
    name = "check-%s-%s" % (browser.viewport["name"], browser.site.name)
    view(browser, "accounts")
    browser.click("button", "Create account")
    dialog = browser.find("dialog", "Create an account")
    browser.type("Username", name, scope=dialog)
    audit(browser, "the dialog for an account", dark=False)
    browser.click("button", "Create", scope=dialog)
    dialog = browser.find("dialog", "Password link for " + name)
    link = browser.find("field", "Link", scope=dialog).get_attribute("value")
    assert link.startswith(browser.site.url + "/password#"), link
    browser.click("button", "Close", scope=dialog)
    browser.type("Search", name)
    browser.wait(lambda: len(browser.all("tbody tr")) == 1, "the search shows other accounts")
    audit(browser, "accounts")

    browser.open(link.removeprefix(browser.site.url))
    browser.type(re.compile("^New password"), "Browser-check-1")
    browser.type("The same password again", "Browser-check-1")
    audit(browser, "the page for a password", dark=False)
    browser.click("button", "Set the password")
    browser.shows("The password is set")
    browser.site.token(name, "Browser-check-1")

    view(browser, "accounts")
    browser.type("Search", name)
    act_on(browser, name, "Sessions")
    dialog = browser.find("dialog", "Sessions of " + name)
    browser.find("button", re.compile("^End the "), scope=dialog)
    audit(browser, "the dialog of sessions", dark=False)
    browser.click("button", "End all sessions", scope=dialog)
    agree(browser, "End all sessions")
    browser.find(".toast", re.compile("have ended"))
    browser.click("button", "Close", scope=browser.find("dialog", "Sessions of " + name))
    act_on(browser, name, "Make admin")
    agree(browser, "Make admin")
    browser.shows("has the role admin")
    act_on(browser, name, "Disable")
    agree(browser, "Disable " + name)
    browser.find(".badge.bad", "disabled")
    act_on(browser, name, "Enable")
    browser.find(".badge.good", "enabled")
    act_on(browser, name, "Delete")
    agree(browser, "Delete " + name)
    browser.wait(lambda: not browser.all("tbody tr"), "the account is still listed")


def rooms_errors_audit(browser):
    """Rooms and recent errors are listed; a backup is made and appears among the backups and in the audit log."""
    view(browser, "rooms")
    row(browser, "general")
    audit(browser, "rooms", dark=False)
    view(browser, "errors")
    browser.shows("since the start of the server", ".view-errors")
    audit(browser, "errors", dark=False)
    view(browser, "backups")
    before = len(browser.all("tbody tr"))
    browser.click("button", "Back up now")
    browser.find(".toast", re.compile(" in "))
    browser.wait(lambda: len(browser.all("tbody tr")) > before, "the backup is not listed")
    audit(browser, "backups", dark=False)
    view(browser, "audit")
    row(browser, "backup.create")
    browser.choose("Action", "backup.create")
    browser.wait(lambda: len(browser.all("tbody tr")) > 0 and "user." not in browser.text("tbody"),
                 "the filter shows other actions")
    audit(browser, "the audit log", dark=False)


def other_roles(browser):
    """An account without the role admin does not reach the panel, and the server refuses its requests."""
    open_console(browser, account="testuser2")
    browser.script("location.hash = '#/operate'")
    browser.find("main .panel > *")
    assert not browser.all(".panel-operate [role=tablist]"), "the panel is shown without the role"
    token = browser.site.token("testuser2", "password")
    status = browser.site.status("GET", "/api/v1/admin/users", token=token)
    assert status == 403, "the list of accounts answers %d" % status


def picture(browser):
    """The overview with its plots, after some requests."""
    view(browser, "overview")
    for _ in range(400):
        browser.site.request("GET", "/health")
    browser.wait(lambda: len(browser.all(".charts svg path")) >= 7, "plots are missing")


CHECKS = [overview, connections, jobs, accounts, rooms_errors_audit, other_roles]
