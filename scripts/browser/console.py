"""The frame of the console: signing in, accounts, theme, keyboard."""
import re

from selenium.webdriver.common.keys import Keys

from audit import audit

PANELS = ["sockets", "play", "diary", "operate", "develop"]


def open_console(browser, panel="sockets", *, account="admin", password=None):
    """Opens a panel for an account, which signs in if necessary.

    - account: None for the first screen.
    - password: of an account for which the first screen has no button.
    """
    browser.open("/console#/" + panel)
    if account is None:
        return browser.find(".welcome")
    if browser.wait(lambda: browser.all(".welcome, main .panel > :not(.welcome)"), "the console stays empty") and \
            browser.all(".welcome"):
        if password:
            browser.type("Username or e-mail address", account)
            browser.type("Password", password).send_keys(Keys.ENTER)
        else:
            browser.click(".welcome .quick button", re.compile("%s$" % re.escape(account)))
        browser.wait(lambda: not browser.all(".welcome"), "%s is not signed in" % account)
    return browser.find("main .panel-%s" % panel.partition("/")[0])


def add_account(browser, account):
    """Signs another development account in. The active account stays."""
    browser.click("button", re.compile("^Accounts:"))
    dialog = browser.find("dialog", "Accounts")
    browser.click(".quick button", re.compile("%s$" % re.escape(account)), scope=dialog)
    browser.find(".people .person", re.compile(re.escape(account)), scope=dialog)
    browser.click("button", "Close", scope=dialog)
    browser.wait(lambda: not browser.all("dialog"), "the dialog stays open")


def sign_in_and_out(browser):
    """A wrong password is reported; a right one signs in, survives a reload, and is forgotten on signing out."""
    open_console(browser, account=None)
    audit(browser, "the first screen")
    browser.allow(r"auth/login.*status of 401")
    browser.type("Username or e-mail address", "testuser2")
    browser.type("Password", "wrong").send_keys(Keys.ENTER)
    browser.find(".toast.error, [role=alert]")
    browser.type("Password", "password").send_keys(Keys.ENTER)
    browser.wait(lambda: not browser.all(".welcome"), "the account is not signed in")
    assert not browser.script("return Object.keys(localStorage).some((key) => localStorage[key].includes('eyJ'))"), \
        "a token is kept in localStorage"
    browser.reload()
    browser.find("button", re.compile("^Accounts: "))
    browser.wait(lambda: not browser.all(".welcome"), "the session is lost by a reload")
    links = [link.get_attribute("href") for link in browser.script("return [...document.querySelectorAll('nav a')]")]
    assert not any(link.endswith("#/operate") for link in links), "an account without the role sees Operate"
    browser.click("button", re.compile("^Accounts: "))
    audit(browser, "the dialog of the accounts")
    browser.click("button", re.compile("^Sign testuser2 out"))
    browser.find(".welcome")
    assert "eyJ" not in browser.script("return JSON.stringify(sessionStorage)"), "a token is kept after signing out"


def several_accounts(browser):
    """Three accounts are signed in; the active one changes with a click."""
    open_console(browser, account="admin")
    for account in ["testuser2", "user@example.com"]:
        add_account(browser, account)
    browser.click("button", re.compile("^Accounts: "))
    browser.click(".people .person", re.compile("testuser2"))
    browser.wait(lambda: not browser.all("dialog"), "the dialog stays open")
    active = browser.find("button", re.compile("^Accounts: ")).get_attribute("aria-label")
    browser.reload()
    assert browser.find("button", re.compile("^Accounts: ")).get_attribute("aria-label") == active


def theme_and_keyboard(browser):
    """The theme changes and is kept; panels open by keys; the first Tab leads to a link that skips the navigation."""
    open_console(browser, account="admin")
    shade = "return getComputedStyle(document.body).backgroundColor"
    before = browser.script(shade)
    browser.click("button", "Light or dark")
    browser.wait(lambda: browser.script(shade) != before, "the theme does not change")
    browser.reload()
    browser.find("main .panel")
    assert browser.script(shade) != before, "the theme is not kept"
    audit(browser, "the other theme", dark=False)
    browser.press(Keys.TAB)
    assert browser.script("return document.activeElement.classList.contains('skip')"), "no link skips the navigation"
    browser.press(Keys.ENTER)
    browser.wait(lambda: browser.script("return document.activeElement.id") == "main", "the skip link has no effect")
    for key, panel in zip("12345", PANELS):
        browser.press(key)
        browser.find("main .panel-" + panel)
    for _ in range(5):
        browser.press("2")
        browser.press("3")
        browser.find("main .panel-diary")
    browser.press("?")
    browser.find("dialog")
    audit(browser, "the dialog of the shortcuts")
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "Escape does not close the dialog")


CHECKS = [sign_in_and_out, several_accounts, theme_and_keyboard]
