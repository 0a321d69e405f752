"""Chromium, its viewports, and what a page shows, finds and reports."""
import json
import re
import shutil
import time

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, NoSuchElementException,
    StaleElementReferenceException, WebDriverException)
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains

# Seconds; the machine may be busy with a build.
LIMIT = 30

DESKTOP = {"name": "desktop", "width": 1280, "height": 800, "mobile": False, "deviceScaleFactor": 1}
PHONE = {"name": "phone", "width": 390, "height": 844, "mobile": True, "deviceScaleFactor": 2}

# Before any script of a page: records what the log of the browser may lack.
WATCH = """
globalThis.seenProblems = [];
addEventListener("securitypolicyviolation", (event) =>
  seenProblems.push(`policy violated: ${event.violatedDirective} by ${event.blockedURI || event.sourceFile}`));
addEventListener("unhandledrejection", (event) => seenProblems.push(`unhandled rejection: ${event.reason}`));
addEventListener("error", (event) => event.message && seenProblems.push(`error: ${event.message}`));
"""

# Finds the visible elements of a kind by their accessible name, as a reader of the screen would.
FIND = r"""
const [kind, source, scope] = arguments;
const pattern = source === null ? null : new RegExp(source, "i");
const kinds = {
  button: "button, [role=button], input[type=submit], summary", link: "a[href]", tab: "[role=tab], nav a[href]",
  field: "input, textarea, select, [role=combobox], [role=textbox], [contenteditable=true]",
  heading: "h1, h2, h3, h4", dialog: "dialog[open], [role=dialog], [role=alertdialog]",
};
const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const texts = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
function* names(element) {
  yield plain(element.getAttribute("aria-label"));
  if (element.hasAttribute("aria-labelledby")) yield plain(texts(element.getAttribute("aria-labelledby")));
  for (const label of element.labels ?? []) {
    const own = [...label.childNodes].filter((node) => !(node.contains?.(element)));
    yield plain(label.textContent);
    yield plain(own.map((node) => node.textContent).join(" "));
  }
  if (kind === "field") yield plain(element.placeholder); else yield plain(element.textContent);
  yield plain(element.title);
  yield plain(kind === "button" ? element.value : "");
}
const root = scope ?? document;
return [...root.querySelectorAll(kinds[kind] ?? kind)].filter((element) =>
  element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  && (pattern === null || [...names(element)].some((name) => name && pattern.test(name))));
"""


class NotFound(AssertionError):
    """A condition was not met before its deadline."""


