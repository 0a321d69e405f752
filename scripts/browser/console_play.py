"""The panel Play: meals in words, the coach, a chat room with two users, two devices."""
import re

from selenium.webdriver.common.keys import Keys

from audit import audit
from console import add_account, open_console
from processes import DEMO


def meal_in_words(browser):
    """A meal in words is parsed live: items, grams, confidence and totals; then it is deleted."""
    open_console(browser, "play/meal", account="testuser2")
    browser.type("A meal in words", "120g chicken breast, 1 cup broccoli")
    browser.click("button", "Log the meal")
    card = browser.find("article.meal .totals")
    text = browser.text("article.meal")
    assert "kcal" in text and "120 g" in text and re.search(r"\d+ %", text), text
    assert len(browser.all("article.meal .item")) == 2, text
    browser.find("article.meal .energy svg")
    audit(browser, "a parsed meal")
    assert card
    browser.click("button", "Delete the meal")
    browser.wait(lambda: not browser.all("article.meal"), "the meal is still shown")


def coach(browser):
    """The coach answers a question in a dialogue, which is still there after a reload."""
    open_console(browser, "play/coach", account="testuser2")
    browser.type("Message", "How much protein do I need a day?")
    browser.click("button", "Send")
    browser.find(".bubble.user", re.compile("How much protein"))
    browser.wait(lambda: browser.all(".bubble.assistant:not(.writing):not(.thinking)", re.compile("protein", re.I)),
                 "the coach does not answer")
    audit(browser, "an answer of the coach")
    browser.reload()
    browser.wait(lambda: browser.all(".bubble.assistant", re.compile("protein", re.I)), "the dialogue is lost")


def two_users_in_a_room(browser):
    """Two users write in a new room side by side; each sees the messages of the other."""
    open_console(browser, "play/chat", account="admin")
    add_account(browser, "testuser2")
    browser.wait(lambda: len(browser.all(".chat-side")) == 2, "the room is not shown for two users")
    name = "room of the %s, %s" % (browser.viewport["name"], browser.site.name)
    browser.click("button", "New room")
    dialog = browser.find("dialog", "New room")
    browser.type("Name", name, scope=dialog)
    browser.click("button", "Create", scope=dialog)
    browser.wait(lambda: not browser.all("dialog"), "the dialog stays open")
    browser.wait(lambda: browser.text().count("2 online") == 2, "two users are not online")
    for index, words in enumerate(["Good morning!", "Good morning to you."]):
        browser.wait(lambda: write_in_room(browser, index, words), "the field for messages does not stay")
        browser.wait(lambda: browser.text().count(words) == 2, "%r is not on both sides" % words)
    audit(browser, "a room")


def write_in_room(browser, index, words):
    """Sends a message from one side, unless its field is not there yet.

    The sides are drawn again when a user enters: nothing waits inside a side, which may be gone by then.
    """
    side = browser.all(".chat-side")[index]
    fields = browser.all("field", re.compile("^Message"), scope=side)
    if fields:
        fields[0].send_keys(words, Keys.ENTER)
    return bool(fields)


def two_devices(browser):
    """A note travels to the other device; changes of both while offline are a conflict, which one of them resolves."""
    open_console(browser, "play/sync", account="user@example.com")
    browser.wait(lambda: browser.text(".play").count("online") >= 2, "the devices are not online")
    note = "Oats for the %s, %s" % (browser.viewport["name"], browser.site.name)
    browser.find("field", "New note on the phone").send_keys(note, Keys.ENTER)
    browser.wait(lambda: any(field.get_attribute("value") == note
                             for field in browser.all("field", "Note on the tablet")), "the note does not arrive")
    browser.click("button", "Make a conflict")
    browser.click(".conflict button", "Take mine back")
    browser.wait(lambda: not browser.all(".conflict"), "the conflict is not resolved")
    audit(browser, "two devices")


def picture(browser):
    """A parsed meal."""
    open_console(browser, "play/meal", account=DEMO[0], password=DEMO[1])
    browser.type("A meal in words", "2 eggs, 2 slices of toast with butter and a flat white")
    browser.click("button", "Log the meal")
    browser.find("article.meal .totals")


CHECKS = [meal_in_words, coach, two_users_in_a_room, two_devices]