class Browser:
    """One Chromium. Each check gets a tab of its own with empty storage."""

    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
        for argument in [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-default-apps", "--disable-extensions", "--force-prefers-reduced-motion", "--hide-scrollbars",
            "--window-size=1280,800", "--lang=en-GB",
            # A request to another host fails, also where the recorded requests do not show it.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
        driver = shutil.which("chromedriver") or "/usr/bin/chromedriver"
        self.web = webdriver.Chrome(options=options, service=Service(driver))
        self.web.set_page_load_timeout(90)
        self.web.set_script_timeout(90)
        self.viewport, self.site = DESKTOP, None
        self.console, self.hosts, self.allowed = [], set(), []

    @property
    def version(self):
        return self.web.capabilities["browserVersion"]

    def quit(self):
        self.web.quit()

    # MARK: Tabs

    def start(self, site, viewport):
        """Opens a new tab without state from earlier checks."""
        self.site, self.viewport = site, viewport
        old = self.web.current_window_handle
        self.web.switch_to.new_window("tab")
        new = self.web.current_window_handle
        for handle in self.web.window_handles:
            if handle != new:
                self.web.switch_to.window(handle)
                self.web.close()
        self.web.switch_to.window(new)
        assert new != old
        self.command("Emulation.setDeviceMetricsOverride", **{k: v for k, v in viewport.items() if k != "name"})
        self.command("Emulation.setTouchEmulationEnabled", enabled=viewport["mobile"])
        self.command("Storage.clearDataForOrigin", origin=site.origin, storageTypes="all")
        self.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.scheme("light")
        self.read_logs()
        self.console, self.hosts, self.allowed = [], set(), []

    def command(self, name, **parameters):
        """Sends a command of the DevTools protocol to the tab."""
        return self.web.execute_cdp_cmd(name, parameters)

    def scheme(self, name):
        """Selects the preferred colour scheme of the user: light or dark."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, path):
        self.web.get(self.site.url + path)

    def reload(self):
        self.web.refresh()

    @property
    def path(self):
        """The address of the page without the origin and the base path."""
        return self.web.current_url.removeprefix(self.site.url)

    # MARK: What the page shows

    def script(self, source, *arguments):
        return self.web.execute_script(source, *arguments)

    def wait(self, condition, otherwise, limit=LIMIT):
        """Returns the first true value of `condition`, which may fail while the page changes."""
        deadline, last = time.monotonic() + limit, None
        while True:
            try:
                if value := condition():
                    return value
            except (StaleElementReferenceException, NoSuchElementException) as error:
                last = error
            except WebDriverException as error:
                if "javascript error" not in (error.msg or ""):
                    raise
                last = error
            if time.monotonic() > deadline:
                detail = " (%s)" % (last.msg or "").splitlines()[0] if last else ""
                raise NotFound("%s after %d s%s" % (otherwise, limit, detail))
            time.sleep(0.05)

    def all(self, kind, name=None, scope=None):
        """The visible elements of a kind (button, link, tab, field, heading, dialog, or a selector) now.

        - name: the accessible name; a compiled pattern finds a part of it.
        """
        source = name.pattern if isinstance(name, re.Pattern) else name and "^%s$" % re.escape(name)
        return self.script(FIND, kind, source, scope)

    def find(self, kind, name=None, scope=None, limit=LIMIT):
        """The first of them. Waits for it."""
        text = name.pattern if isinstance(name, re.Pattern) else name
        found = self.wait(lambda: self.all(kind, name, scope), "no %s%s" % (kind, ' "%s"' % text if text else ""), limit)
        return found[0]

    def click(self, kind, name=None, scope=None):
        """Clicks as a user does: something over the element, or an element that moves, delays the click."""
        def attempt():
            element = self.find(kind, name, scope)
            if not element.is_enabled():
                return False
            try:
                element.click()
                return True
            except (ElementClickInterceptedException, ElementNotInteractableException):
                # A user scrolls an element away from a bar that covers it.
                self.script("arguments[0].scrollIntoView({block: 'center'})", element)
                return False
        text = name.pattern if isinstance(name, re.Pattern) else name
        self.wait(attempt, "%s %s cannot be clicked" % (kind, text or ""), 10)

    def type(self, name, value, scope=None, kind="field"):
        """Replaces the value of a field."""
        field = self.find(kind, name, scope)
        field.clear()
        field.send_keys(value)
        return field

    def choose(self, name, option, scope=None):
        """Selects an option of a list by its value, its text, or a part of the text."""
        field = self.find("field", name, scope)
        chosen = self.wait(lambda: self.script(
            "const [list, text] = arguments; const all = [...list.options]; const option = all.find((o) => o.value === text"
            " || o.textContent.trim() === text) ?? all.find((o) => o.textContent.includes(text));"
            "if (!option) return false;"
            "list.value = option.value; list.dispatchEvent(new Event('input', {bubbles: true}));"
            "list.dispatchEvent(new Event('change', {bubbles: true})); return true", field, option),
            'no option "%s"' % option)
        return chosen

    def press(self, *keys):
        """Presses keys where the focus is."""
        ActionChains(self.web).send_keys(*keys).perform()

    def text(self, selector="body"):
        """The visible text of an element."""
        return self.script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def shows(self, text, selector="body", limit=LIMIT):
        """Waits until the text of an element contains `text`, or a match of a pattern. Returns the whole text."""
        pattern = text if isinstance(text, re.Pattern) else re.compile(re.escape(text))
        def content():
            whole = self.text(selector)
            return whole if pattern.search(whole) else None
        return self.wait(content, "%s does not show %r" % (selector, pattern.pattern), limit)

    # MARK: What the page reports

    def allow(self, *patterns):
        """Expects errors in the console, such as the one that Chromium writes for each response with 401."""
        self.allowed += [re.compile(pattern) for pattern in patterns]

    def read_logs(self):
        """Takes what the browser has logged since the last call."""
        for entry in self.web.get_log("browser"):
            self.console.append("%s %s" % (entry["level"], entry["message"]))
        for entry in self.web.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.hosts.add(host(message["params"]["request"]["url"]))
            elif message["method"] == "Network.webSocketCreated":
                self.hosts.add(host(message["params"]["url"]))
        self.hosts -= {"", None}

    def problems(self):
        """Errors of the console, violations of the policy, and requests to other hosts, without the allowed ones."""
        self.read_logs()
        own = self.script("const seen = globalThis.seenProblems ?? []; globalThis.seenProblems = []; return seen")
        self.console += own
        found = [line for line in self.console
                 if line.startswith(("SEVERE", "policy", "unhandled", "error")) or "Content Security Policy" in line]
        found = [line for line in found if not any(pattern.search(line) for pattern in self.allowed)]
        return found + ["request to %s" % other for other in sorted(self.hosts - {host(self.site.origin)})]


def host(url):
    """Host and port of an address; empty for data in the address itself."""
    match = re.match(r"(?:https?|wss?)://([^/?#]*)", url)
    return match.group(1) if match else "" if re.match(r"(data|blob|about|chrome):", url) else url
